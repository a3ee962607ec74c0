/** What the optimiser keeps on the device: moments from step to step, and what is sent and read for a step. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';
import { keyFor, normals } from '../../../src/core/random/streams.ts';
import type { HostTensor } from '../../../src/engine/contracts/executor.ts';
import { STEP_DISPATCHES } from '../../../src/engine/executors/webgpu/dispatches.ts';
import { createWebgpuExecutor, type WebgpuExecutor } from '../../../src/engine/executors/webgpu/executor.ts';
import { Regions } from '../../../src/engine/executors/webgpu/regions.ts';
import { type AdamWState, clippedSteps, initialAdamW, type ParameterSet } from '../../../src/engine/train/adamw.ts';
import { long } from '../../support/long.ts';
import { plainStep } from '../support/plainAdamw.ts';
import { relativeError } from '../support/compare.ts';

if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/testing/vulkan.ts for how a driver is found');
// It asks for an adapter when it is loaded.
const { WAYS } = await import('../support/subgroups.ts');

const SIZES = [[257, 31], [3], [1000]] as const;
const COUNT = 257 + 31 + 3 + 1000;
const noise = (count: number, ...stream: readonly [number, number]) => normals(keyFor(8, ...stream), count);

/** Sets whose parameters and states are kept from step to step. */
class Sets {
  readonly parameters: ReadonlyMap<string, HostTensor>[];
  readonly states = SIZES.map(initialAdamW);
  #steps = 0;

  constructor() {
    this.parameters = SIZES.map(
      (sizes, set) => new Map(sizes.map((size, i) => [`${set}/${i}`, { shape: [size], data: noise(size, set, i) }] as const)),
    );
  }

