/** Executors and lanes in one memory: nothing is lost or overwritten, frozen weights lie there once, and no byte of a result changes. */
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { spawnLane } from '../../../../headless/lane/spawn.ts';
import { packFloats } from '../../../../src/core/weights/packed.ts';
import { evaluatePlan, type Parameter } from '../../../../src/engine/contracts/executor.ts';
import { type Engine, LocalEngine } from '../../../../src/engine/engine.ts';
import { createWasmExecutor } from '../../../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../../../src/engine/executors/wasm/kernels.node.ts';
import { withSharedMemory } from '../../../../src/engine/executors/wasm/kernels.ts';
import { openSharedMemory, SharedSpace } from '../../../../src/engine/executors/wasm/memory/sharedSpace.ts';
import { openPool } from '../../../../src/engine/pool/engine.ts';
import { scoreForTraining } from '../../../../src/engine/train/score.ts';
import type { ScoredSequence } from '../../../../src/engine/train/batches.ts';
import { long } from '../../../support/long.ts';
import { loadGolden } from '../../support/golden.node.ts';
import { randomPlan } from '../../support/plans/randomPlans.ts';
import type { SpaceTask } from '../../support/spaceThread.ts';

function shared(): WebAssembly.Memory {
  const memory = openSharedMemory();
  if (!memory) throw new Error('threads of Node share memory');
  return memory;
}

/** What a thread says that does `task`. */
const thread = (workerData: SpaceTask): Promise<{ damaged: number; blocks: number }> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../../support/spaceThread.mjs', import.meta.url), { workerData });
    worker.on('message', resolve);
    worker.on('error', reject);
  });

describe('kernels', () => {
  it.each(['simd', 'relaxed'] as const)('of the %s build keep nothing in the memory, so that several can compute in it', async (build) => {
    const binary = await KERNEL_FILES[build]();
    const sections: number[] = [];
    for (let at = 8; at < binary.length; ) {
      sections.push(binary[at++] ?? 0);
      let length = 0;
      for (let shift = 0, more = true; more; shift += 7) {
        length |= ((binary[at] ?? 0) & 0x7f) << shift;
        more = (binary[at++] ?? 0) >= 0x80;
      }
      at += length;
    }
    // Types, imports, functions, exports, code: no tables, memories, globals, start or data.
    expect(sections).toEqual([1, 2, 3, 7, 10]);
    const module = new WebAssembly.Module(withSharedMemory(binary));
    expect(WebAssembly.Module.imports(module)).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }]);
    expect(() => new WebAssembly.Instance(module, { env: { memory: new WebAssembly.Memory({ initial: 1 }) } })).toThrow(/memory import/);
    expect(() => new WebAssembly.Instance(module, { env: { memory: shared() } })).not.toThrow();
  });
});

describe('threads in one memory', () => {
  it('get blocks of their own, whatever they take and give back, and leave one hole behind', async () => {
    const memory = shared();
    const found = await Promise.all([1, 2, 3].map((mark) => thread({ memory, mark, bytes: 0, work: 'exchange' })));
    expect(found).toEqual([1, 2, 3].map(() => ({ damaged: 0, blocks: 0 })));
    const space = new SharedSpace(memory);
    const { end } = space;
    expect(space.allocate(end - 64)).toBe(64);
    expect(space.end).toBe(end);
  });

  it('go on where one was ended in the middle of it', () => {
    const memory = shared();
    const space = new SharedSpace(memory, 20);
    const first = space.allocate(1000);
    new Int32Array(memory.buffer)[1] = 1; // the lock of a thread that is no more
    const second = space.allocate(1000);
    expect(second).toBeGreaterThanOrEqual(first + 1000);
    space.release(first, 1000);
    expect(space.allocate(64)).toBe(first);
  });

  it('are told how much would be needed where there is no more, and lose nothing by it', () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true });
    new Int32Array(memory.buffer)[2] = 1;
    const space = new SharedSpace(memory);
    const first = space.allocate(60_000);
    expect(() => space.allocate(2 ** 20)).toThrow('MiB of memory, more than WebAssembly can get here');
    space.release(first, 60_000);
    expect(space.allocate(2 * 65536 - 64)).toBe(64);
  });

  it('compute the same while another one makes the memory grow under them', async () => {
    const memory = shared();
    const [alone, among] = await Promise.all([createWasmExecutor(KERNEL_FILES), createWasmExecutor(KERNEL_FILES, { memory })]);
    const { plan, parameters, forward } = randomPlan(3);
    alone.setParameters(parameters);
    among.setParameters(parameters);
    const expected = await evaluatePlan(alone, plan, forward);
    let growing = true;
    const grown = thread({ memory, mark: 1, bytes: 2 ** 29, work: 'grow' }).finally(() => (growing = false));
    let runs = 0;
    for (; growing || runs < 3; runs += 1) {
      expect(await evaluatePlan(among, plan, forward)).toEqual(expected);
      // Parameters are put anew as well, behind what the other has taken by now.
      if (runs % 16 === 0) among.removeParameters(parameters.keys());
      if (runs % 16 === 0) among.setParameters(parameters);
      await new Promise((resolve) => void setImmediate(resolve));
    }
    expect(await grown).toEqual({ damaged: 0, blocks: 512 });
    const cache = among.createCache(2, 16);
    cache.dispose();
    among.removeParameters(parameters.keys());
    expect(among.memory()).toMatchObject({ tensors: 0, bytes: 0 });
    alone.dispose();
  });
});

