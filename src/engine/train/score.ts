/** Teacher-forced scoring and differentiation of messages: what stands between plans and objectives. */
import type { ModelConfig } from '../../core/formats/models/hf.ts';
import { modelTensorShapes } from '../../core/formats/models/model-config.ts';
import type { Runner } from '../contracts/executor.ts';
import { type AdapterSlot, gradientOf, loraA, loraB } from '../contracts/plan.ts';
import { type Batch, makeBatches, type ScoredSequence, totalScored } from './batches.ts';
import { openBatches, runBatches } from './pass.ts';

export interface Scores {
  /** Flat over the scored tokens of all sequences, in order. */
  readonly logprobs: Float32Array;
  readonly entropies: Float32Array;
}

export interface Features {
  /** Final hidden state under each scored token, [N, D]. */
  readonly hidden: Float32Array;
}

/**
 * Log-probabilities and entropies; with `hidden`, also the features (one pass serves the reference and the critic). `onTokens` hears of
 * every batch how many tokens of it were scored; what it throws ends the pass.
 */
export async function scoreSequences(
  runner: Runner,
  config: ModelConfig,
  slots: readonly AdapterSlot[],
  sequences: readonly ScoredSequence[],
  options: { hidden?: boolean; onTokens?: (tokens: number) => void } = {},
): Promise<Scores & Features> {
  const count = totalScored(sequences);
  const scores = {
    logprobs: new Float32Array(count),
    entropies: new Float32Array(count),
    hidden: new Float32Array(options.hidden ? count * config.hiddenSize : 0),
  };
  const batches = makeBatches(config, slots, sequences, { hidden: options.hidden, recompute: runner.recomputes ?? false });
  await runBatches(runner, batches, (batch, outputs) => {
    gather(outputs['logprobs'], batch, scores.logprobs, 1);
    gather(outputs['entropies'], batch, scores.entropies, 1);
    if (options.hidden) gather(outputs['hidden'], batch, scores.hidden, config.hiddenSize);
    options.onTokens?.(batch.indices.length);
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

/** A forward pass that can be differentiated. `trainable` says which base parameters are trained (none by default). */
export async function scoreForTraining(
  runner: Runner,
  config: ModelConfig,
  slots: readonly AdapterSlot[],
  sequences: readonly ScoredSequence[],
  trainable?: (name: string) => boolean,
  limit?: number,
): Promise<Differentiable> {
  const count = totalScored(sequences);
  const logprobs = new Float32Array(count);
  const entropies = new Float32Array(count);
  const batches = makeBatches(config, slots, sequences, { backward: true, recompute: runner.recomputes ?? false, trainable });
  const pass = await openBatches(
    runner,
    batches,
    (batch, outputs) => {
      gather(outputs['logprobs'], batch, logprobs, 1);
      gather(outputs['entropies'], batch, entropies, 1);
    },
    limit,
  );
  return {
    logprobs,
    entropies,
    dispose: () => pass.dispose(),
    async gradients(dLogprobs, dEntropies) {
      const gradients = await pass.gradients((batch) => ({
        [gradientOf('logprobs')]: scatter(dLogprobs, batch),
        [gradientOf('entropies')]: scatter(dEntropies, batch),
      }));
      return withSilent(gradients, config, slots);
    },
  };
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

function gather(from: Float32Array | undefined, batch: Batch, to: Float32Array, width: number): void {
  if (!from) throw new Error(`plan ${batch.plan.name} returned no such output`);
  batch.indices.forEach((index, i) => {
    for (let j = 0; j < width; j += 1) to[index * width + j] = from[i * width + j] ?? 0;
  });
}

function scatter(from: ArrayLike<number>, batch: Batch): Float32Array {
  const to = new Float32Array(batch.indices.length);
  batch.indices.forEach((index, i) => {
    to[i] = from[index] ?? 0;
  });
  return to;
}