  /** What the next step of all sets needs; gradients differ from step to step. */
  next(): ParameterSet[] {
    this.#steps += 1;
    return this.parameters.map((parameters, set) => ({
      parameters,
      gradients: new Map([...parameters].map(([name, { data }], i) => [name, noise(data.length, 10 * this.#steps + set, i)])),
      state: this.states[set] ?? initialAdamW(),
      settings: { learningRate: 0.1 / (set + 1) },
      maxGradNorm: 1,
    }));
  }

  take(stepped: readonly { readonly parameters: ReadonlyMap<string, HostTensor> }[]): void {
    stepped.forEach(({ parameters }, set) => {
      this.parameters[set] = parameters;
    });
  }

  get numbers(): number[][] {
    return this.parameters.map((parameters) => [...parameters.values()].flatMap(({ data }) => [...data]));
  }
}

describe.each(WAYS)('sums %s', (way) => {
  // The other way's sums are seen in ten steps; what is sent, kept and freed is the same code.
  beforeEach((context) => {
    if (way !== WAYS[0] && !context.task.name.startsWith('ten steps')) long(context);
  });
  let executor: WebgpuExecutor;
  beforeEach(async () => {
    executor = await createWebgpuExecutor({ wide: true, subgroups: way === 'by subgroups' });
  });
  afterEach(() => executor.dispose());

  /** A step of all sets, and what it cost. */
  const step = async (sets: Sets) => {
    const before = executor.traffic();
    const stepped = await clippedSteps(executor, sets.next());
    sets.take(stepped);
    const { sent, read, dispatches } = executor.traffic();
    return { sent: sent - before.sent, read: read - before.read, dispatches: dispatches - before.dispatches, stepped };
  };

  it('a step takes three dispatches, sends gradients and reads norms and parameters; moments stay', async () => {
    const sets = new Sets();
    const records = SIZES.length * 64;
    const padded = 4 * (288 + 4 + 1000);
    expect(await step(sets)).toMatchObject({ dispatches: STEP_DISPATCHES, sent: 4 * padded + records });
    const again = await step(sets);
    expect(again).toMatchObject({ dispatches: STEP_DISPATCHES, sent: padded + records, read: 4 * (COUNT + SIZES.length) });
    expect(() => sets.states[0]?.m).toThrow('the moments are on the device: fetch them first');
  });

  it('ten steps are those of the definition', async () => {
    const [sets, plain] = [new Sets(), new Sets()];
    for (let i = 0; i < 10; i += 1) {
      const { stepped } = await step(sets);
      const expected = plain.next().map((set) => plainStep(set.parameters, set.gradients, set.state, set.settings, set.maxGradNorm));
      plain.take(expected);
      expect(
        relativeError(
          stepped.map(({ norm }) => norm),
          expected.map(({ norm }) => norm),
        ),
      ).toBeLessThan(5e-6);
    }
    sets.numbers.forEach((numbers, set) => expect(relativeError(numbers, plain.numbers[set] ?? []), `set ${set}`).toBeLessThan(2e-5));
  });

  it('going back to a copy, or on from one in another place, gives the same bytes', async () => {
    const sets = new Sets();
    await step(sets);
    await Promise.all(sets.states.map((state) => state.fetch()));
    const [parameters, states] = [[...sets.parameters], sets.states.map((state) => state.copy())];
    const straight = sets.next();
    const want = await clippedSteps(executor, straight);
    const again = (moved: (state: AdamWState) => AdamWState) =>
      straight.map((set, i) => ({ ...set, parameters: parameters[i] ?? set.parameters, state: moved(states[i] ?? set.state) }));
    const undone = again((state) => state.copy());
    const numbersOf = (stepped: typeof want) => stepped.map((own) => [...own.parameters.values()].map(({ data }) => [...data]));
    expect(numbersOf(await clippedSteps(executor, undone))).toEqual(numbersOf(want));
    // Parts of a buffer are given back and taken anew, in another order.
    executor.removeParameters(sets.parameters.flatMap((own) => [...own.keys()]));
    const other = again((state) => state.copy()).toReversed();
    expect(numbersOf((await clippedSteps(executor, other)).toReversed())).toEqual(numbersOf(want));
    await Promise.all(other.map(({ state }) => state.fetch()));
    await expect(straight[0]?.state.fetch()).rejects.toThrow('are gone: their set was stepped, replaced or freed since');
  });

  it('one set less, one more: the others go on as they were', async () => {
    const [sets, plain] = [new Sets(), new Sets()];
    for (const chosen of [[0], [0, 1, 2], [2], [1, 0]]) {
      for (const on of [sets, plain]) {
        const next = on.next().filter((_, set) => chosen.includes(set));
        const stepped =
          on === sets
            ? await clippedSteps(executor, next)
            : next.map((set) => plainStep(set.parameters, set.gradients, set.state, set.settings, set.maxGradNorm));
        [...chosen].sort().forEach((set, i) => {
          on.parameters[set] = stepped[i]?.parameters ?? new Map();
        });
      }
    }
    sets.numbers.forEach((numbers, set) => expect(relativeError(numbers, plain.numbers[set] ?? []), `set ${set}`).toBeLessThan(2e-5));
  });

  it('frees what it holds with the parameters', async () => {
    const { tensors } = executor.memory();
    const sets = new Sets();
    await step(sets);
    expect(executor.memory().tensors).toBeGreaterThan(tensors);
    executor.removeParameters(sets.parameters.flatMap((own) => [...own.keys()]));
    expect(executor.memory().tensors).toBe(tensors);
  });

  it('refuses two steps of one set at a time', async () => {
    const sets = new Sets();
    const next = sets.next();
    const first = clippedSteps(executor, next);
    await expect(clippedSteps(executor, next.slice(0, 1))).rejects.toThrow('the set of 0/0 is being stepped already');
    await first;
  });
});

describe('parts of a buffer', () => {
  it('holes are used again', () => {
    const regions = new Regions();
    expect([4, 2, 3].map((length) => regions.take(length))).toEqual([0, 4, 6]);
    regions.release(4);
    expect(regions.take(3)).toBe(9);
    expect([regions.take(1), regions.take(1)]).toEqual([4, 5]);
    expect(regions.size).toBe(12);
  });
});
