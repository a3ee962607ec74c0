/** A head in chunks of rows gives the very numbers that a whole one gives, and holds no more logits than a chunk has. */
import { beforeEach, describe, expect, it } from 'vitest';
import { keyFor, normals } from '../../../src/core/random/streams.ts';
import { packFloats } from '../../../src/core/weights/packed.ts';
import type { Executor, HostInputs, HostTensor, Parameter } from '../../../src/engine/contracts/executor.ts';
import { gradientOf, type Plan, writesOf } from '../../../src/engine/contracts/plan.ts';
import { PlanBuilder } from '../../../src/engine/model/builder.ts';
import { chunkedHead, chunkRows, logitBytes } from '../../../src/engine/model/chunkedHead.ts';
import { peakBytes, planCost, savedBytes } from '../../../src/engine/model/cost.ts';
import { scoringPlan } from '../../../src/engine/model/llama.ts';
import { plainLlama } from '../../../src/engine/model/plainLlama.ts';
import { expectClose } from '../support/compare.ts';
import { long } from '../../support/long.ts';
import { createExecutor } from '../support/executors.ts';
import { ALWAYS, GOLDEN_CASES } from '../support/golden.ts';
import { loadGolden } from '../support/golden.node.ts';
import { material, outputsOf, slot } from '../support/plans/smallPlans.ts';

const TOKENS = 21;
const SCORED = 9;

async function numbersOf(executor: Executor, plan: Plan, inputs: HostInputs, seeds: HostInputs) {
  const execution = executor.start(plan, inputs);
  const forward = await execution.run('forward');
  const backward = plan.ops.backward.length > 0 ? await execution.run('backward', seeds) : {};
  execution.dispose();
  return { ...forward, ...backward };
}

describe.each(GOLDEN_CASES)('%s', (name) => {
  if (!ALWAYS.has(name)) beforeEach(long);
  const golden = loadGolden(name);
  const { config } = golden;
  const slots = [...golden.adapters.values()].map(({ slot }) => slot);
  const V = config.vocabularySize;
  const inputs: HostInputs = {
    ids: Int32Array.from({ length: TOKENS }, (_, t) => (37 * t + 5) % V),
    positions: Int32Array.from({ length: TOKENS }, (_, t) => (t < 12 ? t : t - 12)),
    offsets: Int32Array.from([0, 12, TOKENS]),
    adapter_rows: Int32Array.from([0, -1]),
    scored: Int32Array.from([3, 4, 5, 8, 11, 14, 15, 19, 20]),
    targets: Int32Array.from({ length: SCORED }, (_, i) => (11 * i + 2) % V),
    temperature: new Float32Array(SCORED).fill(0.8),
  };
  const kept = Float32Array.from({ length: SCORED * V }, (_, at) => Number(at % 3 > 0));
  const seeds = { [gradientOf('logprobs')]: normals(keyFor(7, 1), SCORED), [gradientOf('entropies')]: normals(keyFor(7, 2), SCORED) };
  // More room than what is brought.
  const planOf = (options: { kept?: boolean; backward?: boolean }) =>
    scoringPlan(config, { tokens: TOKENS + 3, sequences: 2 }, slots, { scored: SCORED + 4, ...options });
  const withGolden = async (backend: 'wasm' | 'tfjs-cpu', packed = false) => {
    const executor = await createExecutor(backend);
    const head = config.tieWordEmbeddings ? 'model.embed_tokens.weight' : 'lm_head.weight';
    const held = ([parameter, tensor]: [string, HostTensor]): [string, Parameter] => [
      parameter,
      packed && parameter === head ? packFloats('q8', tensor) : tensor,
    ];
    executor.setParameters([...golden.weights].map(held));
    for (const { parameters } of golden.adapters.values()) executor.setParameters(parameters);
    return executor;
  };

  it('has the same bits on WASM, in chunks of any size', async () => {
    for (const packed of [false, true]) {
      const executor = await withGolden('wasm', packed);
      for (const options of [{ backward: true }, { backward: true, kept: true }, {}]) {
        const whole = planOf(options);
        const brought = 'kept' in options ? { ...inputs, kept } : inputs;
        const expected = await numbersOf(executor, whole, brought, seeds);
        for (const rows of packed ? [4] : [1, 2, 4, 9, 13, 50]) {
          const plan = chunkedHead(whole, rows);
          expect(plan).not.toBe(whole);
          const found = await numbersOf(executor, plan, brought, seeds);
          expect(Object.keys(found)).toEqual(Object.keys(expected));
          for (const [output, numbers] of Object.entries(expected)) expect(found[output], `${output}, ${rows} rows`).toEqual(numbers);
        }
      }
      executor.dispose();
    }
  });

  it('is what TensorFlow.js computes whole', async () => {
    const executor = await withGolden('tfjs-cpu');
    const whole = planOf({ backward: true });
    const expected = await numbersOf(executor, whole, inputs, seeds);
    const found = await numbersOf(executor, chunkedHead(whole, 4), inputs, seeds);
    for (const [output, numbers] of Object.entries(expected)) expectClose(found[output] ?? [], numbers, 1e-5, output);
    executor.dispose();
  });
});

