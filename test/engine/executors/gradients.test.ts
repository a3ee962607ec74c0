/** Backward plans against finite differences: mixed adapters, temperature, kept sets, base parameters. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyFor, normals } from '../../../src/core/random/streams.ts';
import type { Executor, HostTensor } from '../../../src/engine/contracts/executor.ts';
import { scoringPlan } from '../../../src/engine/model/llama.ts';
import type { ScoredSequence } from '../../../src/engine/train/batches.ts';
import { scoreForTraining, scoreSequences } from '../../../src/engine/train/score.ts';
import { long } from '../../support/long.ts';
import { createExecutor } from '../support/executors.ts';
import { ALWAYS, GOLDEN_CASES } from '../support/golden.ts';
import { loadGolden } from '../support/golden.node.ts';

describe.each(['tfjs-cpu', 'wasm'] as const)('on %s', (backend) => {
  let executor: Executor;
  beforeAll(async () => {
    executor = await createExecutor(backend);
  });
  afterAll(() => executor.dispose());

  const noise = (stream: number, count: number) => normals(keyFor(99, stream), count);

  /** (f(θ + εd) − f(θ − εd)) / 2ε along a random direction d, and ∇f·d. */
  async function directional(
    parameters: ReadonlyMap<string, HostTensor>,
    gradients: ReadonlyMap<string, Float32Array>,
    f: () => Promise<number>,
    epsilon: number,
  ): Promise<[number, number]> {
    let stream = 100;
    let product = 0;
    const directions = new Map([...parameters].map(([name, { data }]) => [name, noise(stream++, data.length)]));
    const moved = (sign: number) =>
      new Map(
        [...parameters].map(([name, { shape, data }]) => [
          name,
          { shape, data: data.map((value, i) => value + sign * epsilon * (directions.get(name)?.[i] ?? 0)) },
        ]),
      );
    for (const [name, direction] of directions) direction.forEach((d, i) => (product += d * (gradients.get(name)?.[i] ?? Number.NaN)));
    executor.setParameters(moved(1));
    const up = await f();
    executor.setParameters(moved(-1));
    const down = await f();
    executor.setParameters(parameters);
    return [(up - down) / (2 * epsilon), product];
  }

  describe.each(GOLDEN_CASES)('%s', (name) => {
    if (!ALWAYS.has(name)) beforeEach(long);
    const golden = loadGolden(name);
    const adapters = [...golden.adapters.values()];
    const slots = adapters.map((adapter) => adapter.slot);
    const sequences: ScoredSequence[] = golden.expected.ids.map((ids, row) => ({
      ids: ids.slice(0, 9 + row),
      first: 3 + row,
      slot: row % slots.length,
      temperature: 0.7,
      // Half of the vocabulary and the token itself.
      kept:
        row === 1
          ? ids
              .slice(3 + row, 9 + row)
              .map((id) => [...new Set([id, ...Array.from({ length: 16 }, (_, i) => 2 * i)])].sort((a, b) => a - b))
          : undefined,
    }));
    const count = sequences.reduce((sum, { ids, first }) => sum + ids.length - first, 0);
    const a = noise(1, count);
    const b = noise(2, count);
    const loss = async (trainBase: boolean) => {
      const { logprobs, entropies } = await scoreSequences(
        executor,
        golden.config,
        trainBase ? [] : slots,
        trainBase ? sequences.map((sequence) => ({ ...sequence, slot: -1 })) : sequences,
      );
      return logprobs.reduce((sum, value, i) => sum + value * (a[i] ?? 0) + (entropies[i] ?? 0) * (b[i] ?? 0), 0);
    };

    it('gradients of mixed adapters agree with finite differences', async () => {
      const parameters = new Map(adapters.flatMap((adapter) => [...adapter.parameters]));
      executor.setParameters([...golden.weights, ...parameters]);
      const gradients = await (await scoreForTraining(executor, golden.config, slots, sequences)).gradients(a, b);
      expect([...gradients.keys()].sort()).toEqual([...parameters.keys()].sort());
      const [numeric, analytic] = await directional(parameters, gradients, () => loss(false), 1e-3);
      expect(Math.abs(numeric - analytic)).toBeLessThan(0.01 * Math.abs(analytic) + 0.02);
    });

    it('gradients of all base parameters agree with finite differences', async () => {
      const base = golden.weights;
      executor.setParameters(base);
      const pass = await scoreForTraining(
        executor,
        golden.config,
        [],
        sequences.map((sequence) => ({ ...sequence, slot: -1 })),
        () => true,
      );
      const gradients = await pass.gradients(a, b);
      const [numeric, analytic] = await directional(base, gradients, () => loss(true), 1e-3);
      expect(Math.abs(numeric - analytic)).toBeLessThan(0.02 * Math.abs(analytic) + 0.05);
    });
  });
});

it('with adapters on a frozen base nothing below the first adapted projection is differentiated', () => {
  const golden = loadGolden('llama-tied');
  const slots = [...golden.adapters.values()].map((adapter) => adapter.slot);
  const plan = scoringPlan(golden.config, { tokens: 32, sequences: 2 }, slots, { scored: 4, backward: true });
  expect(plan.ops.backward.some((op) => op.kind === 'embed_backward')).toBe(false);
  const first = plan.ops.backward.filter(
    (op) => op.kind === 'linear_backward' && op.of.module?.startsWith('model.layers.0.self_attn') && !op.of.module.endsWith('o_proj'),
  );
  expect(first.length).toBeGreaterThan(0);
  expect(first.every((op) => op.kind === 'linear_backward' && op.dX === undefined)).toBe(true);
  const norms = plan.ops.backward.filter(
    (op) => op.kind === 'rmsnorm_backward' && op.of.weight === 'model.layers.0.input_layernorm.weight',
  );
  expect(norms).toEqual([]);
});
