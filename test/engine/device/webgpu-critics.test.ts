/** Critics on our own WGSL: the values and gradients are those of the WASM kernels. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';
import { type Engine, LocalEngine } from '../../../src/engine/engine.ts';
import { createWebgpuExecutor } from '../../../src/engine/executors/webgpu/executor.ts';
import { initialAdamW } from '../../../src/engine/train/adamw.ts';
import { long } from '../../support/long.ts';
import { expectClose } from '../support/compare.ts';
import { batchOf, criticOn, documentWith, gradientOf, MESSAGES, noise, scattered, tiny, VARIANTS } from '../support/critics.ts';
import { createExecutor } from '../support/executors.ts';

if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/testing/vulkan.ts for how a driver is found');

const engines: Engine[] = [];
beforeAll(async () => {
  for (const executor of [await createExecutor('wasm'), await createWebgpuExecutor()]) {
    const engine = new LocalEngine(executor);
    engine.setParameters(tiny.weights);
    engines.push(engine);
  }
});
afterAll(() => {
  for (const engine of engines) engine.dispose();
});

describe.each(VARIANTS)('$kind, $head, by $level', (variant) => {
  const decisions = variant.level === 'token' ? 12 : 4;
  const learnt = async (engine: Engine) => {
    const critic = criticOn(engine, documentWith(variant));
    const parameters = scattered(critic.parameters);
    critic.restore(parameters, initialAdamW());
    const batch = await batchOf(engine, MESSAGES);
    const values = await critic.values(batch);
    const { gradients } = await gradientOf(critic, parameters, batch, new Float32Array(decisions), noise(1, decisions));
    return {
      values,
      gradients,
      open: await critic.bootstrapValues(MESSAGES.map(({ record, agent }) => ({ ids: record.prompt_ids, agent }))),
    };
  };

  it('agrees with the kernels in WASM', async (context) => {
    // Its plans are those of its kind: heads and levels are rows of the same kernels.
    if (VARIANTS.find(({ kind }) => kind === variant.kind) !== variant) long(context);
    const [wasm, webgpu] = [await learnt(engines[0] as Engine), await learnt(engines[1] as Engine)];
    expectClose(webgpu.values, wasm.values, 2e-5, 'values');
    expectClose(webgpu.open, wasm.open, 2e-5, 'open');
    for (const [name, gradient] of wasm.gradients) expectClose(webgpu.gradients.get(name) ?? [], gradient, 1e-4, name);
    expect(webgpu.gradients.size).toBe(wasm.gradients.size);
  });
});
