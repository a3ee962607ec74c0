/** Keys and values in 16 bits: rounded as the reference rounds them, and the same where messages are sampled and where they are trained. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ModelConfig } from '../../../src/core/formats/models/hf.ts';
import { keyFor, normals } from '../../../src/core/random/streams.ts';
import { evaluatePlan, type Executor } from '../../../src/engine/contracts/executor.ts';
import { gradientOf } from '../../../src/engine/contracts/plan.ts';
import { PAGE_TOKENS } from '../../../src/engine/executors/wasm/cache.ts';
import { cacheShape } from '../../../src/engine/generate/generator.ts';
import { generationPlan, scoringPlan } from '../../../src/engine/model/llama.ts';
import { recomputing } from '../../../src/engine/model/recompute.ts';
import { expectClose } from '../support/compare.ts';
import { long } from '../../support/long.ts';
import { createExecutor } from '../support/executors.ts';
import { ALWAYS, GOLDEN_CASES } from '../support/golden.ts';
import { loadGolden } from '../support/golden.node.ts';
import { HARD_TO_ROUND, rounded, sampled } from '../support/halfCache.ts';
import { builds, start } from '../support/wasmKernels.ts';

describe.each(builds)('the kernel of %s', (build) => {
  it('rounds as the reference does: ties, steps below 2⁻¹⁴, what is too large and what is no number', async () => {
    const { memory, kernels } = await start(build);
    const values = HARD_TO_ROUND;
    for (const count of [1, 2, 3, 4, 7, values.length - 1]) {
      const out = memory.room(count + 1);
      kernels.roundHalf(count, memory.put(values), out);
      const found = memory.read(out, count + 1);
      expect(found.subarray(0, count)).toEqual(values.slice(0, count).map(rounded));
      expect(found[count], 'nothing is written behind the end').toBeNaN();
    }
  });
});

async function opened(name: (typeof GOLDEN_CASES)[number], backend: 'wasm' | 'tfjs-cpu'): Promise<Executor> {
  const golden = loadGolden(name);
  const executor = await createExecutor(backend);
  executor.setParameters(golden.weights);
  for (const { parameters } of golden.adapters.values()) executor.setParameters(parameters);
  return executor;
}

describe.each(GOLDEN_CASES)('%s', (name) => {
  if (!ALWAYS.has(name)) beforeEach(long);
  const golden = loadGolden(name);
  const slots = [...golden.adapters.values()].map(({ slot }) => slot);
  const half: ModelConfig = { ...golden.config, kvCache: 'f16' };
  const V = half.vocabularySize;

  it('samples what it scores, and otherwise than in f32', async () => {
    const executor = await opened(name, 'wasm');
    const [halved, whole] = [await sampled(executor, half, slots), await sampled(executor, golden.config, slots)];
    // The very numbers: every sum is in the order of the scoring pass.
    expect(halved.gap).toBe(0);
    // Behind 512 positions sums begin anew, and some layers see no further back than their window.
    expect((await sampled(executor, half, slots, 480)).gap).toBe(0);
    expect(halved.said).not.toEqual(whole.said);
    expectClose(halved.said.slice(0, 1), whole.said.slice(0, 1), 1e-2, 'the first token of the first message');
    executor.dispose();
  });

  it('has the log-probabilities and gradients of TensorFlow.js, and the same bits when layers are computed again', async () => {
    const tokens = 21;
    const plan = scoringPlan(half, { tokens, sequences: 2 }, slots, { scored: 9, backward: true });
    const inputs = {
      ids: Int32Array.from({ length: tokens }, (_, t) => (37 * t + 5) % V),
      positions: Int32Array.from({ length: tokens }, (_, t) => (t < 12 ? t : t - 12)),
      offsets: Int32Array.from([0, 12, tokens]),
      adapter_rows: Int32Array.from([0, -1]),
      scored: Int32Array.from([3, 4, 5, 8, 11, 14, 15, 19, 20]),
      targets: Int32Array.from({ length: 9 }, (_, i) => (11 * i + 2) % V),
      temperature: new Float32Array(9).fill(0.8),
    };
    const seeds = { [gradientOf('logprobs')]: normals(keyFor(7, 1), 9), [gradientOf('entropies')]: normals(keyFor(7, 2), 9) };
    const numbersOf = async (executor: Executor, which = plan) => {
      const execution = executor.start(which, inputs);
      const numbers = { ...(await execution.run('forward')), ...(await execution.run('backward', seeds)) };
      execution.dispose();
      return numbers;
    };
    const [own, stock] = [await opened(name, 'wasm'), await opened(name, 'tfjs-cpu')];
    const found = await numbersOf(own);
    for (const [output, numbers] of Object.entries(await numbersOf(stock))) expectClose(found[output] ?? [], numbers, 1e-3, output);
    const ends = Array.from({ length: half.layers }, (_, layer) => `${layer}.out`);
    expect(await numbersOf(own, recomputing(plan, [half.gemma ? 'x.scaled' : 'x', ...ends]))).toEqual(found);
    own.dispose();
    stock.dispose();
  });
});

describe('the cache', () => {
  it('takes half the memory, and room for twice the sequences', async () => {
    const { config } = loadGolden('qwen3');
    const executor = await opened('qwen3', 'wasm');
    const bytesOf = async (one: ModelConfig) => {
      const plan = generationPlan(one, { tokens: 40, sequences: 1 }, [], { sample: false, decode: false });
      const inputs = {
        ids: new Int32Array(40),
        positions: Int32Array.from({ length: 40 }, (_, t) => t),
        offsets: Int32Array.from([0, 40]),
        adapter_rows: Int32Array.from([-1]),
        cache_slots: Int32Array.from([0]),
        scored: Int32Array.from([39]),
      };
      const cache = executor.createCache(1, 64);
      await evaluatePlan(executor, plan, inputs, cache);
      const { bytes } = executor.memory();
      cache.clear();
      const held = bytes - executor.memory().bytes;
      cache.dispose();
      return held;
    };
    const whole = await bytesOf(config);
    expect(whole).toBe(4 * 2 * config.layers * config.kvHeads * config.headDim * 2 * PAGE_TOKENS);
    expect(await bytesOf({ ...config, kvCache: 'f16' })).toBe(whole / 2);
    executor.dispose();
    const large = { ...config, layers: 30, kvHeads: 8, headDim: 128 };
    expect(cacheShape({ ...large, kvCache: 'f16' }, 384).slots).toBeGreaterThanOrEqual(2 * cacheShape(large, 384).slots);
    expect(cacheShape({ ...large, kvCache: 'f16' }, 384).bytes).toBe(cacheShape(large, 384).bytes / 2);
  });
});
