/**
 * Every WGSL kernel against the reference executor, in small plans of odd sizes; always in one size that fills no tile, in the sample in the
 * others: a software adapter compiles each anew.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';
import { keyFor, uniformAt } from '../../../src/core/random/streams.ts';
import { evaluatePlan, type Executor, type HostInputs } from '../../../src/engine/contracts/executor.ts';
import { createTfjsExecutor } from '../../../src/engine/executors/tfjs/executor.ts';
import { openDevice } from '../../../src/engine/executors/webgpu/device.ts';
import { createWebgpuExecutor } from '../../../src/engine/executors/webgpu/executor.ts';
import { Pipelines } from '../../../src/engine/executors/webgpu/pipelines.ts';
import { linear } from '../../../src/engine/executors/webgpu/kernels/linear.ts';
import { lowRank } from '../../../src/engine/executors/webgpu/kernels/lowRank.ts';
import { splitFor } from '../../../src/engine/executors/webgpu/kernels/split.ts';
import { drawToken } from '../../../src/engine/generate/sampler.ts';
import { PlanBuilder } from '../../../src/engine/model/builder.ts';
import type { Plan } from '../../../src/engine/contracts/plan.ts';
import { long } from '../../support/long.ts';
import { expectClose } from '../support/compare.ts';
import { type Rows, material, outputsOf, offsetsOf, slot } from '../support/plans/smallPlans.ts';

if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/testing/vulkan.ts for how a driver is found');

// It asks for an adapter when it is loaded.
const { subgroups, WAYS } = await import('../support/subgroups.ts');

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

async function compare(plan: Plan, bounds: Readonly<Record<string, number>> = {}, given: HostInputs = {}, rows: Rows = {}) {
  const data = material(plan, bounds, given, rows);
  const want = await outputsOf(reference, plan, data);
  const got = await outputsOf(executor, plan, data);
  expect(Object.keys(got).sort()).toEqual(Object.keys(want).sort());
  for (const [name, values] of Object.entries(want)) expectClose(got[name] ?? [], values, 1e-4, name);
}

describe('linear, forward and backward', () => {
  it.for([
    [1, 1, 1],
    [3, 4, 5],
    [33, 31, 64],
    [2, 257, 36],
  ] as const)('%i rows, %i in, %i out, with bias, into a residual', async ([M, K, J], context) => {
    if (M !== 33) long(context);
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

  it.for([
    [[1], 4, 5],
    [[3, 1, 1, 9, 2, 6, 1], 31, 64],
    [[8, 8, 17], 36, 12],
  ] as const)('mixed adapters of unlike ranks: sequences of %j, %i in, %i out', async ([lengths, K, J], context) => {
    if (K !== 31) long(context);
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
  it.for([
    [[1], 1, 1, 2],
    [[5, 1, 3], 4, 2, 6],
    [[33, 4], 3, 1, 8],
    [[2, 7], 4, 4, 10],
  ] as const)('sequences of %j, %i heads over %i, %i features', async ([lengths, heads, kvHeads, headDim], context) => {
    if (heads === kvHeads || heads === 3) long(context);
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
  it.for([
    [1, 1],
    [3, 31],
    [33, 12],
  ] as const)('norm, activations, look-ups: %i rows of %i features', async ([M, D], context) => {
    if (M !== 3) long(context);
    const builder = new PlanBuilder(M + 1, 1, null, [], () => true);
    const x = builder.embed(builder.input('ids', 'i32', 'tokens', M + 1), builder.parameter('table', [7, D]), 'x');
    // Of one feature the norm leaves its sign, and of the gradient what ε leaves: with a small ε nothing but rounding, which differs.
    const normed = builder.rmsnorm(x, builder.parameter('norm', [D]), D, D === 1 ? 0.1 : 1e-5, 'normed');
    const gate = builder.linear(normed, builder.parameter('gate', [D, D]), 'gated');
    const active = builder.add(builder.swiglu(gate, normed, 'swiglu'), builder.relu(gate, 'relu'), 'sum');
    const chosen = builder.gatherRows(active, builder.input('scored', 'i32', 'scored', M + 4), 'chosen');
    await compare(builder.build('rows', [chosen], [chosen]), { ids: 7, scored: M }, {}, { tokens: M, scored: M + 2 });
  });

  it.for([
    [1, 2, false],
    [31, 33, true],
    [5, 257, false],
  ] as const)('token statistics: %i tokens of %i, kept sets %s', async ([N, V, cut], context) => {
    if (V === 2) long(context);
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

describe.each(WAYS)('with sums %s', (way) => {
  it('scores and gradients are the same', async () => {
    const wide = await createWebgpuExecutor({ wide: true, subgroups: way === 'by subgroups' });
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

// Their numbers cannot be had where subgroups are smaller; the exchange itself is played through in test/unit/engine.
it.runIf(subgroups)('kernels for subgroups of 8 to 64 lanes compile', async () => {
  const device = await openDevice();
  const pipelines = new Pipelines(device);
  const split = splitFor({ least: 8, most: 64 });
  const { judgement } = device.judged(() => {
    pipelines.get(linear({ K: 8, widths: [8, 8], norm: true, slots: 4, rows: 16, split }));
    pipelines.get(linear({ K: 8, widths: [8, 8], swiglu: true, slots: 4, rows: 16, split }));
    pipelines.get(linear({ K: 7, widths: [8], rows: 16, split }));
    pipelines.get(lowRank({ K: 8, norm: true, slots: 4, layers: 2, tokens: 1, split }));
  });
  await judgement;
  expect(() => device.check()).not.toThrow();
  device.dispose();
});

describe('the draw', () => {
  const wide = new Map<string, Executor>();
  beforeAll(async () => {
    for (const way of WAYS) wide.set(way, await createWebgpuExecutor({ wide: true, subgroups: way === 'by subgroups' }));
  });
  afterAll(() => wide.forEach((own) => own.dispose()));

  it.for([
    [2, 'of one invocation'],
    [33, 'of one invocation'],
    ...WAYS.flatMap((way) => [[2, way] as const, [33, way] as const, [600, way] as const]),
  ] as const)('among %i tokens takes what the host takes, with sums %s', async ([V, way], context) => {
    if (V === 2) long(context);
    const on = wide.get(way) ?? executor;
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