describe('a plan', () => {
  it.each([
    [40, 5],
    [600, 531],
    [33, 1030],
  ])('over %i features and %i tokens has the same bits', async (features, vocabulary) => {
    const executor = await createExecutor('wasm');
    const rows = 21;
    const builder = new PlanBuilder(rows, 4, null, [slot('first', 3, ['one']), slot('second', 8, ['one'])]);
    builder.input('offsets', 'i32', 'bounds', 5);
    builder.input('adapter_rows', 'i32', 'sequences', 4);
    const x = builder.linear(builder.input('x', 'f32', 'tokens', rows, [24]), builder.parameter('one', [features, 24]), 'between', {
      module: 'one',
    });
    const logits = builder.linear(x, builder.parameter('head', [vocabulary, features]), 'logits');
    const targets = builder.input('targets', 'i32', 'tokens', rows);
    const stats = builder.tokenStats(logits, targets, builder.input('temperature', 'f32', 'tokens', rows), undefined);
    const plan = builder.build('odd', [stats.logprobs, stats.entropies], [stats.logprobs, stats.entropies]);
    const given = material(
      plan,
      {},
      {
        offsets: Int32Array.from([0, 5, 11, 17, rows]),
        adapter_rows: Int32Array.from([1, -1, 0, 1]),
        targets: Int32Array.from({ length: rows }, (_, i) => (7 * i + 1) % vocabulary),
        temperature: new Float32Array(rows).fill(0.7),
      },
    );
    for (const form of ['f32', 'q4'] as const) {
      const head = given.parameters.get('head');
      const parameters = new Map<string, Parameter>(given.parameters);
      if (form !== 'f32' && head) parameters.set('head', packFloats(form, head));
      const expected = await outputsOf(executor, plan, { ...given, parameters: parameters as never });
      expect(Object.keys(expected).length).toBeGreaterThan(4);
      for (const size of [1, 4, 10, 20]) {
        const found = await outputsOf(executor, chunkedHead(plan, size), { ...given, parameters: parameters as never });
        expect(found, `${form}, ${size} rows`).toEqual(expected);
      }
    }
    executor.dispose();
  });

  it('of a trained head, or whose logits are read, is left as it is', () => {
    const config = plainLlama({ vocabularySize: 64, hiddenSize: 16, intermediateSize: 32, layers: 1 });
    const options = { scored: 8, backward: true };
    const trained = scoringPlan(config, { tokens: 8, sequences: 1 }, [], { ...options, trainable: () => true });
    expect(chunkedHead(trained, 4)).toBe(trained);
    expect(logitBytes(trained)).toBe(0);
    const read = scoringPlan(config, { tokens: 8, sequences: 1 }, [], { scored: 8, logits: true });
    expect(chunkedHead(read, 4)).toBe(read);
  });

  it('takes chunks where that saves memory, and counts what it holds', () => {
    const slot = { name: 'solver', rank: 4, scale: 1, modules: new Set(['model.layers.0.mlp.down_proj']), trainable: true };
    const made = (vocabularySize: number, recompute: boolean) =>
      scoringPlan(plainLlama({ vocabularySize, hiddenSize: 32, intermediateSize: 64, layers: 1 }), { tokens: 512, sequences: 2 }, [slot], {
        scored: 512,
        backward: true,
        recompute,
      });
    const holds = (plan: Plan) => [...plan.ops.forward, ...plan.ops.backward].flatMap(writesOf).some((name) => name === 'd:logits');
    const chunked = (plan: Plan) => plan.ops.forward.some((op) => op.kind === 'head_stats');
    expect(chunked(made(151_936, true))).toBe(true);
    expect(chunked(made(151_936, false))).toBe(false);
    expect(chunked(made(16_384, true))).toBe(false);
    const [parts, whole] = [made(151_936, true), made(151_936, false)];
    expect(holds(parts)).toBe(true);
    const logits = 4 * 512 * 151_936;
    const chunk = 4 * chunkRows(151_936) * 151_936;
    expect(chunk).toBeLessThan(logits / 8);
    expect(savedBytes(whole) - savedBytes(parts)).toBe(logits);
    // Logits and their gradients, of a chunk or of all.
    expect(peakBytes(whole) - peakBytes(parts)).toBeCloseTo(2 * (logits - chunk), -7);
    const flops = (plan: Plan, stage: 'forward' | 'backward') => planCost(plan, stage, { context: 1 }).flops;
    expect(flops(parts, 'forward')).toBe(flops(whole, 'forward'));
    expect(flops(parts, 'backward') - flops(whole, 'backward')).toBe(2 * 512 * 32 * 151_936);
  });
});
