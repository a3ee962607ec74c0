/**
 * Supervised training: weighted cross-entropy of given tokens, AdamW, warm-up and cosine decay. What is trained is a
 * {@link Learner}: a whole base, or the adapters of those who stand on one. `npm run make-base` and warm starts share it.
 */
import { at } from '../../core/at.ts';
import { fault, FaultError } from '../../core/faults.ts';
import { engineFaults } from '../../words/words.ts';
import type { ModelConfig } from '../../core/formats/models/model-config.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import { supervisedObjective } from '../../core/objectives/supervised.ts';
import { keyFor, permutation, STREAMS } from '../../core/random/streams.ts';
import type { WarmStep } from '../../core/warmStart.ts';
import type { Engine } from '../../engine/engine.ts';
import type { AdapterSlot } from '../../engine/contracts/plan.ts';
import { type AdamWSettings, type AdamWState, clippedStep, initialAdamW } from '../../engine/train/adamw.ts';
import type { ScoredSequence } from '../../engine/train/batches.ts';
import { type Differentiable, scoreForTraining } from '../../engine/train/score.ts';

/** Token ids of one example and the loss weight of each (the first token is never predicted). */
export interface Example {
  readonly ids: readonly number[];
  readonly weights: readonly number[];
  /** Whose message it is, by index in the document; nobody's where a base is made from a corpus. */
  readonly agent?: number;
  /** Where the message begins; its own tokens are those of weight {@link RESPONSE_WEIGHT} when absent. */
  readonly message?: number;
}

/** Weight of a token of the message itself; those of its prompt count less. */
export const RESPONSE_WEIGHT = 1;

export interface SupervisedSettings {
  readonly learningRate: number;
  readonly batchRows: number;
  readonly warmupSteps: number;
  /** Last learning rate as a share of the first. */
  readonly finalShare: number;
  readonly beta2: number;
  readonly weightDecay: number;
  readonly maxGradNorm: number;
  readonly seed: number;
}

/** The optimiser's settings that made the shipped bases. */
export const PRETRAINING: Omit<SupervisedSettings, 'seed'> = {
  learningRate: 4e-3,
  batchRows: 32,
  warmupSteps: 50,
  finalShare: 0.03,
  beta2: 0.98,
  weightDecay: 0.01,
  maxGradNorm: 1,
};

/** Something with parameters on the engine that learns from examples. */
export interface Learner {
  readonly config: ModelConfig;
  readonly slots: readonly AdapterSlot[];
  /** Which base parameters are trained. */
  readonly trainable: (name: string) => boolean;
  /** The slot an example is scored under, −1 for the base alone; null when it is not for this learner. */
  slotOf(example: Example): number | null;
  /** One optimiser step of what `examples` were scored with; the largest norm of a gradient. */
  step(gradients: ReadonlyMap<string, Float32Array>, settings: AdamWSettings, maxGradNorm: number): Promise<number>;
}

/** A learner of all weights of a base. */
export class BaseLearner implements Learner {
  readonly slots: readonly AdapterSlot[] = [];

  /**
   * `weights` carry the names that `config` reads them by; `agents`: whose messages it learns, everybody's when absent; `optimizer`:
   * what an earlier part of the same training has left.
   */
  constructor(
    private readonly engine: Engine,
    readonly config: ModelConfig,
    public weights: ReadonlyMap<string, HostTensor>,
    private readonly agents?: readonly number[],
    readonly optimizer: AdamWState = initialAdamW(),
  ) {
    engine.setParameters(weights);
  }

  trainable = (): boolean => true;

  slotOf({ agent }: Example): number | null {
    return this.agents && (agent === undefined || !this.agents.includes(agent)) ? null : -1;
  }

  async step(gradients: ReadonlyMap<string, Float32Array>, settings: AdamWSettings, maxGradNorm: number): Promise<number> {
    const { parameters, norm } = await clippedStep(this.engine, this.weights, gradients, this.optimizer, settings, maxGradNorm);
    this.weights = parameters;
    this.engine.setParameters(parameters);
    return norm;
  }
}

/** An example as the engine scores it; the tokens before its first weight are only read. */
export function scoredExample({ ids, weights }: Example, slot: number): ScoredSequence {
  return { ids, first: firstWeighted(weights), slot, temperature: 1 };
}

/** The weights of the tokens that {@link scoredExample} scores. */
export const scoredWeights = ({ weights }: Example): readonly number[] => weights.slice(firstWeighted(weights));

/** Which of these tokens are the message's own. A prompt may weigh as much, so the weight does not tell. */
export function ownTokens({ weights, message }: Example): readonly boolean[] {
  const first = firstWeighted(weights);
  return weights
    .slice(first)
    .map((weight, at) => (message === undefined ? weight === RESPONSE_WEIGHT : weight > 0 && first + at >= message));
}

function firstWeighted(weights: readonly number[]): number {
  const first = weights.findIndex((weight, batched) => batched > 0 && weight > 0);
  if (first < 0) throw new Error('an example has a token to learn');
  return first;
}

