/** The `sample` operation on the host, from logits read back: exact, and stock ops cannot do it everywhere (cumsum writes out of bounds on WASM). */
import { uniformAt } from '../../../core/random/streams.ts';
import { drawToken } from '../../generate/sampler.ts';
import type { ForwardOp } from '../../contracts/plan.ts';
import type { HostInputs } from '../../contracts/executor.ts';
import { type Tensor, tf } from './runtime.ts';

export async function sample(
  op: Extract<ForwardOp, { kind: 'sample' }>,
  logits: Tensor,
  inputs: HostInputs,
): Promise<Record<string, Tensor>> {
  const values = (await logits.data()) as Float32Array;
  const [rows = 0, vocabulary = 0] = logits.shape;
  const keys = inputs[op.keys] ?? [];
  const draws = Array.from({ length: rows }, (_, row) => {
    const key = [(keys[2 * row] ?? 0) >>> 0, (keys[2 * row + 1] ?? 0) >>> 0] as const;
    const rule = { temperature: inputs[op.temperature]?.[row] ?? 1, topK: 0, topP: 1, greedy: inputs[op.greedy]?.[row] === 1 };
    return drawToken(values.subarray(row * vocabulary, (row + 1) * vocabulary), rule, uniformAt(key, inputs[op.counters]?.[row] ?? 0));
  });
  const column = (pick: (draw: (typeof draws)[number]) => number) => tf.tensor1d(draws.map(pick));
  return {
    [op.tokens]: column(({ token }) => token),
    [op.logprobs]: column(({ logprob }) => logprob),
    [op.entropies]: column(({ entropy }) => entropy),
  };
}
