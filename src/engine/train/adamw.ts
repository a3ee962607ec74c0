/** AdamW (Loshchilov & Hutter 2019) with clipped gradients, over named parameters; the arithmetic is the executor's. */
import { evaluatePlan, type HostTensor, type Runner } from '../executors/executor.ts';
import { optimizerPlan } from '../model/optimizer.ts';
import { OPTIMIZER_SCALARS } from '../model/plan.ts';

export interface AdamWSettings {
  readonly learningRate: number;
  readonly beta1?: number;
  readonly beta2?: number;
  readonly epsilon?: number;
  /** Decoupled weight decay. */
  readonly weightDecay?: number;
}

export interface AdamWState {
  step: number;
  readonly m: Map<string, Float32Array>;
  readonly v: Map<string, Float32Array>;
}

export const initialAdamW = (): AdamWState => ({ step: 0, m: new Map(), v: new Map() });

/** √Σ g² over the gradients of `names`, on the host. */
export function gradientNorm(gradients: ReadonlyMap<string, Float32Array>, names: Iterable<string>): number {
  let sum = 0;
  for (const name of names) {
    const gradient = gradients.get(name) ?? [];
    for (let i = 0; i < gradient.length; i += 1) sum += (gradient[i] ?? 0) ** 2; // an iterator takes four times as long
  }
  return Math.sqrt(sum);
}

/**
 * One step on `parameters` with the norm of their gradients held at `maxGradNorm` (0: no limit); returns their new values
 * (fresh arrays, so an executor may keep reading the old ones) and the norm before. `state` moves on when it is done. When
 * the norm is not finite nothing is changed, so that one overflow does not destroy the parameters; the caller reports it.
 * Steps of several sets may be under way at once.
 */
export async function clippedStep(
  runner: Runner,
  parameters: ReadonlyMap<string, HostTensor>,
  gradients: ReadonlyMap<string, Float32Array>,
  state: AdamWState,
  settings: AdamWSettings,
  maxGradNorm: number,
): Promise<{ parameters: ReadonlyMap<string, HostTensor>; norm: number }> {
  const tensors = [...parameters];
  const count = tensors.reduce((sum, [, { data }]) => sum + data.length, 0);
  const step = state.step + 1;
  const moment = (of: ReadonlyMap<string, Float32Array>) =>
    inOne(
      tensors.map(([name, { data }]) => of.get(name) ?? new Float32Array(data.length)),
      count,
    );
  const outputs = await evaluatePlan(runner, optimizerPlan(count), {
    parameters: inOne(
      tensors.map(([, { data }]) => data),
      count,
    ),
    gradients: inOne(
      tensors.map(([name, { data }]) => gradientOf(gradients, name, data.length)),
      count,
    ),
    m: moment(state.m),
    v: moment(state.v),
    settings: scalarsOf(settings, step, maxGradNorm),
  });
  const [norm = Number.NaN] = outputs['norm'] ?? [];
  if (!Number.isFinite(norm)) return { parameters, norm };
  const updated = new Map<string, HostTensor>();
  let at = 0;
  for (const [name, { shape, data }] of tensors) {
    const part = (output: string): Float32Array => (outputs[output] ?? new Float32Array()).subarray(at, at + data.length);
    updated.set(name, { shape, data: part('nextParameters') });
    state.m.set(name, part('nextM'));
    state.v.set(name, part('nextV'));
    at += data.length;
  }
  state.step = step;
  return { parameters: updated, norm };
}

function gradientOf(gradients: ReadonlyMap<string, Float32Array>, name: string, count: number): Float32Array {
  const gradient = gradients.get(name);
  if (gradient?.length !== count)
    throw new Error(`parameter ${name} has ${count} numbers, and its gradient ${gradient ? gradient.length : 'is missing'}`);
  return gradient;
}

/** Arrays one after the other. What a step before has left lies so already and is not copied. */
function inOne(parts: readonly Float32Array[], count: number): Float32Array {
  const [first] = parts;
  let end = first?.byteOffset ?? 0;
  const together = parts.every((part) => {
    const follows = part.buffer === first?.buffer && part.byteOffset === end;
    end += part.byteLength;
    return follows;
  });
  if (first && together) return new Float32Array(first.buffer, first.byteOffset, count);
  const all = new Float32Array(count);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function scalarsOf(
  { learningRate, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-5, weightDecay = 0 }: AdamWSettings,
  step: number,
  maxGradNorm: number,
): Float32Array {
  const scalars: Readonly<Record<(typeof OPTIMIZER_SCALARS)[number], number>> = {
    learningRate,
    beta1,
    rest1: 1 - beta1,
    beta2,
    rest2: 1 - beta2,
    epsilon,
    weightDecay,
    correction1: 1 - beta1 ** step,
    correction2: 1 - beta2 ** step,
    maxGradNorm,
  };
  return Float32Array.from(OPTIMIZER_SCALARS, (name) => scalars[name]);
}
