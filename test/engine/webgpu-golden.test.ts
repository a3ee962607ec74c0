/** The golden files and generation on our own WGSL, in Node; on a machine without a GPU the software adapter computes. */
import { afterAll } from 'vitest';
import { installWebGpu } from '../../scripts/webgpu-node.ts';
import { createWebgpuExecutor } from '../../src/engine/executors/webgpu/executor.ts';
import { loadAllGolden, loadGolden } from './support/golden.node.ts';
import { describeGeneration } from './support/generationSuite.ts';
import { describeGolden } from './support/goldenSuite.ts';

if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/vulkan.ts for how a driver is found');

/** One executor for all suites of a kind: a software adapter compiles kernels for seconds. */
async function lent(wide: boolean) {
  const executor = await createWebgpuExecutor({ wide });
  const end = executor.dispose.bind(executor);
  executor.dispose = () => undefined;
  afterAll(end);
  return () => Promise.resolve(executor);
}

const narrow = await lent(false);
describeGolden('webgpu', narrow, 1e-3, loadAllGolden());
// The head's sums and the sampler's are done by other kernels while generating than while scoring.
describeGeneration('webgpu', narrow, 1e-5, loadGolden('llama-tied'));

// Kernels that share work among lanes are for real graphics processors; here they only have to be right.
describeGeneration('webgpu with shared sums', await lent(true), 1e-5, loadGolden('llama-tied'));
