/** Every WGSL kernel against the reference executor, in small plans of odd sizes; leaks; errors of the device. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installWebGpu } from '../../scripts/webgpu-node.ts';
import { keyFor, normals } from '../../src/core/random/streams.ts';
import { evaluatePlan, type Executor, type HostInputs, type HostTensor } from '../../src/engine/executors/executor.ts';
import { createTfjsExecutor } from '../../src/engine/executors/tfjs/executor.ts';
import { openDevice } from '../../src/engine/executors/webgpu/device.ts';
import { createWebgpuExecutor, WebgpuExecutor } from '../../src/engine/executors/webgpu/executor.ts';
import { PlanBuilder } from '../../src/engine/model/builder.ts';
import { generationPlan, scoringPlan } from '../../src/engine/model/llama.ts';
import type { AdapterSlot, Plan } from '../../src/engine/model/plan.ts';
import { expectClose } from './support/compare.ts';
import { loadGolden } from './support/golden.node.ts';

if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/vulkan.ts for how a driver is found');

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

let stream = 0;
const noise = (count: number) => normals(keyFor(11, (stream += 1)), count);

/** Parameters and inputs for `plan`: small noise, whole numbers below their bound. */
function material(plan: Plan, bounds: Readonly<Record<string, number>>, given: HostInputs) {
  const parameters = new Map(
    [...plan.parameters].map(([name, shape]): [string, HostTensor] => [
      name,
      { shape: [...shape], data: noise(shape.reduce((a, b) => a * b, 1)).map((value) => value * 0.3) },
    ]),
  );
  const inputsOf = (stage: 'forward' | 'backward'): HostInputs =>
    Object.fromEntries(
      plan.inputs[stage].map(({ name, dtype, shape }) => {
        const values = noise(shape.reduce((a, b) => a * b, 1));
        return [
          name,
          given[name] ??
            (dtype === 'i32' ? Int32Array.from(values, (value) => Math.floor(Math.abs(value) * 1000) % (bounds[name] ?? 1)) : values),
        ];
      }),
    );
  return { parameters, forward: inputsOf('forward'), backward: inputsOf('backward') };
}

async function outputsOf(on: Executor, plan: Plan, { parameters, forward, backward }: ReturnType<typeof material>) {
  on.setParameters(parameters);
  const execution = on.start(plan, forward);
  const outputs = { ...(await execution.run('forward')) };
  if (plan.ops.backward.length) Object.assign(outputs, await execution.run('backward', backward));
  execution.dispose();
  return outputs;
}

async function compare(plan: Plan, bounds: Readonly<Record<string, number>> = {}, given: HostInputs = {}) {
  const data = material(plan, bounds, given);
  const want = await outputsOf(reference, plan, data);
  const got = await outputsOf(executor, plan, data);
  expect(Object.keys(got).sort()).toEqual(Object.keys(want).sort());
  for (const [name, values] of Object.entries(want)) expectClose(got[name] ?? [], values, 1e-4, name);
}

const slot = (name: string, rank: number, modules: readonly string[]): AdapterSlot => ({
  name,
  rank,
  scale: 0.7 + rank / 8,
  modules: new Set(modules),
  trainable: true,
});

describe('linear, forward and backward', () => {
  const sizes = [
    [1, 1, 1],
    [3, 4, 5],
    [31, 33, 1],
    [33, 31, 64],
    [257, 12, 7],
    [2, 257, 36],
  ] as const;
  it.each(sizes)('%i rows, %i in, %i out, with bias', async (M, K, J) => {
    const builder = new PlanBuilder(M, 1, null, [], () => true);
    const x = builder.linear(builder.input('x', 'f32', [M, 3]), builder.parameter('below', [K, 3]), 'inner');
    const out = builder.linear(x, builder.parameter('w', [J, K]), 'out', { bias: builder.parameter('b', [J]) });
    await compare(builder.build('linear', [out], [out]));
  });

  it.each(sizes)('mixed adapters of unlike ranks: %i rows of 2, %i in, %i out', async (rows, K, J) => {
    const slots = [slot('a', 3, ['m']), slot('b', 8, ['m', 'below']), slot('c', 5, ['below']), slot('d', 1, ['m'])];
    const builder = new PlanBuilder(rows, 2, null, slots);
    builder.input('adapter_rows', 'i32', [rows]);
    const x = builder.linear(builder.input('x', 'f32', [rows * 2, 3]), builder.parameter('below.w', [K, 3]), 'inner', { module: 'below' });
    const out = builder.linear(x, builder.parameter('w', [J, K]), 'out', { module: 'm' });
    await compare(
      builder.build('adapters', [out], [out]),
      {},
      { adapter_rows: Int32Array.from({ length: rows }, (_, row) => (row % 5) - 1) },
    );
  });
});

describe('attention with rotary embedding, forward and backward', () => {
  it.each([
    [1, 1, 1, 1, 2],
    [3, 5, 4, 2, 6],
    [2, 33, 3, 1, 8],
    [1, 31, 2, 2, 64],
    [2, 7, 4, 4, 10],
  ])('%i rows of %i tokens, %i heads over %i, %i features', async (rows, length, heads, kvHeads, headDim) => {
    const frequencies = Array.from({ length: headDim / 2 }, (_, i) => 100 ** ((-2 * i) / headDim));
    const builder = new PlanBuilder(rows, length, { heads, kvHeads, headDim, frequencies }, [], () => true);
    builder.input('positions', 'i32', [rows * length]);
    const x = builder.input('x', 'f32', [rows * length, 3]);
    const project = (name: string, width: number) => builder.linear(x, builder.parameter(name, [width, 3]), `${name}.out`);
    const q = builder.rope(project('q', heads * headDim), 'q.turned');
    const k = builder.rope(project('k', kvHeads * headDim), 'k.turned');
    const out = builder.attend(q, k, project('v', kvHeads * headDim), 0, 'att');
    await compare(builder.build('attention', [out], [out]), { positions: 40 });
  });
});

