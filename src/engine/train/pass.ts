/** Runs of batches, in lanes: forward alone, or kept open until their gradients are asked for. */
import { evaluatePlan, type Execution, type HostInputs, type HostOutputs, type Runner } from '../contracts/executor.ts';
import { savedBytes } from '../model/cost.ts';
import { gradientsByParameter } from '../contracts/plan.ts';
import type { Batch } from './batches.ts';

/** What becomes of a batch's outputs. */
export type Take = (batch: Batch, outputs: HostOutputs) => void;

export async function runBatches(runner: Runner, batches: readonly Batch[], take: Take): Promise<void> {
  await inLanes(runner.lanes, batches, async (batch) => take(batch, await evaluatePlan(runner, batch.plan, batch.inputs)));
}

/** A forward pass that can be differentiated. */
export interface OpenPass {
  /**
   * Gradients of every trainable parameter that some batch has, for the derivatives of the loss by the outputs; with the
   * parameters of the forward pass still in place. Batches are summed in a fixed order. Call once; frees the activations.
   */
  gradients(seeds: (batch: Batch) => HostInputs): Promise<Map<string, Float32Array>>;
  /** Frees what `gradients` would have; harmless after it. */
  dispose(): void;
}

/**
 * Most bytes of activations kept from the forward to the backward stage. A rollout may be far larger than memory; batches
 * beyond are computed again when their turn comes (one more forward pass, the same numbers).
 */
export const SAVED_BYTES = 512 * 2 ** 20;

export async function openBatches(runner: Runner, batches: readonly Batch[], take: Take, limit = SAVED_BYTES): Promise<OpenPass> {
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
      take(batch, (await begin(batch)).outputs);
      if (!kept.has(batch) && batches.length > 1) end(batch);
    });
  } catch (error) {
    dispose();
    throw error;
  }
  return {
    dispose,
    async gradients(seeds) {
      try {
        const parts = await inLanes(runner.lanes, batches, async (batch) => {
          const execution = open.get(batch) ?? (await begin(batch)).execution;
          const outputs = await execution.run('backward', seeds(batch));
          end(batch);
          return gradientsByParameter(batch.plan, outputs);
        });
        return sumTree(parts);
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

function addTo(sums: Map<string, Float32Array>, name: string, gradient: Float32Array): void {
  const sum = sums.get(name);
  if (!sum) sums.set(name, gradient);
  else for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (gradient[i] ?? 0);
}
