/** A merged model computes what PyTorch computes with the base and the adapter beside it (test/golden). */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFolder } from '../../../headless/kit/folders.ts';
import { filesUnder } from '../../../src/core/formats/files.ts';
import { loraModules, readModelFolder } from '../../../src/core/formats/models/hf.ts';
import { merged } from '../../../src/core/formats/models/merged.ts';
import { readPeft } from '../../../src/core/formats/models/adapters/peft.ts';
import type { Executor } from '../../../src/engine/contracts/executor.ts';
import { scoreSequences } from '../../../src/engine/train/score.ts';
import { createExecutor } from '../support/executors.ts';
import { GOLDEN_CASES } from '../support/golden.ts';
import { loadGolden } from '../support/golden.node.ts';

let executor: Executor;
beforeAll(async () => {
  executor = await createExecutor('wasm');
});
afterAll(() => executor.dispose());

it.each(GOLDEN_CASES)('%s', async (name) => {
  const files = readFolder(join(import.meta.dirname, '../../golden', name));
  const { config, expected, adapters } = loadGolden(name);
  for (const role of adapters.keys()) {
    const adapter = readPeft(filesUnder(files, role), { modules: loraModules(config) });
    executor.setParameters(readModelFolder(merged(files, adapter, name), name).tensors);
    const lengths = expected.attention_mask.map((mask) => mask.reduce((a, b) => a + b, 0));
    const sequences = expected.ids.map((ids, row) => ({ ids: ids.slice(0, lengths[row]), first: 1, slot: -1, temperature: 1 }));
    const { logprobs } = await scoreSequences(executor, config, [], sequences);
    const want = expected.adapters[role]!.logprobs.flatMap((row, index) => row.slice(0, lengths[index]! - 1));
    const base = expected.base.logprobs.flatMap((row, index) => row.slice(0, lengths[index]! - 1));
    const far = (a: ArrayLike<number>, b: readonly number[]) => b.reduce((most, value, at) => Math.max(most, Math.abs(value - a[at]!)), 0);
    expect(logprobs).toHaveLength(want.length);
    expect(far(logprobs, want), role).toBeLessThan(5e-5);
    expect(far(base, want), 'the adapter matters').toBeGreaterThan(1e-3);
  }
});
