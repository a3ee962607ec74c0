/** AdamW (Loshchilov & Hutter 2019) with clipped gradients, over named parameters; the arithmetic is the executor's. */
import {
  type DeviceMoments,
  evaluatePlan,
  type HostTensor,
  type Moments,
  type Runner,
  type SetStep,
  type SteppedSet,
} from '../contracts/executor.ts';
import { optimizerPlan } from '../model/optimizer.ts';
import { OPTIMIZER_SCALARS } from '../contracts/plan.ts';

export interface AdamWSettings {
  readonly learningRate: number;
  readonly beta1?: number;
  readonly beta2?: number;
  readonly epsilon?: number;
  /** Decoupled weight decay. */
  readonly weightDecay?: number;
}

/**
 * A set's moments by parameter and the steps they come from. A step may leave the moments on the executor's device; `m` and
 * `v` then throw until `fetch` has brought them, so that nobody keeps old ones by mistake.
 */
export class AdamWState {
  step: number;
  #host: { readonly m: Map<string, Float32Array>; readonly v: Map<string, Float32Array> } | null;
  #device: DeviceMoments | null = null;

  constructor(step = 0, m = new Map<string, Float32Array>(), v = new Map<string, Float32Array>()) {
    this.step = step;
    this.#host = { m, v };
  }

  get m(): Map<string, Float32Array> {
    return this.#here().m;
  }

  get v(): Map<string, Float32Array> {
    return this.#here().v;
  }

  /** What the next step goes on from. */
  get moments(): Moments | DeviceMoments {
    return this.#device ?? this.#here();
  }

  /** Takes what a step has left. */
  moved(step: number, moments: Moments | DeviceMoments): void {
    this.step = step;
    this.#device = 'read' in moments ? moments : null;
    this.#host = 'read' in moments ? null : { m: new Map(moments.m), v: new Map(moments.v) };
  }

  /** Brings the moments to the host; the next step still finds them on the device. */
  async fetch(): Promise<void> {
    if (this.#host || !this.#device) return;
    const { m, v } = await this.#device.read();
    this.#host = { m: new Map(m), v: new Map(v) };
  }

  /** Another state with the same numbers on the host; arrays are never written to. */
  copy(): AdamWState {
    return new AdamWState(this.step, new Map(this.m), new Map(this.v));
  }

  #here(): { readonly m: Map<string, Float32Array>; readonly v: Map<string, Float32Array> } {
    if (!this.#host) throw new Error('the moments are on the device: fetch them first');
    return this.#host;
  }
}

export const initialAdamW = (): AdamWState => new AdamWState();

/** √Σ g² over the gradients of `names`, on the host. */
export function gradientNorm(gradients: ReadonlyMap<string, Float32Array>, names: Iterable<string>): number {
  let sum = 0;
  for (const name of names) {
    const gradient = gradients.get(name) ?? [];
    for (let i = 0; i < gradient.length; i += 1) sum += (gradient[i] ?? 0) ** 2; // an iterator takes four times as long
  }
  return Math.sqrt(sum);
}

/** A parameter set and what its next step needs. */
export interface ParameterSet {
  readonly parameters: ReadonlyMap<string, HostTensor>;
  /** Gradients of these parameters and of any others. */
  readonly gradients: ReadonlyMap<string, Float32Array>;
  readonly state: AdamWState;
  readonly settings: AdamWSettings;
  /** The norm that the gradients of this set are held at; 0: no limit. */
  readonly maxGradNorm: number;
}

export interface Stepped {
  /** New values in fresh arrays, so an executor may keep reading the old ones; the old ones where the norm is not finite. */
  readonly parameters: ReadonlyMap<string, HostTensor>;
  /** Norm of the set's gradients, before it was limited. */
  readonly norm: number;
}

/**
 * One step of each set, all together: in one pass where the executor keeps moments itself. A set's `state` moves on when all
 * are done. Where a norm is not finite nothing of its set is changed, so that one overflow does not destroy the parameters;
 * the caller reports it. What a set becomes does not depend on the sets beside it.
 */
export async function clippedSteps(runner: Runner, sets: readonly ParameterSet[]): Promise<Stepped[]> {
  const steps = sets.map(({ parameters, gradients, state, settings, maxGradNorm }): SetStep => {
    for (const [name, { data }] of parameters) gradientOf(gradients, name, data.length);
    return { parameters, gradients, moments: state.moments, scalars: scalarsOf(settings, state.step + 1, maxGradNorm) };
  });
  const stepped = await (runner.optimizer ? runner.optimizer.step(steps) : Promise.all(steps.map((set) => stepByPlan(runner, set))));
  sets.forEach(({ state }, i) => {
    const { norm = Number.NaN, moments } = stepped[i] ?? {};
    if (Number.isFinite(norm) && moments) state.moved(state.step + 1, moments);
  });
  return stepped;
}

/** As {@link clippedSteps}, of one set alone. */
export async function clippedStep(
  runner: Runner,
  parameters: ReadonlyMap<string, HostTensor>,
  gradients: ReadonlyMap<string, Float32Array>,
  state: AdamWState,
  settings: AdamWSettings,
  maxGradNorm: number,
): Promise<Stepped> {
  const [stepped = { parameters, norm: Number.NaN }] = await clippedSteps(runner, [
    { parameters, gradients, state, settings, maxGradNorm },
  ]);
  return stepped;
}

/** A step over host arrays. */
async function stepByPlan(runner: Runner, { parameters, gradients, moments, scalars }: SetStep): Promise<SteppedSet> {
  if ('read' in moments) throw new Error('these moments are on the device of another executor');
  const tensors = [...parameters];
  const count = tensors.reduce((sum, [, { data }]) => sum + data.length, 0);
  const all = (arrayOf: (name: string, length: number) => Float32Array) =>
    inOne(
      tensors.map(([name, { data }]) => arrayOf(name, data.length)),
      count,
    );
  const outputs = await evaluatePlan(runner, optimizerPlan(count), {
    parameters: all((name, length) => parameters.get(name)?.data ?? new Float32Array(length)),
    gradients: all((name, length) => gradients.get(name) ?? new Float32Array(length)),
    m: all((name, length) => moments.m.get(name) ?? new Float32Array(length)),
    v: all((name, length) => moments.v.get(name) ?? new Float32Array(length)),
    settings: scalars,
  });
  const [norm = Number.NaN] = outputs['norm'] ?? [];
  if (!Number.isFinite(norm)) return { parameters, norm, moments };
  const named = (output: string) => {
    let at = 0;
    return tensors.map(([name, { shape, data }]) => {
      at += data.length;
      return [name, { shape, data: (outputs[output] ?? new Float32Array()).subarray(at - data.length, at) }] as const;
    });
  };
  const arrays = (output: string) => new Map(named(output).map(([name, { data }]) => [name, data]));
  return { norm, parameters: new Map(named('nextParameters')), moments: { m: arrays('nextM'), v: arrays('nextV') } };
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
