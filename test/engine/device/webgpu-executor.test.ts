/** The WebGPU executor: leaks, generation with a cache, dispatches, errors of the device. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';
import { keyFor } from '../../../src/core/random/streams.ts';
import { evaluatePlan, type Executor, type HostInputs, type HostOutputs } from '../../../src/engine/contracts/executor.ts';
import { createTfjsExecutor } from '../../../src/engine/executors/tfjs/executor.ts';
import { openDevice } from '../../../src/engine/executors/webgpu/device.ts';
import { createWebgpuExecutor, WebgpuExecutor } from '../../../src/engine/executors/webgpu/executor.ts';
import { lower } from '../../../src/engine/executors/webgpu/lower.ts';
import { REPETITIONS } from '../../../src/engine/executors/webgpu/recording.ts';
import { PlanBuilder } from '../../../src/engine/model/builder.ts';
import { generationPlan, scoringPlan } from '../../../src/engine/model/llama.ts';
import { plainLlama } from '../../../src/engine/model/plainLlama.ts';
import { expectClose } from '../support/compare.ts';
import { loadGolden } from '../support/golden.node.ts';
import { material, offsetsOf, slot } from '../support/plans/smallPlans.ts';

if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/testing/vulkan.ts for how a driver is found');

let reference: Executor;
let executor: Executor;
beforeAll(async () => {
  reference = await createTfjsExecutor('tfjs-cpu');
  executor = await createWebgpuExecutor();
});
afterAll(() => {
  reference.dispose();
  executor.dispose();
});

/** The golden model's plan for so many tokens and sequences, drawing on the device. */
const golden = loadGolden('llama-tied');
const slots = [...golden.adapters.values()].map((adapter) => adapter.slot);
const generation = (tokens: number, sequences: number, sample = true) =>
  generationPlan(golden.config, { tokens, sequences }, slots, { sample, decode: tokens === sequences });

/** Inputs of a generation plan: each sequence's tokens, beginning at a position, in a slot of its own. */
function prompts(ids: readonly (readonly number[])[], starts: readonly number[] = ids.map(() => 0), greedy = 0): HostInputs {
  const lengths = ids.map((own) => own.length);
  const offsets = offsetsOf(lengths);
  return {
    ids: Int32Array.from(ids.flat()),
    positions: Int32Array.from(ids.flatMap((own, row) => own.map((_, t) => (starts[row] ?? 0) + t))),
    offsets,
    adapter_rows: Int32Array.from(ids, (_, row) => (row % 3) - 1),
    cache_slots: Int32Array.from(ids, (_, row) => row),
    scored: Int32Array.from(ids, (_, row) => (offsets[row + 1] ?? 0) - 1),
    temperature: Float32Array.from(ids, (_, row) => 0.7 + row / 4),
    greedy: new Int32Array(ids.length).fill(greedy),
    keys: Int32Array.from(ids.flatMap((_, row) => keyFor(5, row))),
    counters: Int32Array.from(ids, (_, row) => row * 1000),
  };
}

const load = (on: Executor) =>
  on.setParameters([...golden.weights, ...[...golden.adapters.values()].flatMap((adapter) => [...adapter.parameters])]);

describe('buffers', () => {
  it('stay the same in number and bytes over six updates, generations and parameter changes', async () => {
    const golden = loadGolden('llama-tied');
    const adapters = [...golden.adapters.values()];
    const slots = adapters.map((adapter) => adapter.slot);
    const train = scoringPlan(golden.config, { tokens: 16, sequences: 2 }, slots, { scored: 16, backward: true });
    const bounds = { ids: 33, positions: 16, adapter_rows: slots.length, scored: 12, targets: 33 };
    const data = material(
      train,
      bounds,
      { offsets: Int32Array.of(0, 5, 12), temperature: new Float32Array(7).fill(1) },
      { tokens: 12, scored: 7 },
    );
    const once = async () => {
      executor.setParameters([...golden.weights, ...adapters.flatMap((adapter) => [...adapter.parameters])]);
      const execution = executor.start(train, data.forward);
      await execution.run('forward');
      await execution.run('backward', data.backward);
      execution.dispose();
      const cache = executor.createCache(2, 12);
      await evaluatePlan(
        executor,
        generation(8, 2),
        prompts([
          [1, 2, 3],
          [4, 5, 6, 7, 8],
        ]),
        cache,
      );
      await evaluatePlan(executor, generation(2, 2), prompts([[1], [2]], [3, 5]), cache, 4);
      cache.copy(0, 1, 3);
      cache.dispose();
      return executor.memory();
    };
    await once();
    const after = await once();
    for (let i = 0; i < 6; i += 1) expect(await once()).toEqual(after);
  });

  it('of two executions of one plan at the same time are their own', async () => {
    const builder = new PlanBuilder(4, 1);
    const out = builder.relu(builder.input('x', 'f32', 'tokens', 4, [4]), 'out');
    const plan = builder.build('twice', [out]);
    const inputs = [1, 2].map((value) => ({ x: new Float32Array(16).fill(value) }));
    const executions = inputs.map((input) => executor.start(plan, input));
    const results = await Promise.all(executions.map((execution) => execution.run('forward')));
    for (const execution of executions) execution.dispose();
    expect(results.map(({ out: values }) => values?.[15])).toEqual([1, 2]);
  });
});

