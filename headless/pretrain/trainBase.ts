/** Trains the base of a recipe from its corpus; what was trained is kept every few minutes, and goes on from there. */
import { TextTokenizer } from '../../src/core/tokenizer/tokenizer.ts';
import { trainBpe } from '../../src/core/tokenizer/train.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { initialWeights } from '../../src/engine/model/initialize.ts';
import { BaseLearner, batchesOf, type Example, trainSupervised } from '../../src/session/update/supervised.ts';
import type { ProgressLine } from '../kit/console.ts';
import { KeptTraining } from './keptTraining.ts';
import type { Recipe } from './recipe.ts';
import type { Corpus } from './rows/corpus.ts';
import type { MadeBase } from './ship.ts';

/** Milliseconds between two states that are kept. */
const KEEP_EVERY = 180_000;

export interface BaseOptions {
  readonly seed: number;
  /** Tokens of the corpus. */
  readonly budget: number;
  /** What computes. */
  readonly backend: string;
  /** The folder in which what was trained is kept; dropped by the caller, once the base is written. */
  readonly kept: string;
}

export async function trainBase(
  recipe: Recipe,
  { seed, budget, backend, kept: folder }: BaseOptions,
  engine: Engine,
  line: ProgressLine,
): Promise<MadeBase> {
  const { name, corpus } = recipe;
  const tokenizer = trainBpe(corpus.tokenizerTexts(seed), {
    ...corpus.tokenizer,
    vocabularySize: recipe.config.vocabularySize,
    maxLength: recipe.config.maxPositionEmbeddings,
  });
  const speaks = TextTokenizer.fromFiles(tokenizer.tokenizerJson, tokenizer.tokenizerConfig);
  const config = { ...recipe.config, vocabularySize: speaks.vocabularySize };
  const examples = examplesOf(speaks, corpus, seed, budget);
  line.print(`Pretraining ${name}: ${examples.length} rows, ${config.vocabularySize} tokens in the vocabulary.`);

  const kept = new KeptTraining(folder, JSON.stringify({ name, seed, budget, backend }));
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
  const facts = { seed, rows: examples.length, tokens, steps: losses.length, loss, backend };
  return { config, weights: learner.weights, tokenizer, facts };
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
