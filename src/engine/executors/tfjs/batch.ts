/** What several operations of one run share: rotary tables, causal mask, adapter mask. Made once, on the host. */
import { type AdapterSlot, type Plan } from '../../model/plan.ts';
import type { HostInputs } from '../executor.ts';
import { type Tensor, tf } from './runtime.ts';
import type { TfjsCache } from './cache.ts';

const MASKED = -1e9;

/** Rotary tables [M·heads, headDim] for `heads` heads: cos and sin of position × frequency, both halves alike. */
export function rotaryTables(plan: Plan, positions: ArrayLike<number>, heads: number): { cos: Tensor; sin: Tensor } {
  const { frequencies, headDim } = plan.attention ?? { frequencies: [], headDim: 0 };
  const half = headDim / 2;
  const tokens = plan.rows * plan.length;
  const cos = new Float32Array(tokens * heads * headDim);
  const sin = new Float32Array(tokens * heads * headDim);
  for (let token = 0; token < tokens; token += 1) {
    for (let i = 0; i < half; i += 1) {
      const angle = (positions[token] ?? 0) * (frequencies[i] ?? 0);
      const c = Math.cos(angle);
      const s = Math.sin(angle);
      for (let head = 0; head < heads; head += 1) {
        const at = (token * heads + head) * headDim + i;
        cos[at] = c;
        cos[at + half] = c;
        sin[at] = s;
        sin[at + half] = s;
      }
    }
  }
  const shape: [number, number] = [tokens * heads, headDim];
  return { cos: tf.tensor2d(cos, shape), sin: tf.tensor2d(sin, shape) };
}

/** [headDim, headDim] matrix P with x·P = rotate_half(x) = [−x₂, x₁]: a product is faster than slicing here. */
export function rotationMatrix(headDim: number, transposed: boolean): Tensor {
  const half = headDim / 2;
  const data = new Float32Array(headDim * headDim);
  for (let i = 0; i < half; i += 1) {
    const minus = transposed ? i * headDim + (i + half) : (i + half) * headDim + i;
    const plus = transposed ? (i + half) * headDim + i : i * headDim + (i + half);
    data[minus] = -1;
    data[plus] = 1;
  }
  return tf.tensor2d(data, [headDim, headDim]);
}

/**
 * Additive mask [rows·kvHeads, group·length, keys]: a token sees keys up to its own place. While decoding with a cache,
 * all keys but the padding between a short prompt's end and the longest prompt's.
 */
export function attentionMask(plan: Plan, cache: TfjsCache | undefined): Tensor {
  const { heads, kvHeads } = plan.attention ?? { heads: 0, kvHeads: 1 };
  const group = heads / kvHeads;
  const { rows, length } = plan;
  if (cache && cache.width > 0) {
    const keys = cache.width + length;
    const data = new Float32Array(rows * kvHeads * group * length * keys);
    for (let row = 0; row < rows; row += 1) {
      const padding = cache.promptLengths[row] ?? 0;
      for (let line = 0; line < kvHeads * group * length; line += 1) {
        const at = (row * kvHeads * group * length + line) * keys;
        data.fill(MASKED, at + padding, at + cache.promptWidth);
      }
    }
    return tf.tensor3d(data, [rows * kvHeads, group * length, keys]);
  }
  const data = new Float32Array(group * length * length);
  for (let g = 0; g < group; g += 1) {
    for (let t = 0; t < length; t += 1) data.fill(MASKED, (g * length + t) * length + t + 1, (g * length + t + 1) * length);
  }
  return tf.tidy(() => tf.tile(tf.tensor3d(data, [1, group * length, length]), [rows * kvHeads, 1, 1]));
}

/** [M, R]: α/r in the columns of each row's own adapter, 0 elsewhere. */
export function adapterMask(plan: Plan, slots: readonly AdapterSlot[], inputs: HostInputs): Tensor {
  const rank = slots.reduce((sum, slot) => sum + slot.rank, 0);
  const chosen = inputs['adapter_rows'];
  const data = new Float32Array(plan.rows * plan.length * rank);
  for (let row = 0; row < plan.rows; row += 1) {
    const index = chosen?.[row] ?? -1;
    const slot = slots[index];
    if (!slot) continue;
    const offset = slots.slice(0, index).reduce((sum, other) => sum + other.rank, 0);
    for (let t = 0; t < plan.length; t += 1)
      data.fill(slot.scale, (row * plan.length + t) * rank + offset, (row * plan.length + t) * rank + offset + slot.rank);
  }
  return tf.tensor2d(data, [plan.rows * plan.length, rank]);
}
