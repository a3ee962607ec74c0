/**
 * `npm run make-base -- --preset micro|standard [--seed S] [--tokens N] [--backend …] [--out DIR]`: rebuilds a base model
 * from its corpus with the project's own engine. Writes a plain Hugging Face folder with a card that says what it was
 * made of. Without further flags it repeats the recipe of the shipped base, on the backend its weights were made on. The
 * numbers differ in their last digits from the shipped ones, which were made before the optimiser moved into the kernels.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fault, FaultError } from '../../src/core/faults.ts';
import { writeModelFolder } from '../../src/core/formats/models/hf.ts';
import { TextTokenizer } from '../../src/core/tokenizer/tokenizer.ts';
import { trainBpe } from '../../src/core/tokenizer/train.ts';
import { initialWeights } from '../../src/engine/model/initialize.ts';
import { startEngine } from '../../src/session/team/backend.ts';
import { BaseLearner, batchesOf, type Example, trainSupervised } from '../../src/session/update/supervised.ts';
import type { Split } from '../../src/core/environment/contract.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { BaseModel } from '../../src/session/team/base.ts';
import { createSandbox } from '../../src/session/sandbox/node.ts';
import { TrainingSession } from '../../src/session/run/session.ts';
import { flagFaults } from '../../src/words/words.ts';
import { main, ProgressLine } from '../kit/console.ts';
import { backendFlag } from '../kit/engineFlags.ts';
import { BACKEND_FILES } from '../kit/host.ts';
import { chooseProject, wholeNumber } from '../kit/project.ts';
import { projectRoot, writeFolderWhole } from '../kit/folders.ts';
import { type CardFacts, modelCard } from '../pretrain/card.ts';
import type { Course } from '../pretrain/courses.ts';
import { type CorpusPart, corpusRow, tokenizerTexts } from '../pretrain/corpus.ts';
import { type Recipe, RECIPES } from '../pretrain/recipe.ts';

await main(async () => {
  const { values } = parseArgs({
    options: {
      preset: { type: 'string', default: 'micro' },
      seed: { type: 'string' },
      tokens: { type: 'string' },
      backend: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const recipe = recipeOf(values.preset);
  const { name, course } = recipe;
  const seed = wholeNumber(values.seed, '--seed') ?? recipe.seed;
  const out = values.out ?? join(projectRoot, 'public', 'models', name);

  const trained = trainBpe(tokenizerTexts(course, seed), {
    vocabularySize: recipe.config.vocabularySize,
    maxLength: recipe.config.maxPositionEmbeddings,
  });
  const tokenizer = TextTokenizer.fromFiles(trained.tokenizerJson, trained.tokenizerConfig);
  const config = { ...recipe.config, vocabularySize: tokenizer.vocabularySize };
  const examples = examplesOf(tokenizer, course, seed, wholeNumber(values.tokens, '--tokens', 1) ?? recipe.tokens);
  const { engine, report } = await startEngine(backendFlag(values.backend ?? recipe.backend), BACKEND_FILES);
  const line = new ProgressLine();
  line.print(
    `Pretraining ${name}: ${examples.length} rows, ${config.vocabularySize} tokens in the vocabulary, on ${report.backend} (${report.device}).`,
  );

  const started = performance.now();
  const losses: number[] = [];
  let tokens = 0;
  const learner = new BaseLearner(engine, config, initialWeights(config, seed, recipe.embeddingStd));
  const settings = { ...recipe.training, seed };
  const batches = batchesOf(examples, settings);
  const steps = batches.length;
  await trainSupervised(
    engine,
    [learner],
    batches,
    settings,
    (step) => step / steps,
    (step) => {
      losses.push(step.loss);
      tokens = step.tokens;
      const recent = losses.slice(-100);
      const speed = tokens / ((performance.now() - started) / 1000);
      const text = `loss ${(recent.reduce((a, b) => a + b, 0) / recent.length).toFixed(4)}  ${Math.round(speed)} tokens/s`;
      line.show(step.step, steps, text);
      if (step.step % 200 === 0 || step.step === steps) line.print(`step ${step.step}/${steps}  ${text}`);
    },
  );
  const { weights } = learner;
  line.end();

  const last = losses.slice(-200);
  const loss = last.reduce((a, b) => a + b, 0) / last.length;
  const accuracy = await untrainedAccuracy(recipe, { name, config, form: 'f32', weights, tokenizer }, engine);
  const card = modelCard({
    name,
    seed,
    rows: examples.length,
    tokens,
    steps: losses.length,
    loss,
    backend: report.backend,
    config,
    accuracy,
  });
  await writeFolderWhole(out, writeModelFolder({ config, tensors: weights, tokenizer: trained, card }));
  line.print(`Wrote ${out}`);
});

function recipeOf(preset: string): Recipe {
  const recipe = Object.values(RECIPES).find(({ name }) => name === preset);
  if (recipe) return recipe;
  throw new FaultError(fault(flagFaults, 'E_PRESET', { preset, of: 'pretraining', presets: Object.keys(RECIPES) }));
}

/** How well the preset's team does on this base before any reinforcement learning. */
async function untrainedAccuracy({ name }: Recipe, base: BaseModel, engine: Engine): Promise<CardFacts['accuracy']> {
  const session = await TrainingSession.create({
    document: chooseProject({ preset: name }),
    bases: [base],
    engine,
    environment: createSandbox(),
  });
  const evaluate = async (split: Split, greedy: boolean) => (await session.evaluate({ split, episodes: 512, greedy })).reward;
  return { train: await evaluate('train', false), test: await evaluate('test', false), greedy: await evaluate('train', true) };
}

/** Rows of the corpus until `budget` tokens. */
function examplesOf(tokenizer: TextTokenizer, course: Course, seed: number, budget: number): Example[] {
  const examples: Example[] = [];
  const { start, end } = tokenizer.promptTokens;
  const idsOf = (part: CorpusPart) => ('text' in part ? tokenizer.encode(part.text) : part.special === 'start' ? start : [end]);
  for (let index = 0, tokens = 0; tokens < budget; index += 1) {
    const ids: number[] = [];
    const weights: number[] = [];
    for (const part of corpusRow(course, seed, index).parts) {
      for (const id of idsOf(part)) {
        ids.push(id);
        weights.push(part.weight);
      }
    }
    examples.push({ ids, weights });
    tokens += ids.length;
  }
  return examples;
}
