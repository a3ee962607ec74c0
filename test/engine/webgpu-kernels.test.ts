/** Every WGSL kernel against the reference executor, in small plans of odd sizes; leaks; errors of the device. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installWebGpu } from '../../scripts/webgpu-node.ts';
import { keyFor, normals, uniformAt } from '../../src/core/random/streams.ts';
import { evaluatePlan, type Executor, type HostInputs, type HostOutputs, type HostTensor } from '../../src/engine/executors/executor.ts';
import { createTfjsExecutor } from '../../src/engine/executors/tfjs/executor.ts';
import { openDevice } from '../../src/engine/executors/webgpu/device.ts';
import { createWebgpuExecutor, WebgpuExecutor } from '../../src/engine/executors/webgpu/executor.ts';
import { lower } from '../../src/engine/executors/webgpu/lower.ts';
import { REPETITIONS } from '../../src/engine/executors/webgpu/recording.ts';
import { drawToken } from '../../src/engine/generate/sampler.ts';
import { PlanBuilder } from '../../src/engine/model/builder.ts';
import { generationPlan, scoringPlan } from '../../src/engine/model/llama.ts';
import { plainLlama } from '../../src/engine/model/plainLlama.ts';
import type { AdapterSlot, Axis, Plan } from '../../src/engine/model/plan.ts';
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

type Rows = Partial<Record<Axis, number>>;

/** Parameters and inputs for `plan`: small noise, whole numbers below their bound; rows in use as `rows` says, else all. */
function material(plan: Plan, bounds: Readonly<Record<string, number>>, given: HostInputs, rows: Rows = {}) {
  const parameters = new Map(
    [...plan.parameters].map(([name, shape]): [string, HostTensor] => [
      name,
      { shape: [...shape], data: noise(shape.reduce((a, b) => a * b, 1)).map((value) => value * 0.3) },
    ]),
  );
  const inputsOf = (stage: 'forward' | 'backward'): HostInputs =>
    Object.fromEntries(
      plan.inputs[stage].map(({ name, dtype, shape: [capacity = 1, ...width], axis }) => {
        const values = noise([(axis && rows[axis]) ?? capacity, ...width].reduce((a, b) => a * b, 1));
        const whole = () => Int32Array.from(values, (value) => Math.floor(Math.abs(value) * 1000) % (bounds[name] ?? 1));
        return [name, given[name] ?? (dtype === 'i32' ? whole() : values)];
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

async function compare(plan: Plan, bounds: Readonly<Record<string, number>> = {}, given: HostInputs = {}, rows: Rows = {}) {
  const data = material(plan, bounds, given, rows);
  const want = await outputsOf(reference, plan, data);
  const got = await outputsOf(executor, plan, data);
  expect(Object.keys(got).sort()).toEqual(Object.keys(want).sort());
  for (const [name, values] of Object.entries(want)) expectClose(got[name] ?? [], values, 1e-4, name);
}

/** Ends of sequences of these lengths. */
const offsetsOf = (lengths: readonly number[]) =>
  Int32Array.from([0, ...lengths.map((_, i) => lengths.slice(0, i + 1).reduce((a, b) => a + b, 0))]);

const slot = (name: string, rank: number, modules: readonly string[]): AdapterSlot => ({
  name,
  rank,
  scale: 0.7 + rank / 8,
  modules: new Set(modules),
  trainable: true,
});

describe('linear, forward and backward', () => {
  it.each([
    [1, 1, 1],
    [3, 4, 5],
    [33, 31, 64],
    [2, 257, 36],
  ] as const)('%i rows, %i in, %i out, with bias, into a residual', async (M, K, J) => {
    const builder = new PlanBuilder(M + 5, 1, null, [], () => true);
    const x = builder.linear(builder.input('x', 'f32', 'tokens', M + 5, [3]), builder.parameter('below', [K, 3]), 'inner');
    const out = builder.linear(x, builder.parameter('w', [J, K]), 'out', { bias: builder.parameter('b', [J]) });
    const sum = builder.add(builder.input('before', 'f32', 'tokens', M + 5, [J]), out, 'sum');
    await compare(builder.build('linear', [sum], [sum]), {}, {}, { tokens: M });
  });

  it('norm, bias, adapters and residual together: more buffers than a kernel may have', async () => {
    const builder = new PlanBuilder(3, 1, null, [slot('a', 2, ['m'])]);
    builder.input('adapter_rows', 'i32', 'sequences', 1);
    builder.input('offsets', 'i32', 'bounds', 2);
    const x = builder.input('x', 'f32', 'tokens', 3, [4]);
    const normed = builder.rmsnorm(x, builder.parameter('norm', [4]), 4, 1e-5, 'normed');
    const out = builder.linear(normed, builder.parameter('w', [4, 4]), 'out', { bias: builder.parameter('b', [4]), module: 'm' });
    await compare(builder.build('all', [builder.add(x, out, 'sum')]), {}, { offsets: Int32Array.of(0, 3) });
  });

  it.each([
    [[1], 4, 5],
    [[3, 1, 1, 9, 2, 6, 1], 31, 64],
    [[8, 8, 17], 36, 12],
  ] as const)('mixed adapters of unlike ranks: sequences of %j, %i in, %i out', async (lengths, K, J) => {
    const slots = [slot('a', 3, ['m']), slot('b', 8, ['m', 'below']), slot('c', 5, ['below']), slot('d', 1, ['m'])];
    const M = lengths.reduce((a, b) => a + b, 0);
    const builder = new PlanBuilder(M + 3, lengths.length + 2, null, slots);
    builder.input('adapter_rows', 'i32', 'sequences', lengths.length + 2);
    builder.input('offsets', 'i32', 'bounds', lengths.length + 3);
    const x = builder.linear(builder.input('x', 'f32', 'tokens', M + 3, [3]), builder.parameter('below.w', [K, 3]), 'inner', {
      module: 'below',
    });
    const out = builder.linear(x, builder.parameter('w', [J, K]), 'out', { module: 'm' });
    await compare(
      builder.build('adapters', [out], [out]),
      {},
      { adapter_rows: Int32Array.from(lengths, (_, row) => (row % 5) - 1), offsets: offsetsOf(lengths) },
      { tokens: M, sequences: lengths.length },
    );
  });
});

describe('attention with rotary embedding, forward and backward', () => {
  it.each([
    [[1], 1, 1, 2],
    [[5, 1, 3], 4, 2, 6],
    [[33, 4], 3, 1, 8],
    [[2, 7], 4, 4, 10],
  ] as const)('sequences of %j, %i heads over %i, %i features', async (lengths, heads, kvHeads, headDim) => {
    const frequencies = Array.from({ length: headDim / 2 }, (_, i) => 100 ** ((-2 * i) / headDim));
    const M = lengths.reduce((a, b) => a + b, 0);
    const builder = new PlanBuilder(M + 2, lengths.length, { heads, kvHeads, headDim, frequencies }, [], () => true);
    builder.input('positions', 'i32', 'tokens', M + 2);
    builder.input('offsets', 'i32', 'bounds', lengths.length + 1);
    const x = builder.input('x', 'f32', 'tokens', M + 2, [3]);
    const project = (name: string, width: number) => builder.linear(x, builder.parameter(name, [width, 3]), `${name}.out`);
    const q = builder.rope(project('q', heads * headDim), 'q.turned');
    const k = builder.rope(project('k', kvHeads * headDim), 'k.turned');
    const out = builder.attend(q, k, project('v', kvHeads * headDim), 0, 'att');
    await compare(builder.build('attention', [out], [out]), { positions: 40 }, { offsets: offsetsOf(lengths) }, { tokens: M });
    // Nothing is kept for a backward stage: projections, turns and attention are fused.
    await compare(builder.build('attention', [out]), { positions: 40 }, { offsets: offsetsOf(lengths) }, { tokens: M });
  });
});

describe('row-wise operations, forward and backward', () => {
  it.each([
    [1, 1],
    [3, 31],
    [33, 12],
  ])('norm, activations, look-ups: %i rows of %i features', async (M, D) => {
    const builder = new PlanBuilder(M + 1, 1, null, [], () => true);
    const x = builder.embed(builder.input('ids', 'i32', 'tokens', M + 1), builder.parameter('table', [7, D]), 'x');
    const normed = builder.rmsnorm(x, builder.parameter('norm', [D]), D, 1e-5, 'normed');
    const gate = builder.linear(normed, builder.parameter('gate', [D, D]), 'gated');
    const active = builder.add(builder.swiglu(gate, normed, 'swiglu'), builder.relu(gate, 'relu'), 'sum');
    const chosen = builder.gatherRows(active, builder.input('scored', 'i32', 'scored', M + 4), 'chosen');
    await compare(builder.build('rows', [chosen], [chosen]), { ids: 7, scored: M }, {}, { tokens: M, scored: M + 2 });
  });

  it.each([
    [1, 2, false],
    [31, 33, true],
    [5, 257, false],
  ])('token statistics: %i tokens of %i, kept sets %s', async (N, V, cut) => {
    const builder = new PlanBuilder(N + 3, 1, null, [], () => true);
    const logits = builder.linear(builder.input('x', 'f32', 'tokens', N + 3, [6]), builder.parameter('w', [V, 6]), 'logits');
    const targets = Int32Array.from({ length: N }, (_, i) => (i * 5) % V);
    const stats = builder.tokenStats(
      logits,
      builder.input('targets', 'i32', 'tokens', N + 3),
      builder.input('temperature', 'f32', 'tokens', N + 3),
      cut ? builder.input('kept', 'f32', 'tokens', N + 3, [V]) : undefined,
    );
    const kept = Float32Array.from({ length: N * V }, (_, i) => Number(i % 3 === 0 || i % V === targets[Math.floor(i / V)]));
    await compare(
      builder.build('stats', [stats.logprobs, stats.entropies], [stats.logprobs, stats.entropies]),
      {},
      { targets, temperature: Float32Array.from({ length: N }, (_, i) => 0.3 + (i % 4) / 2), kept },
      { tokens: N },
    );
  });
});

describe('buffers', () => {
  it('stay the same in number and bytes over 20 updates, generations and parameter changes', async () => {
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
    for (let i = 0; i < 20; i += 1) expect(await once()).toEqual(after);
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

/** The golden model's plan for so many tokens and sequences, drawing on the device. */
const golden = loadGolden('llama-tied');
const slots = [...golden.adapters.values()].map((adapter) => adapter.slot);
const generation = (tokens: number, sequences: number, sample = true) =>
  generationPlan(golden.config, { tokens, sequences }, slots, { sample, decode: tokens === sequences });

/** Inputs of a generation plan: each sequence's tokens, beginning at a position, in a place of its own. */
function prompts(ids: readonly (readonly number[])[], starts: readonly number[] = ids.map(() => 0), greedy = 0): HostInputs {
  const lengths = ids.map((own) => own.length);
  const offsets = offsetsOf(lengths);
  return {
    ids: Int32Array.from(ids.flat()),
    positions: Int32Array.from(ids.flatMap((own, row) => own.map((_, t) => (starts[row] ?? 0) + t))),
    offsets,
    adapter_rows: Int32Array.from(ids, (_, row) => (row % 3) - 1),
    places: Int32Array.from(ids, (_, row) => row),
    scored: Int32Array.from(ids, (_, row) => (offsets[row + 1] ?? 0) - 1),
    temperature: Float32Array.from(ids, (_, row) => 0.7 + row / 4),
    greedy: new Int32Array(ids.length).fill(greedy),
    keys: Int32Array.from(ids.flatMap((_, row) => keyFor(5, row))),
    counters: Int32Array.from(ids, (_, row) => row * 1000),
  };
}

const load = (on: Executor) =>
  on.setParameters([...golden.weights, ...[...golden.adapters.values()].flatMap((adapter) => [...adapter.parameters])]);

describe('with shared sums', () => {
  it('scores and gradients are the same', async () => {
    const wide = await createWebgpuExecutor({ wide: true });
    const V = 300;
    const heads = { heads: 2, kvHeads: 1, headDim: 6, frequencies: [1, 0.1, 0.01] };
    const builder = new PlanBuilder(48, 2, heads, [], () => true);
    builder.input('positions', 'i32', 'tokens', 48);
    builder.input('offsets', 'i32', 'bounds', 3);
    const x = builder.input('x', 'f32', 'tokens', 48, [3]);
    const project = (name: string, width: number) => builder.linear(x, builder.parameter(name, [width, 3]), `${name}.out`);
    const attended = builder.attend(builder.rope(project('q', 12), 'qr'), builder.rope(project('k', 6), 'kr'), project('v', 6), 0, 'att');
    const logits = builder.linear(attended, builder.parameter('w', [V, 12]), 'logits');
    const inputs = [builder.input('targets', 'i32', 'tokens', 48), builder.input('temperature', 'f32', 'tokens', 48)] as const;
    const { logprobs, entropies } = builder.tokenStats(logits, ...inputs, undefined);
    const plan = builder.build('wide', [logprobs, entropies], [logprobs, entropies]);
    const given = { offsets: Int32Array.of(0, 5, 45), temperature: new Float32Array(45).fill(0.7) };
    const data = material(plan, { positions: 50, targets: V }, given, { tokens: 45 });
    const [want, got] = [await outputsOf(executor, plan, data), await outputsOf(wide, plan, data)];
    for (const [name, values] of Object.entries(want)) expectClose(got[name] ?? [], values, 1e-5, name);
    wide.dispose();
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
    const alike = (inputs: HostInputs, place: number): HostInputs => ({
      ...inputs,
      adapter_rows: Int32Array.of(1),
      places: Int32Array.of(place),
    });
    const run = async (cuts: readonly number[], from = 0) => {
      const cache = executor.createCache(3, 16);
      let logits: HostOutputs = {};
      let place = 0;
      cuts.forEach((_, i) => expect(cuts[i]).toBeGreaterThan(cuts[i - 1] ?? 0));
      for (const [i, end] of cuts.entries()) {
        const start = cuts[i - 1] ?? 0;
        if (i > 0 && from) cache.copy(place, (place += 1), start);
        const {
          greedy: _,
          keys: __,
          counters: ___,
          temperature: ____,
          ...inputs
        } = alike(prompts([prompt.slice(start, end)], [start]), place);
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

  it('a cache refuses tokens beyond its room, and places it has not', async () => {
    load(executor);
    const cache = executor.createCache(1, 8);
    const run = (inputs: HostInputs, times = 1) => evaluatePlan(executor, generation(4, 4), inputs, cache, times);
    await run(prompts([[1]], [7]));
    await expect(run(prompts([[1]], [7]), 2)).rejects.toThrow('a cache of 8 tokens cannot hold 9');
    await expect(run(prompts([[1], [2]]))).rejects.toThrow('a cache of 1 places has no place 1');
    await expect(evaluatePlan(executor, generation(8, 4), prompts([[1, 2]]), cache, 2)).rejects.toThrow('one token of each sequence');
    cache.dispose();
    await expect(run(prompts([[1]]))).rejects.toThrow('disposed');
  });
});

describe('the draw', () => {
  let wide: Executor;
  beforeAll(async () => {
    wide = await createWebgpuExecutor({ wide: true });
  });
  afterAll(() => wide.dispose());

  it.each([
    [2, false],
    [33, false],
    [2, true],
    [33, true],
    [600, true],
  ])('among %i tokens takes what the host takes; with shared sums: %s', async (V, shared) => {
    const on = shared ? wide : executor;
    const N = 64;
    const builder = new PlanBuilder(N, N);
    const logits = builder.linear(builder.input('x', 'f32', 'tokens', N, [6]), builder.parameter('w', [V, 6]), 'logits');
    const drawn = builder.sample(logits, {
      temperature: builder.input('temperature', 'f32', 'tokens', N),
      greedy: builder.input('greedy', 'i32', 'tokens', N),
      keys: builder.input('keys', 'i32', 'tokens', N, [2]),
      counters: builder.input('counters', 'i32', 'tokens', N),
    });
    const rules = {
      temperature: Float32Array.from({ length: N }, (_, n) => 0.2 + (n % 5) / 3),
      greedy: Int32Array.from({ length: N }, (_, n) => Number(n % 7 === 0)),
      keys: Int32Array.from(Array.from({ length: N }, (_, n) => keyFor(3, n)).flat()),
      counters: Int32Array.from({ length: N }, (_, n) => n * 97_000_001),
    };
    const data = material(builder.build('draw', drawn), {}, rules);
    const w = (data.parameters.get('w')?.data ?? new Float32Array()).map((value) => value * 5);
    on.setParameters([['w', { shape: [V, 6], data: w }]]);
    const got = await evaluatePlan(on, builder.build('draw', drawn), data.forward);
    const x = data.forward['x'] ?? new Float32Array();
    let equal = 0;
    for (let n = 0; n < N; n += 1) {
      const row = Float32Array.from({ length: V }, (_, v) =>
        [0, 1, 2, 3, 4, 5].reduce((sum, k) => sum + (x[n * 6 + k] ?? 0) * (w[v * 6 + k] ?? 0), 0),
      );
      const uniform = uniformAt(keyFor(3, n), rules.counters[n] ?? 0);
      const rule = { temperature: rules.temperature[n] ?? 1, topK: 0, topP: 1, greedy: rules.greedy[n] === 1 };
      const want = drawToken(row, rule, uniform);
      if (got['tokens']?.[n] === want.token) {
        equal += 1;
        expect(Math.abs((got['logprobs']?.[n] ?? 0) - want.logprob)).toBeLessThan(1e-4);
      }
      expect(Math.abs((got['entropies']?.[n] ?? 0) - want.entropy)).toBeLessThan(1e-4);
    }
    // The host sums in double precision: a uniform number at the edge of two tokens may fall either way.
    expect(equal).toBeGreaterThanOrEqual(N - 1);
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
    return lower(plan, { single: true, wide: false }).dispatches.forward.length;
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