describe('generation', () => {
  const ids = [[1, 2, 3], [4], [5, 6, 7, 8, 9, 10, 11]];
  const next = (drawn: HostOutputs) => Array.from(drawn['tokens'] ?? [], (token) => [token]);

  it('is the same on the reference executor, and many steps at once are the same as one by one', async () => {
    const run = async (on: Executor, times: readonly number[]) => {
      load(on);
      const cache = on.createCache(3, 20);
      let drawn = await evaluatePlan(on, generation(16, 4), prompts(ids), cache);
      const all: Record<string, number[]> = { tokens: [], logprobs: [], entropies: [] };
      let step = 0;
      for (const count of times) {
        const last = { tokens: drawn['tokens']?.subarray(-3) ?? new Float32Array() };
        const inputs = prompts(
          next(last),
          ids.map((own) => own.length + step),
        );
        const counters = Int32Array.from(inputs['counters'] ?? [], (counter) => counter + 1 + step);
        drawn = await evaluatePlan(on, generation(4, 4), { ...inputs, counters }, cache, count);
        for (const name of Object.keys(all)) all[name]?.push(...(drawn[name] ?? []));
        step += count;
      }
      cache.dispose();
      return all;
    };
    const together = await run(executor, [9]);
    expect(await run(executor, [2, 1, 5, 1])).toEqual(together);
    const want = await run(reference, [9]);
    expect(together['tokens']).toEqual(want['tokens']);
    expectClose(together['logprobs'] ?? [], want['logprobs'] ?? [], 1e-4, 'logprobs');
    expectClose(together['entropies'] ?? [], want['entropies'] ?? [], 1e-4, 'entropies');
  });

  it('repeats beyond what one read-back holds', async () => {
    load(executor);
    const run = async (times: number) => {
      const cache = executor.createCache(1, 80);
      const drawn = await evaluatePlan(executor, generation(4, 4), prompts([[1]]), cache, times);
      cache.dispose();
      return Array.from(drawn['tokens'] ?? []);
    };
    const many = await run(REPETITIONS + 6);
    expect(many).toHaveLength(REPETITIONS + 6);
    expect((await run(5)).concat(many.slice(5))).toEqual(many);
  });

  it('gives the same logits, bit for bit, however a prompt is cut and wherever its beginning comes from', async () => {
    load(executor);
    const prompt = Array.from({ length: 13 }, (_, t) => (t * 5 + 2) % 33);
    const plan = generation(16, 4, false);
    const alike = (inputs: HostInputs, slot: number): HostInputs => ({
      ...inputs,
      adapter_rows: Int32Array.of(1),
      cache_slots: Int32Array.of(slot),
    });
    const run = async (cuts: readonly number[], from = 0) => {
      const cache = executor.createCache(3, 16);
      let logits: HostOutputs = {};
      let slot = 0;
      cuts.forEach((_, i) => expect(cuts[i]).toBeGreaterThan(cuts[i - 1] ?? 0));
      for (const [i, end] of cuts.entries()) {
        const start = cuts[i - 1] ?? 0;
        if (i > 0 && from) cache.copy(slot, (slot += 1), start);
        const {
          greedy: _,
          keys: __,
          counters: ___,
          temperature: ____,
          ...inputs
        } = alike(prompts([prompt.slice(start, end)], [start]), slot);
        logits = await evaluatePlan(executor, plan, inputs, cache);
      }
      cache.dispose();
      return Array.from(logits['logits'] ?? []);
    };
    const whole = await run([13]);
    for (const cuts of [
      [4, 13],
      [1, 12, 13],
      [5, 6, 13],
    ])
      expect(await run(cuts)).toEqual(whole);
    expect(await run([6, 9, 13], 1)).toEqual(whole);
  });

  it('a cache refuses tokens beyond its room, and slots it has not', async () => {
    load(executor);
    const cache = executor.createCache(1, 8);
    const run = (inputs: HostInputs, times = 1) => evaluatePlan(executor, generation(4, 4), inputs, cache, times);
    await run(prompts([[1]], [7]));
    await expect(run(prompts([[1]], [7]), 2)).rejects.toThrow('a cache of 8 tokens cannot hold 9');
    await expect(run(prompts([[1], [2]]))).rejects.toThrow('a cache of 1 slots has no slot 1');
    await expect(evaluatePlan(executor, generation(8, 4), prompts([[1, 2]]), cache, 2)).rejects.toThrow('one token of each sequence');
    cache.dispose();
    await expect(run(prompts([[1]]))).rejects.toThrow('disposed');
  });
});

