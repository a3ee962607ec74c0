/** The `round` operation on the host, where numbers have bits: the reference of how keys and values are rounded. */
import { floatToHalf, halfToFloat } from '../../../core/weights/half.ts';
import type { ForwardOp } from '../../contracts/plan.ts';
import { type Tensor, tf } from './runtime.ts';

/** The largest binary16. */
const LARGEST = 65504;

export async function round(op: Extract<ForwardOp, { kind: 'round' }>, x: Tensor): Promise<Record<string, Tensor>> {
  const values = (await x.data()) as Float32Array;
  return { [op.out]: tf.tensor(values.map(rounded), x.shape) };
}

const rounded = (value: number): number => halfToFloat(floatToHalf(Math.max(-LARGEST, Math.min(LARGEST, value))));
