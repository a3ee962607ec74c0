/** The cache's pages: memory follows what was written, and a copied beginning is shared until somebody writes into it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluatePlan, type Executor, type KvCache } from '../../../src/engine/contracts/executor.ts';
import { PAGE_TOKENS } from '../../../src/engine/executors/wasm/cache.ts';
import { generationPlan } from '../../../src/engine/model/llama.ts';
import { createExecutor } from '../support/executors.ts';
import { loadGolden } from '../support/golden.node.ts';

const golden = loadGolden('qwen3');
const { config } = golden;
const SLOTS = 4;
const CAPACITY = 4 * PAGE_TOKENS;
const PAGE_BYTES = 4 * 2 * config.layers * config.kvHeads * config.headDim * PAGE_TOKENS;

describe('pages of the cache on WASM', () => {
  let executor: Executor;
  let cache: KvCache;
  let empty: number;
  beforeAll(async () => {
    executor = await createExecutor('wasm');
    executor.setParameters(golden.weights);
    cache = executor.createCache(SLOTS, CAPACITY);
    await write(0, 0, 1); // weights are packed when they are first read
    cache.clear();
    empty = executor.memory().bytes;
  });
  afterAll(() => {
    cache.dispose();
    executor.dispose();
  });

  /** Tokens `from … from + count − 1` of a text into `slot`; the logits behind the last of them. */
  async function write(slot: number, from: number, count: number, text = 0): Promise<Float32Array> {
    const plan = generationPlan(config, { tokens: CAPACITY, sequences: 1 }, [], { sample: false, decode: false });
    const outputs = await evaluatePlan(
      executor,
      plan,
      {
        ids: Int32Array.from({ length: count }, (_, t) => ((from + t) * 13 + text * (from + t > 39 ? 1 : 0)) % config.vocabularySize),
        positions: Int32Array.from({ length: count }, (_, t) => from + t),
        offsets: Int32Array.from([0, count]),
        adapter_rows: Int32Array.from([-1]),
        cache_slots: Int32Array.from([slot]),
        scored: Int32Array.from([count - 1]),
      },
      cache,
    );
    return outputs['logits'] ?? new Float32Array();
  }
  const pages = (): number => (executor.memory().bytes - empty) / PAGE_BYTES;

  it('are taken when they are reached, and given back', async () => {
    await write(0, 0, 5);
    expect(pages()).toBe(1);
    await write(0, 5, PAGE_TOKENS - 5);
    expect(pages()).toBe(1);
    await write(0, PAGE_TOKENS, 1);
    expect(pages()).toBe(2);
    await write(2, 0, CAPACITY);
    expect(pages()).toBe(6);
    await write(2, 0, 3);
    expect(pages(), 'a slot begun anew keeps what it needs').toBe(3);
    cache.clear();
    expect(pages()).toBe(0);
    const other = executor.createCache(1, CAPACITY);
    other.dispose();
    expect(executor.memory().bytes).toBe(empty);
  });

  it('of a copied beginning are shared until they are written to, and hold the same numbers', async () => {
    const alone = async (text: number) => {
      cache.clear();
      await write(3, 0, 40);
      return [await write(3, 40, 20, text), await write(3, 60, 10, text)];
    };
    const expected = [await alone(1), await alone(2)];
    expect(expected[0]).not.toEqual(expected[1]);
    cache.clear();
    await write(0, 0, 40);
    cache.copy(0, 1, 40);
    expect(pages()).toBe(2);
    const found = [[await write(0, 40, 20, 1)], [await write(1, 40, 20, 2)]];
    expect(pages(), 'the page that both go on in is there twice').toBe(3);
    found[0]?.push(await write(0, 60, 10, 1));
    found[1]?.push(await write(1, 60, 10, 2));
    expect(found).toEqual(expected);
    expect(pages()).toBe(5);
    // The first goes; what the other shares with it stays.
    await write(0, 0, 1);
    expect(await write(1, 60, 10, 2)).toEqual(expected[1]?.[1]);
    cache.clear();
    expect(pages()).toBe(0);
  });

  it('that nobody has written are not read', async () => {
    cache.clear();
    await write(0, 0, 5);
    await expect(write(0, 2 * PAGE_TOKENS, 1)).rejects.toThrow('slot 0 of the cache holds 1 pages and is written at position 64');
    await expect(write(1, 1, 1)).rejects.toThrow('slot 1 of the cache holds 0 pages');
  });
});
