/** Trains the base of a recipe, stage by stage; what was trained is kept every few minutes, and goes on from there. */
import { TextTokenizer } from '../../src/core/tokenizer/tokenizer.ts';
import { trainBpe } from '../../src/core/tokenizer/train.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { initialWeights } from '../../src/engine/model/initialize.ts';
import { BaseLearner, batchesOf, type Example, trainSupervised } from '../../src/session/update/supervised.ts';
import type { ProgressLine } from '../kit/console.ts';
import { type Begun, KeptTraining } from './keptTraining.ts';
import { type Recipe, type Stage, stagesOf } from './recipe.ts';
import type { Corpus } from './rows/corpus.ts';
import { inForm, type MadeBase } from './ship.ts';

/** Milliseconds between two states that are kept. */
const KEEP_EVERY = 180_000;

export interface BaseOptions {
  readonly seed: number;
  /** Tokens of each corpus at most; all that the recipe says where left out. */
  readonly budget?: number | undefined;
  /** What computes. */
  readonly backend: string;
  /** The folder in which what was trained is kept; dropped by the caller, once the base is written. */
  readonly kept: string;
}

/** All stages of the recipe; of `from`, those that it has not had. */
export async function trainBase(
  recipe: Recipe,
  options: BaseOptions,
  engine: Engine,
  line: ProgressLine,
  from: MadeBase | null = null,
): Promise<MadeBase> {
  const { seed, budget, backend } = options;
  const kept = new KeptTraining(options.kept, JSON.stringify({ name: recipe.name, from: from?.facts ?? null, seed, budget, backend }));
  let begun = kept.read();
  let made = from ?? unmade(recipe, options);
  if (begun) made = { ...made, facts: { ...made.facts, stages: begun.stages } };
  for (const stage of stagesOf(recipe).slice(made.facts.stages.length)) {
    made = await trainStage(recipe, stage, made, options, kept, begun, engine, line);
    begun = null;
  }
  return made;
}

/** A base before its first stage. */
function unmade(recipe: Recipe, { seed, backend }: BaseOptions): MadeBase {
  const tokenizer = trainBpe(recipe.corpus.tokenizerTexts(seed), {
    ...recipe.corpus.tokenizer,
    vocabularySize: recipe.config.vocabularySize,
    maxLength: recipe.config.maxPositionEmbeddings,
  });
  const { vocabularySize } = TextTokenizer.fromFiles(tokenizer.tokenizerJson, tokenizer.tokenizerConfig);
  const config = { ...recipe.config, vocabularySize };
  const weights = initialWeights(config, seed, recipe.embeddingStd);
  return { config, weights, tokenizer, facts: { seed, stages: [], loss: Number.NaN, backend } };
}

async function trainStage(
  { name, ships }: Recipe,
  { corpus, tokens: all, training }: Stage,
  { config, tokenizer, weights: given, facts }: MadeBase,
  { seed, budget = all, backend }: BaseOptions,
  kept: KeptTraining,
  begun: Begun | null,
  engine: Engine,
  line: ProgressLine,
): Promise<MadeBase> {
  const speaks = TextTokenizer.fromFiles(tokenizer.tokenizerJson, tokenizer.tokenizerConfig);
  const examples = examplesOf(speaks, corpus, seed, budget);
  const at = facts.stages.length + 1;
  line.print(`Stage ${at} of ${name}: ${examples.length} rows, ${config.vocabularySize} tokens in the vocabulary.`);

  if (begun) line.print(`Going on from step ${begun.losses.length}.`);
  const started = performance.now();
  const losses = begun?.losses ?? [];
  const before = { steps: losses.length, tokens: begun?.tokens ?? 0 };
  let { tokens } = before;
  const weights = begun?.weights ?? (at > 1 ? inForm(ships, given) : given);
  const learner = new BaseLearner(engine, config, weights, undefined, begun?.optimizer);
  const settings = { ...training, seed };
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
      await kept.write(learner, { stages: facts.stages, losses, tokens });
      return true;
    },
    before,
  );
  line.end();

  const last = losses.slice(-200);
  const loss = last.reduce((a, b) => a + b, 0) / last.length;
  const stages = [...facts.stages, { rows: examples.length, tokens, steps: losses.length }];
  return { config, weights: learner.weights, tokenizer, facts: { seed, stages, loss, backend } };
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
