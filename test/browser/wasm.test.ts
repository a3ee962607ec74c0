/** Our own WASM kernels in Chromium, where the relaxed build runs: the golden files and generation. */
import { expect, it } from 'vitest';
import { createWasmExecutor } from '../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.vite.ts';
import { describeGeneration } from '../engine/support/generationSuite.ts';
import { describeGolden } from '../engine/support/goldenSuite.ts';
import { fetchGolden } from './support/golden.ts';

const create = () => createWasmExecutor(KERNEL_FILES);
const cases = await fetchGolden();
describeGolden('wasm in Chromium', create, 1e-4, cases);
describeGeneration('wasm in Chromium', create, 1e-5, cases[0]!);

it('takes the relaxed build here, and the plain one when the same numbers are wanted everywhere', async () => {
  expect((await create()).device).toBe('one thread, relaxed SIMD');
  expect((await createWasmExecutor(KERNEL_FILES, { reproducible: true })).device).toBe('one thread, SIMD');
});
