/**
 * `npm run make-base -- --preset micro|standard|stories [--seed S] [--tokens N] [--backend …] [--workers N] [--out DIR]`: rebuilds a base
 * model from its corpus with the project's own engine. Writes a plain Hugging Face folder with a card that says what it was
 * made of. Without further flags it repeats the recipe of the shipped base, on the backend its weights were made on. The
 * numbers of micro and standard differ in their last digits from the shipped ones, which were made before the optimiser moved
 * into the kernels. What was trained is kept beside the folder every few minutes, and the same command goes on from there.
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
import { wholeNumber } from '../kit/project.ts';
import { projectRoot, writeFolderWhole } from '../kit/folders.ts';
import { type CardFacts, modelCard } from '../pretrain/card.ts';
import { KeptTraining } from '../pretrain/keptTraining.ts';
import { type Recipe, RECIPES } from '../pretrain/recipe.ts';
import type { Corpus } from '../pretrain/rows/corpus.ts';

/** Milliseconds between two states that are kept. */
const KEEP_EVERY = 180_000;

await main(async () => {
  const { values } = parseArgs({
    options: {
      preset: { type: 'string', default: 'micro' },
      seed: { type: 'string' },
      tokens: { type: 'string' },
      backend: { type: 'string' },
      workers: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const recipe = recipeOf(values.preset);
  const { name, corpus } = recipe;
  const seed = wholeNumber(values.seed, '--seed') ?? recipe.seed;
  const out = values.out ?? join(projectRoot, 'public', 'models', name);

  const trained = trainBpe(corpus.tokenizerTexts(seed), {
    ...corpus.tokenizer,
    vocabularySize: recipe.config.vocabularySize,
    maxLength: recipe.config.maxPositionEmbeddings,
  });
  const tokenizer = TextTokenizer.fromFiles(trained.tokenizerJson, trained.tokenizerConfig);
  const config = { ...recipe.config, vocabularySize: tokenizer.vocabularySize };
  const budget = wholeNumber(values.tokens, '--tokens', 1) ?? recipe.tokens;
  const examples = examplesOf(tokenizer, corpus, seed, budget);
  const { engine, report } = await startEngine(backendFlag(values.backend ?? recipe.backend), BACKEND_FILES, {
    workers: wholeNumber(values.workers, '--workers', 1) ?? 1,
  });
  const line = new ProgressLine();
  line.print(
    `Pretraining ${name}: ${examples.length} rows, ${config.vocabularySize} tokens in the vocabulary, on ${report.backend} (${report.device}).`,
  );

  const kept = new KeptTraining(`${out}.training`, JSON.stringify({ name, seed, budget, backend: report.backend }));
  const begun = kept.read();
  if (begun) line.print(`Going on from step ${begun.losses.length}.`);
  const started = performance.now();
  const losses = begun?.losses ?? [];
  const before = { steps: losses.length, tokens: begun?.tokens ?? 0 };
  let { tokens } = before;
  const weights = begun?.weights ?? initialWeights(config, seed, recipe.embeddingStd);
  const learner = new BaseLearner(engine, config, weights, undefined, begun?.optimizer);
  const settings = { ...recipe.training, seed };
  const batches = batchesOf(examples, settings);
  const steps = batches.length;
  let keptAt = started;
  await trainSupervised(
    engine,
    [learner],
    batches.slice(before.steps),
    settings,
    (step) => step / steps,
    async (step) => {
      losses.push(step.loss);
      tokens = step.tokens;
      const recent = losses.slice(-100);
      const speed = (tokens - before.tokens) / ((performance.now() - started) / 1000);
      const text = `loss ${(recent.reduce((a, b) => a + b, 0) / recent.length).toFixed(4)}  ${Math.round(speed)} tokens/s`;
      line.show(step.step, steps, text);
      if (step.step % 200 === 0 || step.step === steps) line.print(`step ${step.step}/${steps}  ${text}`);
      if (performance.now() - keptAt < KEEP_EVERY) return true;
      keptAt = performance.now();
      await kept.write(learner, losses, tokens);
      return true;
    },
    before,
  );
  line.end();

  const last = losses.slice(-200);
  const loss = last.reduce((a, b) => a + b, 0) / last.length;
  const accuracy = await untrainedAccuracy(recipe, { name, config, form: 'f32', weights: learner.weights, tokenizer }, engine);
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
    about: recipe.about,
  });
  await writeFolderWhole(out, writeModelFolder({ config, tensors: learner.weights, tokenizer: trained, card }));
  kept.remove();
  line.print(`Wrote ${out}`);
});

function recipeOf(preset: string): Recipe {
  const recipe = Object.values(RECIPES).find(({ name }) => name === preset);
  if (recipe) return recipe;
  throw new FaultError(fault(flagFaults, 'E_PRESET', { preset, of: 'pretraining', presets: Object.keys(RECIPES) }));
}

/** How well the preset's team does on this base before any reinforcement learning. */
async function untrainedAccuracy({ project, measured: episodes }: Recipe, base: BaseModel, engine: Engine): Promise<CardFacts['accuracy']> {
  const session = await TrainingSession.create({
    document: project(),
    bases: [base],
    engine,
    environment: createSandbox(),
  });
  const evaluate = async (split: Split, greedy: boolean) => (await session.evaluate({ split, episodes, greedy })).reward;
  return { train: await evaluate('train', false), test: await evaluate('test', false), greedy: await evaluate('train', true), episodes };
}

/** Rows of the corpus until `budget` tokens. */
function examplesOf(tokenizer: TextTokenizer, corpus: Corpus, seed: number, budget: number): Example[] {
  const examples: Example[] = [];
  for (let index = 0, tokens = 0; tokens < budget; index += 1) {
    const example = corpus.example(tokenizer, seed, index);
    examples.push(example);
    tokens += example.ids.length;
  }
  return examples;
}
