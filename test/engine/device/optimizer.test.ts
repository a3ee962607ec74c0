/** The optimiser on every executor against AdamW by its definition: odd sizes, many steps, gradients of any size. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';
import { keyFor, normals } from '../../../src/core/random/streams.ts';
import type { Executor, HostTensor } from '../../../src/engine/contracts/executor.ts';
import { createWasmExecutor } from '../../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../../src/engine/executors/wasm/kernels.node.ts';
import { createWebgpuExecutor } from '../../../src/engine/executors/webgpu/executor.ts';
import { peakBytes, planCost } from '../../../src/engine/model/cost.ts';
import { optimizerPlan } from '../../../src/engine/model/optimizer.ts';
import {
  type AdamWSettings,
  AdamWState,
  clippedStep,
  clippedSteps,
  initialAdamW,
  type ParameterSet,
  type Stepped,
} from '../../../src/engine/train/adamw.ts';
import { relativeError } from '../support/compare.ts';
import { createExecutor } from '../support/executors.ts';
import { plainStep } from '../support/plainAdamw.ts';

const SIZES = [[1], [3], [31], [33], [257], [1, 3, 31, 33, 257], [5000], [40_000, 1]];
/** Stock ops on WASM sum 40,001 squares one by one. */
const CLOSE = 5e-6;

/** 100 steps of torch.optim.AdamW on gradients of 1e-3 at lr 1e-6 and eps 1e-5: p starts at `p0`, q at 0. */
const pytorch = JSON.parse(readFileSync(new URL('../../golden/marft-vectors.json', import.meta.url), 'utf8'))['V9_adamw_torch.float32'] as {
  readonly p0: number;
  readonly p_after: number;
  readonly q_after: number;
  readonly v: number;
};

/** Tensors of these sizes, N(0, 0.3²). */
const tensorsOf = (sizes: readonly number[], stream: number): Map<string, HostTensor> =>
  new Map(sizes.map((size, i) => [`tensor ${i}`, { shape: [size], data: normals(keyFor(3, stream, i), size).map((x) => 0.3 * x) }]));
const gradientsOf = (sizes: readonly number[], stream: number, scale: number): Map<string, Float32Array> =>
  new Map(sizes.map((size, i) => [`tensor ${i}`, normals(keyFor(4, stream, i), size).map((x) => scale * x)]));
const flat = (arrays: Iterable<Float32Array>): number[] => [...arrays].flatMap((array) => [...array]);
const numbers = (tensors: ReadonlyMap<string, HostTensor>): number[] => flat([...tensors.values()].map(({ data }) => data));