/** Mean cross-entropy (nats) and probability of the messages' own tokens, and how many there are. */
export function responseScores(logprobs: ArrayLike<number>, own: readonly boolean[]): { loss: number; accuracy: number; count: number } {
  let loss = 0;
  let accuracy = 0;
  let count = 0;
  for (const [t, isOwn] of own.entries()) {
    if (!isOwn) continue;
    const logprob = at(logprobs, t, 'log-probability');
    loss -= logprob;
    accuracy += Math.exp(logprob);
    count += 1;
  }
  return count === 0 ? { loss: 0, accuracy: 0, count } : { loss: loss / count, accuracy: accuracy / count, count };
}

/**
 * Trains on each batch once. `share` is how much of the training is done before a step, in [0, 1); `begun`: the steps and tokens of
 * an earlier part, where `batches` are those that are left.
 */
export async function trainSupervised(
  engine: Engine,
  learners: readonly Learner[],
  batches: Iterable<readonly Example[]> | AsyncIterable<readonly Example[]>,
  settings: SupervisedSettings,
  share: (steps: number, tokens: number) => number,
  onStep?: (step: WarmStep) => Promise<boolean> | boolean | void,
  begun: { readonly steps: number; readonly tokens: number } = { steps: 0, tokens: 0 },
): Promise<void> {
  let { steps, tokens } = begun;
  for await (const batch of batches) {
    const { beta2, weightDecay, maxGradNorm } = settings;
    const learningRate = settings.learningRate * schedule(steps, share(steps, tokens), settings);
    const optimizer = { learningRate, beta2, epsilon: 1e-8, weightDecay };
    const total = batch.reduce((sum, example) => sum + scoredWeights(example).reduce((a, b) => a + b, 0), 0);
    const logprobs: number[] = [];
    const marks: boolean[] = [];
    let loss = 0;
    for (const learner of learners) {
      const own = batch.flatMap((example) => {
        const slot = learner.slotOf(example);
        return slot === null ? [] : [{ example, slot }];
      });
      if (own.length === 0) continue;
      const pass = await scoreForTraining(
        engine,
        learner.config,
        learner.slots,
        own.map(({ example, slot }) => scoredExample(example, slot)),
        learner.trainable,
      );
      const given = own.flatMap(({ example }) => scoredWeights(example));
      const { objective, gradients } = await differentiated(pass, given, total);
      for (const logprob of pass.logprobs) logprobs.push(logprob);
      for (const { example } of own) for (const mark of ownTokens(example)) marks.push(mark);
      loss += objective.loss;
      const norm = await learner.step(gradients, optimizer, maxGradNorm);
      if (!Number.isFinite(norm)) throw new FaultError(fault(engineFaults, 'E_DIVERGED', { found: 'gradient', step: steps + 1 }));
    }
    steps += 1;
    tokens += batch.reduce((sum, { ids }) => sum + ids.length, 0);
    const { loss: responseLoss, accuracy } = responseScores(logprobs, marks);
    if ((await onStep?.({ step: steps, loss, responseLoss, accuracy, learningRate, tokens })) === false) return;
  }
}

async function differentiated(pass: Differentiable, weights: readonly number[], normalizer: number) {
  try {
    const objective = supervisedObjective({ logprobs: pass.logprobs, weights: Float32Array.from(weights), normalizer });
    return { objective, gradients: await pass.gradients(objective.dLogprobs, new Float32Array(pass.logprobs.length)) };
  } finally {
    pass.dispose();
  }
}

/** Linear warm-up, then cosine down to `finalShare`. */
function schedule(step: number, share: number, { warmupSteps, finalShare }: SupervisedSettings): number {
  return Math.min(1, (step + 1) / warmupSteps) * (finalShare + (1 - finalShare) * 0.5 * (1 + Math.cos(Math.PI * Math.min(1, share))));
}

/** Batches sorted together within this many, so that rows of one batch have similar lengths. */
export const WINDOW = 32;

/** The batches of one window of examples, in random order; `window` counts the windows of a training. */
export function windowBatches(examples: readonly Example[], window: number, { batchRows, seed }: SupervisedSettings): Example[][] {
  const sorted = examples.toSorted((a, b) => a.ids.length - b.ids.length);
  const cut = Array.from({ length: Math.ceil(sorted.length / batchRows) }, (_, i) => sorted.slice(i * batchRows, (i + 1) * batchRows));
  return [...permutation(keyFor(seed, STREAMS.shuffle, window), cut.length)].flatMap((batched) => {
    const batch = cut[batched];
    return batch ? [batch] : [];
  });
}

/** All batches of a list of examples. */
export function batchesOf(examples: readonly Example[], settings: SupervisedSettings): Example[][] {
  const size = settings.batchRows * WINDOW;
  return Array.from({ length: Math.ceil(examples.length / size) }, (_, window) =>
    windowBatches(examples.slice(window * size, (window + 1) * size), window, settings),
  ).flat();
}
