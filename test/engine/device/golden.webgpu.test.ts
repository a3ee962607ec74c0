/** WebGPU in Node through Dawn; on a machine without a GPU the software adapter computes (correct, slow). */
import { beforeEach } from 'vitest';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';
import { createTfjsExecutor } from '../../../src/engine/executors/tfjs/executor.ts';
import { long } from '../../support/long.ts';
import { loadAllGolden } from '../support/golden.node.ts';
import { describeGolden } from '../support/goldenSuite.ts';

if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/testing/vulkan.ts for how a driver is found');
// The reference on a device that computes in software; on the processor it is always asked (golden.cpu, golden.wasm).
beforeEach(long);
describeGolden('tfjs-webgpu', () => createTfjsExecutor('tfjs-webgpu'), 1e-3, loadAllGolden());
