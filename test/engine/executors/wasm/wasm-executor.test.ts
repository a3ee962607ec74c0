/** The WASM executor's memory and its refusals: what the golden files do not see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyFor, uniformAt } from '../../../../src/core/random/streams.ts';
import { evaluatePlan, type Executor, type HostInputs } from '../../../../src/engine/contracts/executor.ts';
import { layoutOf, viewOf } from '../../../../src/engine/executors/wasm/layout.ts';
import { Regions } from '../../../../src/engine/executors/wasm/memory/regions.ts';
import { generationPlan, scoringPlan } from '../../../../src/engine/model/llama.ts';
import { type Op, readsOf } from '../../../../src/engine/contracts/plan.ts';
import { createExecutor } from '../../support/executors.ts';
import { loadGolden } from '../../support/golden.node.ts';

const golden = loadGolden('llama-tied');
const slots = [...golden.adapters.values()].map((adapter) => adapter.slot);

it('regions never overlap, and released space is used again', () => {
  const regions = new Regions(64);
  const live = new Map<number, number>();
  const key = keyFor(3, 1);
  let reached = 0;
  for (let step = 0; step < 3000; step += 1) {
    const [first] = live.keys();
    if (live.size > 40 && first !== undefined) {
      const chosen = [...live.keys()][Math.floor(uniformAt(key, 2 * step) * live.size)] ?? first;
      regions.release(chosen);
      live.delete(chosen);
    }
    const bytes = 1 + Math.floor(uniformAt(key, 2 * step + 1) * 5000);
    const at = regions.allocate(bytes);
    expect(at % 64).toBe(0);
    for (const [other, size] of live) expect(at >= other + size || other >= at + bytes).toBe(true);
    live.set(at, bytes);
    if (step === 1000) reached = regions.end;
  }
  expect(regions.end).toBeLessThan(1.3 * reached);
  for (const at of live.keys()) regions.release(at);
  expect(regions.allocate(regions.end - 64)).toBe(64); // all holes have become one
});

/** Bytes of all buffers side by side, as if none gave its place away. */
const sideBySide = (sizes: ReadonlyMap<string, number>): number => [...sizes.values()].reduce((sum, count) => sum + 4 * count, 0);

it('a plan’s buffers share places over time, but never while both are alive', () => {
  const plan = scoringPlan(golden.config, { tokens: 48, sequences: 3 }, slots, { scored: 8, backward: true });
  const { offsets, bytes } = layoutOf(plan);
  const { sizes } = viewOf(
    plan,
    new Map([
      ['tokens', 48],
      ['sequences', 3],
      ['bounds', 4],
      ['scored', 8],
    ]),
  );
  const ops: Op[] = [...plan.ops.forward, ...plan.ops.backward];
  const last = new Map<string, number>();
  ops.forEach((op, index) => readsOf(op).forEach((name) => last.set(name, index)));
  const first = new Map<string, number>();
  const outputs = (op: Op) =>
    Object.entries(op)
      .filter(
        ([field, value]) =>
          typeof value === 'string' &&
          /^(out|low|stats|logprobs|entropies|d[A-Z]\w*)$/.test(field) &&
          offsets.has(value) &&
          !readsOf(op).includes(value),
      )
      .map(([, value]) => value as string);
  ops.forEach((op, index) => outputs(op).forEach((name) => first.set(name, index)));
  const spans = [...first].map(([name, from]) => ({
    from,
    to: Math.max(from, last.get(name) ?? from),
    at: offsets.get(name)!,
    end: offsets.get(name)! + 4 * sizes.get(name)!,
  }));
  expect(spans.length).toBeGreaterThan(60);
  for (const [i, a] of spans.entries()) {
    for (const b of spans.slice(i + 1)) expect(a.to < b.from || b.to < a.from || a.end <= b.at || b.end <= a.at).toBe(true);
  }
  expect(bytes).toBeLessThan(0.7 * sideBySide(sizes));
});

describe('refusals', () => {
  let executor: Executor;
  beforeAll(async () => {
    executor = await createExecutor('wasm');
    executor.setParameters(golden.weights);
  });
  afterAll(() => executor.dispose());

  const plan = generationPlan(golden.config, { tokens: 8, sequences: 2 }, [], { sample: false, decode: false });
  const inputs = {
    ids: new Int32Array(8),
    positions: Int32Array.from([0, 1, 2, 3, 0, 1, 2, 3]),
    offsets: Int32Array.from([0, 4, 8]),
    adapter_rows: new Int32Array(2).fill(-1),
    cache_slots: Int32Array.from([1, 0]),
    scored: Int32Array.from([3, 7]),
  };

  it('an index that points outside its table is named, and nothing stays allocated', async () => {
    const cache = executor.createCache(2, 5);
    const run = (changed: HostInputs) => evaluatePlan(executor, plan, { ...inputs, ...changed }, cache);
    await run({});
    const before = executor.memory();
    await expect(run({ ids: new Int32Array(8).fill(golden.config.vocabularySize) })).rejects.toThrow(
      `ids holds ${golden.config.vocabularySize}`,
    );
    await expect(run({ scored: Int32Array.from([3, 8]) })).rejects.toThrow('scored holds 8');
    await expect(run({ positions: new Int32Array(8).fill(-1) })).rejects.toThrow('positions holds -1');
    await expect(run({ ids: new Int32Array(7) })).rejects.toThrow('needs input positions of shape [7], got 8 numbers');
    await expect(run({ ids: new Int32Array(9) })).rejects.toThrow('needs input ids of shape up to [8], got 9 numbers');
    await expect(run({ offsets: Int32Array.from([0, 4, 7]) })).rejects.toThrow('offsets must rise from 0 to the 8 tokens');
    expect(executor.memory()).toEqual(before);
    cache.dispose();
  });

  it('a cache that is too small, without the slot or disposed is refused', async () => {
    const cache = executor.createCache(2, 5);
    const later = { ...inputs, positions: inputs.positions.map((position) => position + 2) };
    await evaluatePlan(executor, plan, inputs, cache);
    await expect(evaluatePlan(executor, plan, later, cache)).rejects.toThrow('a sequence of 6 tokens does not fit a cache of 5');
    await expect(evaluatePlan(executor, plan, { ...inputs, cache_slots: Int32Array.from([0, 2]) }, cache)).rejects.toThrow(
      'a sequence has slot 2, and the cache has 2',
    );
    await expect(evaluatePlan(executor, plan, inputs)).rejects.toThrow('needs a cache');
    cache.dispose();
    await expect(evaluatePlan(executor, plan, inputs, cache)).rejects.toThrow('this cache was disposed');
  });

  it('a prefill cannot be repeated: it feeds nothing back', async () => {
    const cache = executor.createCache(2, 8);
    await expect(evaluatePlan(executor, plan, inputs, cache, 2)).rejects.toThrow('plan prefill cannot be repeated');
    cache.dispose();
  });
});
