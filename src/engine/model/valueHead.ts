/**
 * The critic's head: features [N, D] → values [N, outputs], through a hidden layer with ReLU or straight. The value layer
 * is zero at the start, so that the first values are 0 (learnability.md §2).
 */
import type { RandomKey } from '../../core/random/threefry.ts';
import { normals } from '../../core/random/streams.ts';
import type { HostTensor } from '../contracts/executor.ts';
import { PlanBuilder } from './builder.ts';
import type { BufferName, Plan } from '../contracts/plan.ts';
import { cachedPlan } from './planCache.ts';

export interface HeadShape {
  readonly kind: 'mlp' | 'linear';
  /** D. */
  readonly features: number;
  /** Width of the hidden layer; a linear head has none. */
  readonly hidden: number;
  /** Values per row: one, or one per agent on a common hidden layer. */
  readonly outputs: number;
}

/** The output of the head whose parameters' names begin with `prefix`. */
export const valuesOf = (prefix: string): BufferName => `${prefix}values`;

/** Adds the head to a plan; returns its values. */
export function valueHead(builder: PlanBuilder, features: BufferName, prefix: string, shape: HeadShape): BufferName {
  const { kind, hidden, outputs } = shape;
  const linear = (x: BufferName, layer: string, [rows, columns]: [number, number], out: BufferName) => {
    const weight = builder.parameter(`${prefix}${layer}.weight`, [rows, columns]);
    return builder.linear(x, weight, out, { bias: builder.parameter(`${prefix}${layer}.bias`, [rows]) });
  };
  if (kind === 'linear') return linear(features, 'value', [outputs, shape.features], valuesOf(prefix));
  const inner = linear(features, 'hidden', [hidden, shape.features], `${prefix}inner`);
  return linear(builder.relu(inner, `${prefix}active`), 'value', [outputs, hidden], valuesOf(prefix));
}

/** The head alone, on given features `features` [count, D]. */
export function valueHeadPlan(count: number, prefix: string, shape: HeadShape, backward: boolean): Plan {
  const { kind, features, hidden, outputs } = shape;
  return cachedPlan(['value', count, prefix, kind, features, hidden, outputs, backward], () => {
    const builder = new PlanBuilder(count, count, null, [], () => backward);
    const values = valueHead(builder, builder.input('features', 'f32', 'tokens', count, [features]), prefix, shape);
    return builder.build('value', [values], backward ? [values] : []);
  });
}

/** Hidden layer N(0, 1/√D) drawn with `key`, biases and value layer zero. */
export function initialValueHead(key: RandomKey, prefix: string, { kind, features, hidden, outputs }: HeadShape): Map<string, HostTensor> {
  const head = new Map<string, HostTensor>();
  const put = (name: string, shape: number[], data: Float32Array) => head.set(`${prefix}${name}`, { shape, data });
  const width = kind === 'linear' ? features : hidden;
  if (kind === 'mlp') {
    const scale = 1 / Math.sqrt(features);
    put(
      'hidden.weight',
      [hidden, features],
      normals(key, hidden * features).map((value) => value * scale),
    );
    put('hidden.bias', [hidden], new Float32Array(hidden));
  }
  put('value.weight', [outputs, width], new Float32Array(outputs * width));
  put('value.bias', [outputs], new Float32Array(outputs));
  return head;
}
