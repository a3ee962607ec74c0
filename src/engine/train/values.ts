/** Values of tokens under adapters with a value head each (the critic of kind `lora`), and their differentiation. */
import type { ModelConfig } from '../../core/formats/models/hf.ts';
import type { HostOutputs, Runner } from '../contracts/executor.ts';
import { slotsOfRows } from '../model/live.ts';
import { valuePlan } from '../model/llama.ts';
import { type AdapterSlot, gradientOf } from '../contracts/plan.ts';
import { type HeadShape, valuesOf } from '../model/valueHead.ts';
import { type Batch, packBatches, type ScoredSequence, totalScored } from './batches.ts';
import { openBatches, runBatches } from './pass.ts';

/** A value model on one base: its adapters, and the shape of the head that each has. */
export interface AdaptedValues {
  readonly config: ModelConfig;
  readonly slots: readonly AdapterSlot[];
  readonly head: HeadShape;
}

/** What would run for `sequences`, each of which has a slot. */
export function valueBatches({ config, slots, head }: AdaptedValues, sequences: readonly ScoredSequence[], backward: boolean): Batch[] {
  return packBatches(config, slots, sequences, ({ bucket, adapters, scored }) =>
    valuePlan(config, bucket, adapters, { scored, head, backward }),
  );
}

/** Values of the states before the scored tokens, flat in the order of `sequences`. */
export async function valueSequences(runner: Runner, model: AdaptedValues, sequences: readonly ScoredSequence[]): Promise<Float32Array> {
  const values = new Float32Array(totalScored(sequences));
  await runBatches(runner, valueBatches(model, sequences, false), (batch, outputs) => gatherOwn(outputs, batch, values));
  return values;
}

export interface DifferentiableValues {
  readonly values: Float32Array;
  /** Gradients of adapters and heads that some sequence has, for ∂L/∂values. Call once; frees the saved activations. */
  gradients(dValues: ArrayLike<number>): Promise<Map<string, Float32Array>>;
  /** Frees what `gradients` would have; harmless after it. */
  dispose(): void;
}

export async function valuesForTraining(
  runner: Runner,
  model: AdaptedValues,
  sequences: readonly ScoredSequence[],
): Promise<DifferentiableValues> {
  const values = new Float32Array(totalScored(sequences));
  const pass = await openBatches(runner, valueBatches(model, sequences, true), (batch, outputs) => gatherOwn(outputs, batch, values));
  return {
    values,
    gradients: (dValues) => pass.gradients((batch) => scatterOwn(dValues, batch)),
    dispose: () => pass.dispose(),
  };
}

const outputOf = (slot: AdapterSlot | undefined): string => valuesOf(`${slot?.name}/`);

/** Every head gives a value for every token; its own adapter's counts. */
function gatherOwn(outputs: HostOutputs, { plan, inputs, indices }: Batch, values: Float32Array): void {
  slotsOfRows('scored', inputs).forEach((slot, row) => {
    const output = outputs[outputOf(plan.adapters[slot])];
    if (!output) throw new Error(`a token has adapter ${slot}, and plan ${plan.name} returned no values of it`);
    values[indices[row] ?? 0] = output[row] ?? 0;
  });
}

function scatterOwn(dValues: ArrayLike<number>, { plan, inputs, indices }: Batch): Record<string, Float32Array> {
  const seeds = plan.adapters.map(() => new Float32Array(indices.length));
  slotsOfRows('scored', inputs).forEach((slot, row) => {
    const seed = seeds[slot];
    if (seed) seed[row] = dValues[indices[row] ?? 0] ?? 0;
  });
  return Object.fromEntries(plan.adapters.map((slot, index) => [gradientOf(outputOf(slot)), seeds[index] ?? new Float32Array()]));
}
