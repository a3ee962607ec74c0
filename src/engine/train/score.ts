/** Teacher-forced scoring and differentiation of messages: what stands between plans and objectives. */
import type { ModelConfig } from '../../core/formats/hf.ts';
import type { Execution, Executor } from '../executors/executor.ts';
import { type AdapterSlot, gradientOf, gradientsByParameter, savedBytes } from '../model/plan.ts';
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
  executor: Executor,
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
  for (const batch of makeBatches(config, slots, sequences, { hidden: options.hidden })) {
    const execution = executor.start(batch.plan, batch.inputs);
    try {
      const outputs = await execution.run('forward');
      gather(outputs['logprobs'], batch, scores.logprobs, 1);
      gather(outputs['entropies'], batch, scores.entropies, 1);
      if (options.hidden) gather(outputs['hidden'], batch, scores.hidden, config.hiddenSize);
    } finally {
      execution.dispose();
    }
  }
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
const SAVED_BYTES = 512 * 2 ** 20;

/** A forward pass that can be differentiated. `trainable` says which base parameters are trained (none by default). */
export async function scoreForTraining(
  executor: Executor,
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
    const execution = executor.start(batch.plan, batch.inputs);
    open.set(batch, execution);
    return { execution, outputs: await execution.run('forward') };
  };
  const end = (batch: Batch) => {
    open.get(batch)?.dispose();
    open.delete(batch);
  };
  const dispose = () => batches.forEach(end);

  try {
    let saved = 0;
    for (const batch of batches) {
      const { outputs } = await begin(batch);
      gather(outputs['logprobs'], batch, logprobs, 1);
      gather(outputs['entropies'], batch, entropies, 1);
      saved += savedBytes(batch.plan);
      if (saved > limit && batches.length > 1) end(batch);
    }
  } catch (error) {
    dispose();
    throw error;
  }
  return {
    logprobs,
    entropies,
    dispose,
    async gradients(dLogprobs, dEntropies) {
      const sums = new Map<string, Float32Array>();
      try {
        for (const batch of batches) {
          const execution = open.get(batch) ?? (await begin(batch)).execution;
          const outputs = await execution.run('backward', {
            [gradientOf('logprobs')]: scatter(dLogprobs, batch),
            [gradientOf('entropies')]: scatter(dEntropies, batch),
          });
          for (const [name, gradient] of gradientsByParameter(batch.plan, outputs)) addTo(sums, name, gradient);
          end(batch);
        }
      } finally {
        dispose();
      }
      return sums;
    },
  };
}

function gather(from: Float32Array | undefined, batch: Batch, to: Float32Array, width: number): void {
  if (!from) throw new Error(`plan ${batch.plan.name} returned no such output`);
  batch.places.forEach((place, i) => {
    for (let j = 0; j < width; j += 1) to[place * width + j] = from[i * width + j] ?? 0;
  });
}

function scatter(from: ArrayLike<number>, batch: Batch): Float32Array {
  const padded = batch.inputs['scored']?.length ?? 0;
  const to = new Float32Array(padded);
  batch.places.forEach((place, i) => {
    to[i] = from[place] ?? 0;
  });
  return to;
}

function addTo(sums: Map<string, Float32Array>, name: string, gradient: Float32Array): void {
  const sum = sums.get(name);
  if (!sum) sums.set(name, Float32Array.from(gradient));
  else for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (gradient[i] ?? 0);
}
