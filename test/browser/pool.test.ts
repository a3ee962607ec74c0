/** The engine's workers in Chromium: in an isolated page they compute in one memory, with the numbers of one thread. */
import { expect, it } from 'vitest';
import { LocalEngine, type Engine } from '../../src/engine/engine.ts';
import { createWasmExecutor } from '../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.vite.ts';
import { openPool } from '../../src/engine/pool/engine.ts';
import { scoreForTraining } from '../../src/engine/train/score.ts';
import { spawnLane } from '../../workers/lane/startLane.ts';
import { fetchGolden } from './support/golden.ts';

it('share a base where the page is isolated, and hold one each where it may not', async () => {
  const [golden] = await fetchGolden();
  if (!golden) throw new Error('there are golden cases');
  const work = async (engine: Engine) => {
    engine.setParameters(golden.weights, true);
    const sequences = Array.from({ length: 8 }, (_, row) => ({
      ids: Array.from({ length: 9 + row }, (_x, t) => (3 * row + 5 * t) % 33),
      first: 3,
      slot: -1,
      temperature: 1,
    }));
    const { logprobs } = await scoreForTraining(engine, golden.config, [], sequences);
    const generator = engine.openGenerator(golden.config, [], [-1]);
    const rule = { temperature: 1, topK: 0, topP: 1 };
    const messages = await Promise.all(
      [0, 1, 2, 3].map((row) => generator.submit({ promptIds: [1, 2, row], slot: -1, rule, maxNewTokens: 8, key: [row, 1] })),
    );
    const { bytes } = engine.memory();
    engine.dispose();
    return { results: { logprobs, messages }, bytes };
  };
  expect(globalThis.crossOriginIsolated).toBe(true);
  const alone = await work(new LocalEngine(await createWasmExecutor(KERNEL_FILES)));
  const sharing = await openPool(spawnLane, KERNEL_FILES, { lanes: 2 });
  expect(sharing.loans).not.toBeNull();
  const copying = await openPool(spawnLane, KERNEL_FILES, { lanes: 2, share: false });
  expect(copying.loans).toBeNull();
  const once = await work(sharing);
  const copies = await work(copying);
  expect(once.results).toEqual(alone.results);
  expect(copies.results).toEqual(alone.results);
  expect(once.bytes).toBeLessThan(copies.bytes);
});
