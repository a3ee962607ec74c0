/**
 * `npm run pretrain -- --preset micro [--seed S] [--backend …] [--out DIR]`: rebuilds a base model from its corpus with
 * the project's own engine. Writes a plain Hugging Face folder with a card that says what it was made of.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BackendChoice } from '../src/core/backend.ts';
import { FaultError } from '../src/core/faults.ts';
import { writeModelFolder } from '../src/core/formats/hf.ts';
import { TextTokenizer } from '../src/core/tokenizer/tokenizer.ts';
import { trainBpe } from '../src/core/tokenizer/train.ts';
import { initialWeights } from '../src/engine/model/initialize.ts';
import { KERNEL_FILES } from '../src/engine/executors/wasm/kernels.node.ts';
import { startEngine } from '../src/session/backend.ts';
import { type Example, trainSupervised } from '../src/session/supervised.ts';
import type { Split } from '../src/core/environment/contract.ts';
import type { Engine } from '../src/engine/engine.ts';
import type { BaseModel } from '../src/session/base.ts';
import { createSandbox } from '../src/session/sandbox/node.ts';
import { TrainingSession } from '../src/session/session.ts';
import { main, ProgressLine } from './console.ts';
import { chooseProject } from './project.ts';
import { projectRoot, writeFolderWhole } from './folders.ts';
import { type CardFacts, modelCard } from './pretrain/card.ts';
import { type CorpusPart, corpusRow, tokenizerTexts } from './pretrain/corpus.ts';
import { MICRO } from './pretrain/recipe.ts';

await main(async () => {
  const { values } = parseArgs({
    options: {
      preset: { type: 'string', default: 'micro' },
      seed: { type: 'string', default: String(MICRO.seed) },
      backend: { type: 'string', default: 'tfjs-wasm' },
      out: { type: 'string' },
    },
  });
  if (values.preset !== 'micro')
    throw new FaultError({ code: 'E_PRESET', message: `There is no pretraining preset “${values.preset}”.`, hint: 'Available: micro.' });
  const seed = Number(values.seed);
  const out = values.out ?? join(projectRoot, 'public', 'models', 'micro');

  const trained = trainBpe(tokenizerTexts(seed), {
    vocabularySize: MICRO.config.vocabularySize,
    maxLength: MICRO.config.maxPositionEmbeddings,
  });
  const tokenizer = TextTokenizer.fromFiles(trained.tokenizerJson, trained.tokenizerConfig);
  const config = { ...MICRO.config, vocabularySize: tokenizer.vocabularySize };
  const examples = examplesOf(tokenizer, seed, MICRO.tokens);
  const { engine, report } = await startEngine(values.backend as BackendChoice, { kernels: KERNEL_FILES });
  const line = new ProgressLine();
  line.print(
    `Pretraining micro: ${examples.length} rows, ${config.vocabularySize} tokens in the vocabulary, on ${report.backend} (${report.device}).`,
  );

  const started = performance.now();
  const losses: number[] = [];
  let tokens = 0;
  const weights = await trainSupervised(
    engine,
    config,
    initialWeights(config, seed, MICRO.embeddingStd),
    examples,
    { ...MICRO.training, seed },
    (step) => {
      losses.push(step.loss);
      tokens = step.tokens;
      const recent = losses.slice(-100);
      const speed = tokens / ((performance.now() - started) / 1000);
      const text = `loss ${(recent.reduce((a, b) => a + b, 0) / recent.length).toFixed(4)}  ${Math.round(speed)} tokens/s`;
      line.show(step.step, step.steps, text);
      if (step.step % 200 === 0 || step.step === step.steps) line.print(`step ${step.step}/${step.steps}  ${text}`);
    },
  );
  line.end();

  const last = losses.slice(-200);
  const loss = last.reduce((a, b) => a + b, 0) / last.length;
  const accuracy = await untrainedAccuracy({ name: 'micro', config, weights, tokenizer }, engine);
  const card = modelCard({ seed, rows: examples.length, tokens, steps: losses.length, loss, backend: report.backend, config, accuracy });
  writeFolderWhole(out, writeModelFolder({ config, tensors: weights, tokenizer: trained, card }));
  line.print(`Wrote ${out}`);
});

/** How well the default team does on this base before any reinforcement learning. */
async function untrainedAccuracy(base: BaseModel, engine: Engine): Promise<CardFacts['accuracy']> {
  const session = await TrainingSession.create({
    document: chooseProject({ preset: 'micro' }),
    base,
    engine,
    environment: createSandbox(),
  });
  const evaluate = async (split: Split, greedy: boolean) => (await session.evaluate({ split, episodes: 512, greedy })).reward;
  return { train: await evaluate('train', false), test: await evaluate('test', false), greedy: await evaluate('train', true) };
}

/** Rows of the corpus until `budget` tokens. */
function examplesOf(tokenizer: TextTokenizer, seed: number, budget: number): Example[] {
  const examples: Example[] = [];
  const { start, end } = tokenizer.promptTokens;
  const idsOf = (part: CorpusPart) => ('text' in part ? tokenizer.encode(part.text) : part.special === 'start' ? start : [end]);
  for (let index = 0, tokens = 0; tokens < budget; index += 1) {
    const ids: number[] = [];
    const weights: number[] = [];
    for (const part of corpusRow(seed, index).parts) {
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