describe.each([
  ['wasm', () => createExecutor('wasm')],
  ['the plain build of wasm', () => createWasmExecutor(KERNEL_FILES, { reproducible: true })],
  ['tfjs-cpu', () => createExecutor('tfjs-cpu')],
  ['tfjs-wasm', () => createExecutor('tfjs-wasm')],
  ['webgpu', async () => ((await installWebGpu()) ? createWebgpuExecutor() : Promise.reject(new Error('no WebGPU in Node')))],
] as const)('the optimiser on %s', (_, create) => {
  let executor: Executor;
  beforeAll(async () => {
    executor = await create();
  });
  afterAll(() => executor.dispose());

  /** Both sides take `steps` steps; what comes out is compared, each step's change of the parameters by itself. */
  const compare = async (sizes: readonly number[], settings: AdamWSettings, maxGradNorm: number, steps: number, scale: number) => {
    const [state, plain] = [initialAdamW(), initialAdamW()];
    let mine: ReadonlyMap<string, HostTensor> = tensorsOf(sizes, 1);
    let want: ReadonlyMap<string, HostTensor> = tensorsOf(sizes, 1);
    for (let step = 0; step < steps; step += 1) {
      const gradients = gradientsOf(sizes, step, scale);
      const before = numbers(mine);
      const got = await clippedStep(executor, mine, gradients, state, settings, maxGradNorm);
      const expected = plainStep(want, gradients, plain, settings, maxGradNorm);
      expect(relativeError([got.norm], [expected.norm]), `norm of step ${step}`).toBeLessThan(CLOSE);
      expect(numbers(mine), 'the old values stay').toEqual(before);
      mine = got.parameters;
      want = expected.parameters;
    }
    expect(state.step).toBe(steps);
    await state.fetch();
    expect(relativeError(flat(state.m.values()), flat(plain.m.values())), 'm').toBeLessThan(CLOSE);
    expect(relativeError(flat(state.v.values()), flat(plain.v.values())), 'v').toBeLessThan(CLOSE);
    const start = numbers(tensorsOf(sizes, 1));
    const moved = (tensors: ReadonlyMap<string, HostTensor>) => numbers(tensors).map((value, i) => value - start[i]!);
    expect(relativeError(moved(mine), moved(want)), 'change').toBeLessThan(2e-5);
    expect([...mine].map(([name, { shape }]) => [name, shape])).toEqual([...want].map(([name, { shape }]) => [name, shape]));
  };

  it.each(SIZES.map((sizes) => [sizes]))('%j numbers', (sizes) => compare(sizes, { learningRate: 0.01 }, 1, 3, 1));

  it.each([
    ['no decay, no clipping', {}, 0],
    ['no decay, clipped', {}, 0.5],
    ['decay, no clipping', { weightDecay: 0.1 }, 0],
    ['decay, clipped', { weightDecay: 0.1 }, 0.5],
    ['a limit that is not reached', { weightDecay: 0.01 }, 1e6],
    ['other constants', { beta1: 0.8, beta2: 0.95, epsilon: 1e-8 }, 1],
  ] as const)('forty steps, %s', (_name, settings, maxGradNorm) =>
    compare([33, 257], { learningRate: 0.02, ...settings }, maxGradNorm, 40, 1),
  );

  it.each([1e25, 1e15, 1e-3, 1e-15])('gradients of about %d, held at 1', (scale) =>
    compare([31, 257], { learningRate: 0.01 }, 1, 4, scale),
  );

  it('a hundred steps are those PyTorch takes', async () => {
    const { p0, p_after, q_after, v } = pytorch;
    const state = initialAdamW();
    let parameters: ReadonlyMap<string, HostTensor> = new Map([['pq', { shape: [2], data: Float32Array.of(p0, 0) }]]);
    const gradients = new Map([['pq', Float32Array.of(1e-3, 1e-3)]]);
    for (let step = 0; step < 100; step += 1)
      ({ parameters } = await clippedStep(executor, parameters, gradients, state, { learningRate: 1e-6, epsilon: 1e-5 }, 0));
    const [p = 0, q = 0] = parameters.get('pq')?.data ?? [];
    // Each step of p is rounded where p is, at 0.02.
    expect(Math.abs(p - p_after)).toBeLessThan(2e-7);
    expect(relativeError([q], [q_after])).toBeLessThan(CLOSE);
    await state.fetch();
    expect(relativeError([state.v.get('pq')?.[0] ?? 0], [v])).toBeLessThan(2e-5);
  });

  it('zero gradients move nothing but what decays', async () => {
    const zeros = gradientsOf([33], 0, 0);
    const before = tensorsOf([33], 1);
    const still = await clippedStep(executor, before, zeros, initialAdamW(), { learningRate: 0.5 }, 1);
    expect(still.norm).toBe(0);
    expect(numbers(still.parameters)).toEqual(numbers(before));
    const decayed = await clippedStep(executor, before, zeros, initialAdamW(), { learningRate: 0.5, weightDecay: 0.1 }, 1);
    expect(
      relativeError(
        numbers(decayed.parameters),
        numbers(before).map((value) => 0.95 * value),
      ),
    ).toBeLessThan(1e-6);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('a gradient of %d changes nothing', async (bad) => {
    const before = tensorsOf([31, 257], 1);
    const state = initialAdamW();
    await clippedStep(executor, before, gradientsOf([31, 257], 0, 1), state, { learningRate: 0.1 }, 1);
    await state.fetch();
    const moments = [state.step, flat(state.m.values()), flat(state.v.values())];
    const gradients = gradientsOf([31, 257], 1, 1);
    gradients.get('tensor 1')![200] = bad;
    const { parameters, norm } = await clippedStep(executor, before, gradients, state, { learningRate: 0.1 }, 1);
    expect(Number.isFinite(norm)).toBe(false);
    expect(parameters).toBe(before);
    await state.fetch();
    expect([state.step, flat(state.m.values()), flat(state.v.values())]).toEqual(moments);
  });

  it('steps of several sets at once are those of each alone, bit for bit, and leave nothing behind', async () => {
    const sizes = [[33, 257], [1], [5000, 3], [31]];
    // One diverges; limits, rates and how often they have stepped differ.
    const setsOf = () =>
      sizes.map((own, set): ParameterSet => {
        const named = <T>(tensors: ReadonlyMap<string, T>) => new Map([...tensors].map(([name, tensor]) => [`set ${set}/${name}`, tensor]));
        const gradients = named(gradientsOf(own, set, set === 3 ? Number.POSITIVE_INFINITY : 10 ** set));
        return {
          parameters: named(tensorsOf(own, set)),
          gradients,
          state: new AdamWState(set),
          settings: { learningRate: 0.1 / (set + 1) },
          maxGradNorm: set,
        };
      });
    const numbersOf = async (sets: readonly ParameterSet[], stepped: readonly Stepped[]) => {
      await Promise.all(sets.map(({ state }) => state.fetch()));
      return stepped.map(({ parameters, norm }, i) => {
        const { step, m, v } = sets[i]!.state;
        return { norm, step, parameters: numbers(parameters), m: flat(m.values()), v: flat(v.values()) };
      });
    };
    const apart = setsOf();
    const alone = [];
    for (const set of apart) alone.push(...(await numbersOf([set], await clippedSteps(executor, [set]))));
    expect(alone.map(({ step }) => step)).toEqual([1, 2, 3, 3]);
    const sets = setsOf();
    expect(await numbersOf(sets, await clippedSteps(executor, sets))).toEqual(alone);
    const { tensors } = executor.memory();
    await clippedSteps(executor, setsOf());
    expect(executor.memory().tensors).toBe(tensors);
    executor.removeParameters(sets.flatMap(({ parameters }) => [...parameters.keys()]));
  });
});

describe('the optimiser as a plan', () => {
  it('is counted before it runs: arithmetic, bytes, memory', () => {
    const plan = optimizerPlan(1000);
    expect(planCost(plan, 'forward', { context: 0 })).toEqual({ flops: 19_000, bytes: 4 * (1000 + 1 + 4000 + 1 + 10 + 3000) });
    expect(peakBytes(plan)).toBe(4 * (7000 + 10 + 1));
  });

  it('refuses sets that do not fit together', async () => {
    const executor = await createExecutor('wasm');
    const gradients = gradientsOf([3, 4], 0, 1);
    await expect(clippedStep(executor, tensorsOf([3, 5], 0), gradients, initialAdamW(), { learningRate: 1 }, 1)).rejects.toThrow(
      'parameter tensor 1 has 5 numbers, and its gradient 4',
    );
    gradients.delete('tensor 1');
    await expect(clippedStep(executor, tensorsOf([3, 5], 0), gradients, initialAdamW(), { learningRate: 1 }, 1)).rejects.toThrow(
      'parameter tensor 1 has 5 numbers, and its gradient is missing',
    );
    executor.dispose();
  });
});
