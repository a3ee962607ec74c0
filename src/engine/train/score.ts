/** Teacher-forced scoring and differentiation of messages: what stands between plans and objectives. */
import type { ModelConfig } from '../../core/formats/hf.ts';
import { modelTensorShapes } from '../../core/formats/model-config.ts';
import { evaluatePlan, type Execution, type Runner } from '../executors/executor.ts';
import { savedBytes } from '../model/cost.ts';
import { type AdapterSlot, gradientOf, gradientsByParameter, loraA, loraB } from '../model/plan.ts';
import { type Batch, makeBatches, type ScoredSequence, scoredCount } from './batches.ts';

export interface Scores {
  /** Flat over the scored tokens of all sequences, in order. */
  readonly logprobs: Float32Array;
  readonly entropies: Float32Array;
}

export interface Features {
  /** Final hidden state under each scored token, [N, D]. */
  readonly hidden: Float32Array;
}

const totalScored = (sequences: readonly ScoredSequence[]) => sequences.reduce((sum, sequence) => sum + scoredCount(sequence), 0);

/** Log-probabilities and entropies; with `hidden`, also the features (one pass serves the reference and the critic). */
export async function scoreSequences(
  runner: Runner,
  config: ModelConfig,
  slots: readonly AdapterSlot[],
  sequences: readonly ScoredSequence[],
  options: { hidden?: boolean } = {},
): Promise<Scores & Features> {
  const count = totalScored(sequences);
  const scores = {
    logprobs: new Float32Array(count),
    entropies: new Float32Array(count),
    hidden: new Float32Array(options.hidden ? count * config.hiddenSize : 0),
  };
  const batches = makeBatches(config, slots, sequences, { hidden: options.hidden });
  await inLanes(runner.lanes, batches, async (batch) => {
    const outputs = await evaluatePlan(runner, batch.plan, batch.inputs);
    gather(outputs['logprobs'], batch, scores.logprobs, 1);
    gather(outputs['entropies'], batch, scores.entropies, 1);
    if (options.hidden) gather(outputs['hidden'], batch, scores.hidden, config.hiddenSize);
  });
  return scores;
}

export interface Differentiable extends Scores {
  /**
   * Gradients of every trainable parameter for ∂L/∂logprobs and ∂L/∂entropies (flat, as the scores), with the parameters
   * of the forward pass still in place. Batches are summed in a fixed order. Call once; frees the saved activations.
   */
  gradients(dLogprobs: ArrayLike<number>, dEntropies: ArrayLike<number>): Promise<Map<string, Float32Array>>;
  /** Frees what `gradients` would have; harmless after it. */
  dispose(): void;
}

/**
 * Most bytes of activations kept from the forward to the backward stage. A rollout may be far larger than memory; batches
 * beyond are computed again when their turn comes (one more forward pass, the same numbers).
 */
export const SAVED_BYTES = 512 * 2 ** 20;

/** A forward pass that can be differentiated. `trainable` says which base parameters are trained (none by default). */
export async function scoreForTraining(
  runner: Runner,
  config: ModelConfig,
  slots: readonly AdapterSlot[],
  sequences: readonly ScoredSequence[],
  trainable?: (name: string) => boolean,
  limit = SAVED_BYTES,
): Promise<Differentiable> {
  const count = totalScored(sequences);
  const logprobs = new Float32Array(count);
  const entropies = new Float32Array(count);
  const batches = makeBatches(config, slots, sequences, { backward: true, trainable });
  const open = new Map<Batch, Execution>();
  const begin = async (batch: Batch) => {
    const execution = runner.start(batch.plan, batch.inputs);
    open.set(batch, execution);
    return { execution, outputs: await execution.run('forward') };
  };
  const end = (batch: Batch) => {
    open.get(batch)?.dispose();
    open.delete(batch);
  };
  const dispose = () => batches.forEach(end);

  // Which batches are kept is decided before any runs, so that it does not depend on who finishes first.
  let saved = 0;
  const kept = new Set(batches.filter((batch) => (saved += savedBytes(batch.plan)) <= limit));
  try {
    await inLanes(runner.lanes, batches, async (batch) => {
      const { outputs } = await begin(batch);
      gather(outputs['logprobs'], batch, logprobs, 1);
      gather(outputs['entropies'], batch, entropies, 1);
      if (!kept.has(batch) && batches.length > 1) end(batch);
    });
  } catch (error) {
    dispose();
    throw error;
  }
  return {
    logprobs,
    entropies,
    dispose,
    async gradients(dLogprobs, dEntropies) {
      try {
        const parts = await inLanes(runner.lanes, batches, async (batch) => {
          const execution = open.get(batch) ?? (await begin(batch)).execution;
          const outputs = await execution.run('backward', {
            [gradientOf('logprobs')]: scatter(dLogprobs, batch),
            [gradientOf('entropies')]: scatter(dEntropies, batch),
          });
          end(batch);
          return gradientsByParameter(batch.plan, outputs);
        });
        return withSilent(sumTree(parts), config, slots);
      } finally {
        dispose();
      }
    },
  };
}

/**
 * Results in the order of `items`, at most `lanes` under way at once. A failure is thrown when nothing runs any more: a
 * batch under way must not be freed under its feet.
 */
async function inLanes<T, R>(lanes: number, items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const queue = [...items.entries()];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await work(next[1]);
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return results;
}

/** Adapters that nobody spoke with are in no batch: their gradients are zero. */
function withSilent(gradients: Map<string, Float32Array>, config: ModelConfig, slots: readonly AdapterSlot[]): Map<string, Float32Array> {
  const shapes = modelTensorShapes(config);
  for (const { name, rank, modules, trainable } of slots) {
    for (const module of trainable ? modules : []) {
      const [outputs = 0, inputs = 0] = shapes.get(`${module}.weight`) ?? [];
      if (!gradients.has(loraA(name, module))) gradients.set(loraA(name, module), new Float32Array(rank * inputs));
      if (!gradients.has(loraB(name, module))) gradients.set(loraB(name, module), new Float32Array(outputs * rank));
    }
  }
  return gradients;
}

/** The sum of the batches' gradients, neighbours first: one order, whoever computed them. Overwrites its arguments. */
function sumTree(parts: readonly Map<string, Float32Array>[]): Map<string, Float32Array> {
  if (parts.length <= 1) return parts[0] ?? new Map();
  const halves: Map<string, Float32Array>[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const sum = parts[i] ?? new Map<string, Float32Array>();
    for (const [name, gradient] of parts[i + 1] ?? []) addTo(sum, name, gradient);
    halves.push(sum);
  }
  return sumTree(halves);
}

function gather(from: Float32Array | undefined, batch: Batch, to: Float32Array, width: number): void {
  if (!from) throw new Error(`plan ${batch.plan.name} returned no such output`);
  batch.places.forEach((place, i) => {
    for (let j = 0; j < width; j += 1) to[place * width + j] = from[i * width + j] ?? 0;
  });
}

function scatter(from: ArrayLike<number>, batch: Batch): Float32Array {
  const to = new Float32Array(batch.places.length);
  batch.places.forEach((place, i) => {
    to[i] = from[place] ?? 0;
  });
  return to;
}

function addTo(sums: Map<string, Float32Array>, name: string, gradient: Float32Array): void {
  const sum = sums.get(name);
  if (!sum) sums.set(name, gradient);
  else for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (gradient[i] ?? 0);
}