describe('dispatches of a decoding step', () => {
  const config = (layers: number) => ({
    ...plainLlama({ vocabularySize: 32, hiddenSize: 16, intermediateSize: 32, layers }),
    heads: 2,
    kvHeads: 1,
    headDim: 8,
  });
  const count = (layers: number, targets: readonly string[]) => {
    const modules = Array.from({ length: layers }, (_, layer) => targets.map((target) => `model.layers.${layer}.${target}_proj`)).flat();
    const plan = generationPlan(
      config(layers),
      { tokens: 16, sequences: 16 },
      targets.length ? [slot('a', 4, modules), slot('b', 8, modules)] : [],
      { sample: true, decode: true },
    );
    return lower(plan, { single: true, wide: false, subgroups: null }).dispatches.forward.length;
  };
  const attention = ['q', 'k', 'v', 'o'].map((name) => `self_attn.${name}`);
  const mlp = ['gate', 'up', 'down'].map((name) => `mlp.${name}`);

  it.each([2, 4])('of %i layers: 3, and 5 a layer, and one for each input that adapters read', (L) => {
    expect(count(L, [])).toBe(5 * L + 3);
    expect(count(L, attention)).toBe(7 * L + 3);
    expect(count(L, [...attention, ...mlp])).toBe(9 * L + 3);
  });
});

describe('an error of the device', () => {
  const builder = new PlanBuilder(2, 1);
  const plan = builder.build('relu', [builder.relu(builder.input('x', 'f32', 'tokens', 2, [2]), 'out')]);
  const inputs = { x: new Float32Array(4) };

  it('that nobody captured fails the next run, with the device’s own words', async () => {
    const gpu = await openDevice();
    const own = new WebgpuExecutor(gpu);
    await evaluatePlan(own, plan, inputs);
    gpu.raw.createBuffer({ size: 16, usage: 0 }); // no usage is an error
    await gpu.raw.queue.onSubmittedWorkDone();
    await expect(evaluatePlan(own, plan, inputs)).rejects.toMatchObject({
      fault: { code: 'E_GPU_ERROR', detail: expect.stringContaining('usage') },
    });
    own.dispose();
  });

  it('that refuses a plan’s buffers fails its first run', async () => {
    const own = await createWebgpuExecutor();
    const wide = new PlanBuilder(2 ** 20, 1);
    const x = wide.input('x', 'f32', 'tokens', 2, [2 ** 14]);
    const large = wide.build('too large', [wide.gatherRows(x, wide.input('indices', 'i32', 'scored', 2 ** 20), 'out')]); // 64 GiB
    const execution = own.start(large, { x: new Float32Array(2 ** 15), indices: new Int32Array(2 ** 20) });
    await expect(execution.run('forward')).rejects.toMatchObject({ fault: { code: 'E_GPU_ERROR' } });
    own.dispose();
  });

  it('a lost device is a fault that says so', async () => {
    const gpu = await openDevice();
    const own = new WebgpuExecutor(gpu);
    await evaluatePlan(own, plan, inputs);
    gpu.raw.destroy();
    await expect(evaluatePlan(own, plan, inputs)).rejects.toMatchObject({ fault: { code: 'E_GPU_LOST' } });
  });
});
