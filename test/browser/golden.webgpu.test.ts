/** The golden files on WebGPU in Chromium, where people run it; without a GPU its software adapter computes. */
import { createTfjsExecutor } from '../../src/engine/executors/tfjs/executor.ts';
import { describeGolden } from '../engine/support/goldenSuite.ts';
import { fetchGolden } from './support/golden.ts';

describeGolden('tfjs-webgpu in Chromium', () => createTfjsExecutor('tfjs-webgpu'), 1e-3, await fetchGolden());
