/** Our own WGSL in Chromium, where people run it: the golden files and generation; without a GPU its software adapter computes. */
import { createWebgpuExecutor } from '../../src/engine/executors/webgpu/executor.ts';
import { describeGeneration } from '../engine/support/generationSuite.ts';
import { describeGolden } from '../engine/support/goldenSuite.ts';
import { fetchGolden } from './support/golden.ts';

const cases = await fetchGolden();
describeGolden('webgpu in Chromium', createWebgpuExecutor, 1e-3, cases);
describeGeneration('webgpu in Chromium', createWebgpuExecutor, 1e-5, cases[0]!);