describe('row-wise operations, forward and backward', () => {
  it.each([
    [1, 1],
    [3, 31],
    [33, 12],
    [257, 5],
  ])('norm, activations, look-ups: %i rows of %i features', async (M, D) => {
    const builder = new PlanBuilder(M, 1, null, [], () => true);
    const x = builder.embed(builder.input('ids', 'i32', [M]), builder.parameter('table', [7, D]), 'x');
    const normed = builder.rmsnorm(x, builder.parameter('norm', [D]), D, 1e-5, 'normed');
    const gate = builder.linear(normed, builder.parameter('gate', [D, D]), 'gated');
    const active = builder.add(builder.swiglu(gate, normed, 'swiglu'), builder.relu(gate, 'relu'), 'sum');
    const chosen = builder.gatherRows(active, builder.input('scored', 'i32', [M + 2]), 'chosen');
    await compare(builder.build('rows', [chosen], [chosen]), { ids: 7, scored: M });
  });

  it.each([
    [1, 2, false],
    [31, 33, true],
    [5, 257, false],
    [3, 128, true],
  ])('token statistics: %i tokens of %i, kept sets %s', async (N, V, cut) => {
    const builder = new PlanBuilder(N, 1, null, [], () => true);
    const logits = builder.linear(builder.input('x', 'f32', [N, 6]), builder.parameter('w', [V, 6]), 'logits');
    const targets = Int32Array.from({ length: N }, (_, i) => (i * 5) % V);
    const stats = builder.tokenStats(
      logits,
      builder.input('targets', 'i32', [N]),
      builder.input('temperature', 'f32', [N]),
      cut ? builder.input('kept', 'f32', [N, V]) : undefined,
    );
    const kept = Float32Array.from({ length: N * V }, (_, i) => Number(i % 3 === 0 || i % V === targets[Math.floor(i / V)]));
    await compare(
      builder.build('stats', [stats.logprobs, stats.entropies], [stats.logprobs, stats.entropies]),
      {},
      { targets, temperature: Float32Array.from({ length: N }, (_, i) => 0.3 + (i % 4) / 2), kept },
    );
  });
});

describe('buffers', () => {
  it('stay the same in number and bytes over 20 updates, generations and parameter changes', async () => {
    const golden = loadGolden('llama-tied');
    const adapters = [...golden.adapters.values()];
    const slots = adapters.map((adapter) => adapter.slot);
    const train = scoringPlan(golden.config, { rows: 3, length: 16 }, slots, { scored: 32, backward: true });
    const prefill = generationPlan(golden.config, { rows: 2, length: 8 }, slots);
    const decode = generationPlan(golden.config, { rows: 2, length: 1 }, slots);
    const bounds = { ids: 33, positions: 16, adapter_rows: slots.length, scored: 2, targets: 33 };
    const data = material(train, bounds, { temperature: new Float32Array(32).fill(1) });
    const once = async () => {
      executor.setParameters([...golden.weights, ...adapters.flatMap((adapter) => [...adapter.parameters])]);
      const execution = executor.start(train, data.forward);
      await execution.run('forward');
      await execution.run('backward', data.backward);
      execution.dispose();
      const cache = executor.createCache([5, 8], 12);
      await evaluatePlan(executor, prefill, material(prefill, bounds, {}).forward, cache);
      for (let step = 0; step < 3; step += 1) await evaluatePlan(executor, decode, material(decode, bounds, {}).forward, cache);
      cache.dispose();
      return executor.memory();
    };
    await once();
    const after = await once();
    for (let i = 0; i < 20; i += 1) expect(await once()).toEqual(after);
  });

  it('of two executions of one plan at the same time are their own', async () => {
    const builder = new PlanBuilder(4, 1);
    const out = builder.relu(builder.input('x', 'f32', [4, 4]), 'out');
    const plan = builder.build('twice', [out]);
    const inputs = [1, 2].map((value) => ({ x: new Float32Array(16).fill(value) }));
    const executions = inputs.map((input) => executor.start(plan, input));
    const results = await Promise.all(executions.map((execution) => execution.run('forward')));
    for (const execution of executions) execution.dispose();
    expect(results.map(({ out: values }) => values?.[15])).toEqual([1, 2]);
  });

  it('a cache that is full refuses another token', async () => {
    const golden = loadGolden('llama-tied');
    executor.setParameters(golden.weights);
    const cache = executor.createCache([8], 8);
    const plan = (length: number) => generationPlan(golden.config, { rows: 1, length }, []);
    const run = (length: number) =>
      evaluatePlan(executor, plan(length), material(plan(length), {}, { adapter_rows: Int32Array.of(-1) }).forward, cache);
    await run(8);
    await expect(run(1)).rejects.toThrow('a cache of 8 tokens cannot hold 9');
    cache.dispose();
  });
});

describe('an error of the device', () => {
  const builder = new PlanBuilder(2, 1);
  const plan = builder.build('relu', [builder.relu(builder.input('x', 'f32', [2, 2]), 'out')]);
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
    const x = wide.input('x', 'f32', [2, 2 ** 14]);
    const large = wide.build('too large', [wide.gatherRows(x, wide.input('indices', 'i32', [2 ** 20]), 'out')]); // 64 GiB
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
