/** Supervised training of a whole base model: weighted cross-entropy, AdamW, warm-up and cosine decay. */
import { divergedFault } from '../core/faults.ts';
import type { ModelConfig } from '../core/formats/model-config.ts';
import type { HostTensor } from '../core/formats/safetensors.ts';
import { supervisedObjective } from '../core/objectives/supervised.ts';
import { keyFor, permutation, STREAMS } from '../core/random/streams.ts';
import type { Engine } from '../engine/engine.ts';
import { clippedStep, initialAdamW } from '../engine/train/adamw.ts';
import { type Differentiable, scoreForTraining } from '../engine/train/score.ts';

/** Token ids of one example and the loss weight of each (the first token is never predicted). */
export interface Example {
  readonly ids: readonly number[];
  readonly weights: readonly number[];
}

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

export interface SupervisedStep {
  readonly step: number;
  readonly steps: number;
  /** Weighted cross-entropy of the batch, nats. */
  readonly loss: number;
  /** Tokens seen so far. */
  readonly tokens: number;
}

/** Batches sorted together within this many, so that rows of one batch have similar lengths. */
const WINDOW = 32;

/** Trains on every example once; returns the new weights. */
export async function trainSupervised(
  engine: Engine,
  config: ModelConfig,
  initial: ReadonlyMap<string, HostTensor>,
  examples: readonly Example[],
  settings: SupervisedSettings,
  onStep?: (step: SupervisedStep) => void,
): Promise<ReadonlyMap<string, HostTensor>> {
  const batches = batchesOf(examples, settings);
  const optimizer = initialAdamW();
  let weights = initial;
  let tokens = 0;
  engine.setParameters(weights);
  for (const [index, batch] of batches.entries()) {
    const sequences = batch.map(({ ids }) => ({ ids, first: 1, slot: -1, temperature: 1 }));
    const pass = await scoreForTraining(engine, config, [], sequences, everyParameter);
    const { objective, gradients } = await differentiated(pass, batch);
    const { learningRate, beta2, weightDecay, maxGradNorm } = settings;
    const step = await clippedStep(
      engine,
      weights,
      gradients,
      optimizer,
      { learningRate: learningRate * schedule(index, batches.length, settings), beta2, epsilon: 1e-8, weightDecay },
      maxGradNorm,
    );
    if (!Number.isFinite(step.norm)) throw divergedFault(`the gradient of step ${index + 1}`);
    weights = step.parameters;
    engine.setParameters(weights);
    tokens += batch.reduce((sum, { ids }) => sum + ids.length, 0);
    onStep?.({ step: index + 1, steps: batches.length, loss: objective.loss, tokens });
  }
  return weights;
}

const everyParameter = () => true;

async function differentiated(pass: Differentiable, batch: readonly Example[]) {
  try {
    const objective = supervisedObjective({
      logprobs: pass.logprobs,
      weights: Float32Array.from(batch.flatMap((example) => example.weights.slice(1))),
    });
    return { objective, gradients: await pass.gradients(objective.dLogprobs, new Float32Array(pass.logprobs.length)) };
  } finally {
    pass.dispose();
  }
}

/** Linear warm-up, then cosine down to `finalShare`. */
function schedule(step: number, steps: number, { warmupSteps, finalShare }: SupervisedSettings): number {
  return Math.min(1, (step + 1) / warmupSteps) * (finalShare + (1 - finalShare) * 0.5 * (1 + Math.cos((Math.PI * step) / steps)));
}

function batchesOf(examples: readonly Example[], { batchRows, seed }: SupervisedSettings): Example[][] {
  const batches: Example[][] = [];
  for (let start = 0, window = 0; start < examples.length; start += batchRows * WINDOW, window += 1) {
    const sorted = examples.slice(start, start + batchRows * WINDOW).toSorted((a, b) => a.ids.length - b.ids.length);
    const cut = Array.from({ length: Math.ceil(sorted.length / batchRows) }, (_, i) => sorted.slice(i * batchRows, (i + 1) * batchRows));
    for (const place of permutation(keyFor(seed, STREAMS.shuffle, window), cut.length)) {
      const batch = cut[place];
      if (batch) batches.push(batch);
    }
  }
  return batches;
}
