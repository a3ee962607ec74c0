/** The WASM executor's memory and its refusals: what the golden files do not see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyFor, uniformAt } from '../../src/core/random/streams.ts';
import { evaluatePlan, type Executor } from '../../src/engine/executors/executor.ts';
import { layoutOf } from '../../src/engine/executors/wasm/layout.ts';
import { Regions } from '../../src/engine/executors/wasm/regions.ts';
import { generationPlan, scoringPlan } from '../../src/engine/model/llama.ts';
import { type Op, type Plan, readsOf } from '../../src/engine/model/plan.ts';
import { createExecutor } from './support/executors.ts';
import { loadGolden } from './support/golden.node.ts';

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
const sideBySide = (plan: Plan): number => [...layoutOf(plan).sizes.values()].reduce((sum, count) => sum + 4 * count, 0);

it('a plan’s buffers share places over time, but never while both are alive', () => {
  const plan = scoringPlan(golden.config, { rows: 3, length: 16 }, slots, { scored: 8, backward: true });
  const { offsets, sizes, bytes } = layoutOf(plan);
  const ops: Op[] = [...plan.ops.forward, ...plan.ops.backward];
  const last = new Map<string, number>();
  ops.forEach((op, index) => readsOf(op).forEach((name) => last.set(name, index)));
  const first = new Map<string, number>();
  const outputs = (op: Op) =>
    Object.entries(op)
      .filter(
        ([field, value]) =>
          typeof value === 'string' &&
          /^(out|low|probs|logprobs|entropies|d[A-Z]\w*)$/.test(field) &&
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
  expect(bytes).toBeLessThan(0.7 * sideBySide(plan));
});

describe('refusals', () => {
  let executor: Executor;
  beforeAll(async () => {
    executor = await createExecutor('wasm');
    executor.setParameters(golden.weights);
  });
  afterAll(() => executor.dispose());

  const plan = generationPlan(golden.config, { rows: 2, length: 4 }, []);
  const inputs = {
    ids: new Int32Array(8),
    positions: Int32Array.from([0, 1, 2, 3, 0, 1, 2, 3]),
    adapter_rows: new Int32Array(2).fill(-1),
    scored: Int32Array.from([3, 7]),
  };

  it('an index that points outside its table is named, and nothing stays allocated', async () => {
    await evaluatePlan(executor, plan, inputs);
    const before = executor.memory();
    await expect(evaluatePlan(executor, plan, { ...inputs, ids: new Int32Array(8).fill(golden.config.vocabularySize) })).rejects.toThrow(
      `ids holds ${golden.config.vocabularySize}`,
    );
    await expect(evaluatePlan(executor, plan, { ...inputs, scored: Int32Array.from([3, 8]) })).rejects.toThrow('scored holds 8');
    await expect(evaluatePlan(executor, plan, { ...inputs, positions: new Int32Array(8).fill(-1) })).rejects.toThrow('positions holds -1');
    await expect(evaluatePlan(executor, plan, { ...inputs, ids: new Int32Array(7) })).rejects.toThrow(
      'needs input ids of shape [8], got 7 numbers',
    );
    expect(executor.memory()).toEqual(before);
  });

  it('a cache that is full, of other rows or disposed is refused', async () => {
    const step = generationPlan(golden.config, { rows: 2, length: 1 }, []);
    const one = {
      ids: new Int32Array(2),
      positions: new Int32Array(2).fill(4),
      adapter_rows: new Int32Array(2).fill(-1),
      scored: Int32Array.from([0, 1]),
    };
    const cache = executor.createCache([4, 3], 5);
    await evaluatePlan(executor, plan, inputs, cache);
    await evaluatePlan(executor, step, one, cache);
    await expect(evaluatePlan(executor, step, one, cache)).rejects.toThrow('a row of 6 tokens does not fit a cache of 5');
    const other = executor.createCache([4], 5);
    await expect(evaluatePlan(executor, plan, inputs, other)).rejects.toThrow('a plan of 2 rows is run with a cache of 1');
    other.dispose();
    cache.dispose();
    await expect(evaluatePlan(executor, step, one, cache)).rejects.toThrow('this cache was disposed');
  });
});
