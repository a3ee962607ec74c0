/** What several operations of one run share: rotary tables, adapter mask. Made once, on the host. */
import { slotsOfRows } from '../../model/live.ts';
import type { AdapterSlot, Axis, Plan } from '../../contracts/plan.ts';
import type { HostInputs } from '../../contracts/executor.ts';
import { type Tensor, tf } from './runtime.ts';

/** Rotary tables [M·heads, headDim] for `heads` heads: cos and sin of position × frequency (`local`: the plan's local one), both halves alike. */
export function rotaryTables(plan: Plan, positions: ArrayLike<number>, heads: number, local = false): { cos: Tensor; sin: Tensor } {
  const headDim = plan.attention?.headDim ?? 0;
  const frequencies = (local ? plan.attention?.localFrequencies : plan.attention?.frequencies) ?? [];
  const half = headDim / 2;
  const tokens = positions.length;
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

/** [rows along `axis`, R]: α/r in the columns of each row's own adapter, 0 elsewhere. */
export function adapterMask(slots: readonly AdapterSlot[], axis: Axis, inputs: HostInputs): Tensor {
  const rank = slots.reduce((sum, slot) => sum + slot.rank, 0);
  const chosen = slotsOfRows(axis, inputs);
  const data = new Float32Array(chosen.length * rank);
  chosen.forEach((index, row) => {
    const slot = slots[index];
    if (!slot) return;
    const offset = slots.slice(0, index).reduce((sum, other) => sum + other.rank, 0);
    data.fill(slot.scale, row * rank + offset, row * rank + offset + slot.rank);
  });
  return tf.tensor2d(data, [chosen.length, rank]);
}
