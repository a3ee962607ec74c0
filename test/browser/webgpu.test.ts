/** Our own WGSL in Chromium, where people run it: the golden files and generation; without a GPU its software adapter computes. */
import { beforeEach, describe } from 'vitest';
import { createWebgpuExecutor } from '../../src/engine/executors/webgpu/executor.ts';
import { ALWAYS } from '../engine/support/golden.ts';
import { describeGeneration } from '../engine/support/generationSuite.ts';
import { describeGolden } from '../engine/support/goldenSuite.ts';
import { long } from '../support/long.ts';
import { fetchGolden } from './support/golden.ts';

const cases = await fetchGolden();
/** What Node computes in the sample alone: biases, and norms of queries and keys. */
const here = new Set([...ALWAYS, 'qwen2', 'qwen3']);
describeGolden(
  'webgpu in Chromium',
  createWebgpuExecutor,
  1e-3,
  cases.filter(({ name }) => here.has(name)),
);
describe('the other forms of weights and turns', () => {
  beforeEach(long);
  describeGolden(
    'webgpu in Chromium',
    createWebgpuExecutor,
    1e-3,
    cases.filter(({ name }) => !here.has(name)),
  );
});
describe('the generator', () => {
  // Node has all of it, on the same kernels.
  beforeEach((context) => {
    if (!context.task.name.startsWith('decoding with a cache')) long(context);
  });
  describeGeneration('webgpu in Chromium', createWebgpuExecutor, 1e-5, cases[0]!);
});
