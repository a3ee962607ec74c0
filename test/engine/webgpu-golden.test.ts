/** The golden files and generation on our own WGSL, in Node; on a machine without a GPU the software adapter computes. */
import { installWebGpu } from '../../scripts/webgpu-node.ts';
import { createWebgpuExecutor } from '../../src/engine/executors/webgpu/executor.ts';
import { loadAllGolden, loadGolden } from './support/golden.node.ts';
import { describeGeneration } from './support/generationSuite.ts';
import { describeGolden } from './support/goldenSuite.ts';

if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/vulkan.ts for how a driver is found');
describeGolden('webgpu', createWebgpuExecutor, 1e-3, loadAllGolden());
// Logits are turned into log-probabilities on the host while generating, on the device while scoring: 1e-4, not 1e-5.
describeGeneration('webgpu', createWebgpuExecutor, 1e-5, loadGolden('llama-tied'));