describe('a base that lanes share', () => {
  const golden = loadGolden('llama-untied-bf16');
  const [adapter] = [...golden.adapters.values()];
  if (!adapter) throw new Error('a golden case has an adapter');
  const sequences = Array.from(
    { length: 12 },
    (_, row): ScoredSequence => ({
      ids: Array.from({ length: 9 + row }, (_x, t) => (3 * row + 5 * t) % 33),
      first: 3,
      slot: 0,
      temperature: 1,
    }),
  );
  const packed = new Map<string, Parameter>(
    [...golden.weights].map(([name, tensor]) => [name, tensor.shape.length === 2 ? packFloats('q8', tensor) : tensor]),
  );

  /** Scores, gradients and messages on an engine that is disposed of; what it held before its parameters were removed, and after. */
  async function worked(engine: Engine, weights: ReadonlyMap<string, Parameter>) {
    engine.setParameters(weights, true);
    engine.setParameters(adapter?.parameters ?? []);
    const { config } = golden;
    const slots = adapter ? [adapter.slot] : [];
    const pass = await scoreForTraining(engine, config, slots, sequences);
    const gradients = await pass.gradients(pass.logprobs, pass.entropies);
    const generator = engine.openGenerator(config, slots, [-1]);
    const rule = { temperature: 1, topK: 0, topP: 1 };
    const messages = await Promise.all(
      [0, 1, 2, 3].map((row) => generator.submit({ promptIds: [1, 2, row], slot: 0, rule, maxNewTokens: 5, key: [row, 1] })),
    );
    const own = (): Promise<unknown> => evaluatedBy(engine);
    await own();
    const { bytes } = engine.memory();
    generator.dispose();
    engine.removeParameters([...weights.keys(), ...(adapter?.parameters.keys() ?? [])]);
    const left = await settled(engine);
    engine.dispose();
    return { results: { logprobs: pass.logprobs, gradients, messages }, bytes, left };
  }

  /** Something every lane answers, so that what they hold is known. */
  const evaluatedBy = (engine: Engine) => engine.openGenerator(golden.config, [], [-1]).use();
  /** What is held when nothing changes any more. */
  async function settled(engine: Engine): Promise<number> {
    for (let time = 0; time < 4; time += 1) await evaluatedBy(engine);
    return engine.memory().bytes;
  }

  it.for([
    ['f32', golden.weights],
    ['q8', packed],
  ] as const)('in %s lies there once, gives the same bytes as copies do, and is freed', async ([form, weights], context) => {
    if (form === 'f32') long(context);
    const alone = await worked(new LocalEngine(await createWasmExecutor(KERNEL_FILES)), weights);
    const copies = await worked(await openPool(spawnLane, KERNEL_FILES, { lanes: 2, share: false }), weights);
    const once = await worked(await openPool(spawnLane, KERNEL_FILES, { lanes: 2 }), weights);
    const three = await worked(await openPool(spawnLane, KERNEL_FILES, { lanes: 3 }), weights);
    for (const { results } of [copies, once, three]) expect(results).toEqual(alone.results);
    for (const { left } of [copies, once, three]) expect(left).toBe(0);
    const base = [...weights.values()].reduce((sum, held) => sum + ('bytes' in held ? held.bytes.byteLength : 4 * held.data.length), 0);
    expect(copies.bytes - once.bytes).toBeGreaterThan(0.9 * base);
    expect(three.bytes - once.bytes).toBeLessThan(0.5 * base + (once.bytes - base) / 2);
  });

  it('may be put anew while lanes have the one before', async () => {
    const engine = await openPool(spawnLane, KERNEL_FILES, { lanes: 2 });
    const { config, weights } = golden;
    const scores = async () =>
      (
        await scoreForTraining(
          engine,
          config,
          [],
          sequences.map((sequence) => ({ ...sequence, slot: -1 })),
        )
      ).logprobs;
    const changed = new Map([...weights].map(([name, { shape, data }]) => [name, { shape, data: data.map((value) => 0.5 * value) }]));
    engine.setParameters(weights, true);
    const before = await scores();
    engine.setParameters(changed, true);
    const after = await scores();
    expect(after).not.toEqual(before);
    engine.setParameters(weights);
    expect(await scores()).toEqual(before);
    engine.setParameters(changed, true);
    expect(await scores()).toEqual(after);
    engine.dispose();
  });
});
