/** The golden files and generation on our own WGSL, in Node; on a machine without a GPU the software adapter computes. */
import { afterAll, beforeEach, describe } from 'vitest';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';
import { createWebgpuExecutor, type WebgpuOptions } from '../../../src/engine/executors/webgpu/executor.ts';
import { long } from '../../support/long.ts';
import { ALWAYS, GOLDEN_CASES } from '../support/golden.ts';
import { loadGolden } from '../support/golden.node.ts';
import { describeGeneration } from '../support/generationSuite.ts';
import { describeGolden } from '../support/goldenSuite.ts';

if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/testing/vulkan.ts for how a driver is found');

// It asks for an adapter when it is loaded.
const { WAYS } = await import('../support/subgroups.ts');

/** One executor for all suites of a kind: a software adapter compiles kernels for seconds. */
async function lent(options: WebgpuOptions) {
  const executor = await createWebgpuExecutor(options);
  const end = executor.dispose.bind(executor);
  executor.dispose = () => undefined;
  afterAll(end);
  return () => Promise.resolve(executor);
}

// Biases and norms of queries and keys are always computed by the same kernels in Chromium (test/browser/webgpu.test.ts).
const narrow = await lent({ wide: false });
const [always, others] = [true, false].map((one) => GOLDEN_CASES.filter((name) => ALWAYS.has(name) === one).map(loadGolden));
describeGolden('webgpu', narrow, 1e-3, always ?? []);
describe('the other architectures', () => {
  beforeEach(long);
  describeGolden('webgpu', narrow, 1e-3, others ?? []);
});
// The head's sums and the sampler's are done by other kernels while generating than while scoring.
describeGeneration('webgpu', narrow, 1e-5, loadGolden('llama-tied'));
// A window, caps and GELU; the others' blocks are a sample's.
describeGeneration('webgpu: gemma2', narrow, 1e-5, loadGolden('gemma2'), 'decoding');
describe('the other architectures', () => {
  beforeEach(long);
  for (const name of ['mistral', 'smollm3', 'gemma3'] as const)
    describeGeneration(`webgpu: ${name}`, narrow, 1e-5, loadGolden(name), 'decoding');
});

// Kernels that share work among lanes are for real graphics processors; here they only have to be right.
for (const way of WAYS) {
  const create = await lent({ wide: true, subgroups: way === 'by subgroups' });
  describe('for real graphics processors', () => {
    beforeEach(long);
    describeGeneration(`webgpu with sums ${way}`, create, 1e-5, loadGolden('llama-tied'));
    // Keys that no turn is fused with; a window, with a cap.
    for (const name of ['smollm3', 'gemma2'] as const)
      describeGeneration(`webgpu with sums ${way}: ${name}`, create, 1e-5, loadGolden(name), 'decoding');
  });
}
