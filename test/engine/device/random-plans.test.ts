/** One random plan on all executors: outputs and every gradient agree with the reference on the processor. */
import { afterAll, describe, expect, inject, it } from 'vitest';
import { computed } from '../../../headless/torture/numbers/agreement.ts';
import type { Executor } from '../../../src/engine/contracts/executor.ts';
import { createTfjsExecutor } from '../../../src/engine/executors/tfjs/executor.ts';
import { createWebgpuExecutor } from '../../../src/engine/executors/webgpu/executor.ts';
import { long } from '../../support/long.ts';
import { relativeError } from '../support/compare.ts';
import { createExecutor } from '../support/executors.ts';
import { randomPlan } from '../support/plans/randomPlans.ts';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';

// Once: Dawn ends, or hangs, a process in which an instance of it is collected.
if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/testing/vulkan.ts for how a driver is found');

const SEEDS = Array.from({ length: 24 }, (_, seed) => seed);
const SMALL = 9;

describe.each([
  ['wasm', () => createExecutor('wasm'), 1e-4],
  ...(
    [
      ['webgpu', {}],
      ['webgpu, wide', { wide: true, subgroups: false }],
      ['webgpu, wide and by subgroups', { wide: true }],
    ] as const
  ).map(([name, options]) => [name, () => createWebgpuExecutor(options), 1e-4] as const),
  ['tfjs-wasm', () => createExecutor('tfjs-wasm'), 1e-4],
] as const)('random plans on %s', (name, create, tolerance) => {
  let executor: Executor | undefined;
  afterAll(() => executor?.dispose());

  it.for(SEEDS)('plan %i', async (seed, context) => {
    // A software adapter is slow to compile the kernels of real ones: one small plan in one of their two forms is always run.
    if (!name.includes('wide')) long(context);
    else context.skip(!(seed === SMALL && name.includes('subgroups')) && inject('sample') !== 'all', 'long: npm run test:all');
    executor ??= await create();
    const random = randomPlan(seed);
    const got = await computed(executor, random);
    // The reference is made last: backends of TensorFlow.js are active one at a time.
    const reference = await createTfjsExecutor('tfjs-cpu');
    const want = await computed(reference, random);
    reference.dispose();
    if (executor.backend === 'tfjs-wasm') await createTfjsExecutor('tfjs-wasm');
    expect(Object.keys(got).sort()).toEqual(Object.keys(want).sort());
    for (const [name, values] of Object.entries(want)) {
      const size = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
      if (size < 1e-6) expect(Math.max(...(got[name] ?? []).map(Math.abs), 0), name).toBeLessThan(1e-5);
      else expect(relativeError(got[name] ?? [], values), name).toBeLessThan(tolerance);
    }
  });
});
