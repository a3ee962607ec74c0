/**
 * The critic's head on frozen-base features: features [N, D] → linear → ReLU → linear → value [N]
 * (learnability.md §2: one shared MLP, last layer zero at the start, so that the first values are 0).
 */
import { keyFor, normals, STREAMS } from '../../core/random/streams.ts';
import type { HostTensor } from '../executors/executor.ts';
import { PlanBuilder } from './builder.ts';
import type { Plan } from './plan.ts';
import { cachedPlan } from './planCache.ts';

export const CRITIC_PARAMETERS = ['critic/hidden.weight', 'critic/hidden.bias', 'critic/value.weight', 'critic/value.bias'] as const;

export function valueHeadPlan(count: number, features: number, hidden: number, backward: boolean): Plan {
  return cachedPlan(['value', count, features, hidden, backward], () => buildValueHead(count, features, hidden, backward));
}

function buildValueHead(count: number, features: number, hidden: number, backward: boolean): Plan {
  const builder = new PlanBuilder(count, count, null, [], () => backward);
  const x = builder.input('features', 'f32', 'tokens', count, [features]);
  const [w1, b1, w2, b2] = CRITIC_PARAMETERS;
  const inner = builder.linear(x, builder.parameter(w1, [hidden, features]), 'inner', { bias: builder.parameter(b1, [hidden]) });
  const values = builder.linear(builder.relu(inner, 'active'), builder.parameter(w2, [1, hidden]), 'values', {
    bias: builder.parameter(b2, [1]),
  });
  return builder.build('value', [values], backward ? [values] : []);
}

/** Hidden layer N(0, 1/√D), value layer zero. */
export function initialValueHead(seed: number, features: number, hidden: number): Map<string, HostTensor> {
  const scale = 1 / Math.sqrt(features);
  const [w1, b1, w2, b2] = CRITIC_PARAMETERS;
  return new Map<string, HostTensor>([
    [w1, { shape: [hidden, features], data: normals(keyFor(seed, STREAMS.criticInit), hidden * features).map((value) => value * scale) }],
    [b1, { shape: [hidden], data: new Float32Array(hidden) }],
    [w2, { shape: [1, hidden], data: new Float32Array(hidden) }],
    [b2, { shape: [1], data: new Float32Array(1) }],
  ]);
}
