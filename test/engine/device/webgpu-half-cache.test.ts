/** Keys and values in 16 bits on WebGPU: rounded to the very bits of the reference, in half the memory, and scored as they were sampled. */
import { afterAll, describe, expect, it } from 'vitest';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';
import type { ModelConfig } from '../../../src/core/formats/models/hf.ts';
import { createWebgpuExecutor } from '../../../src/engine/executors/webgpu/executor.ts';
import { PlanBuilder } from '../../../src/engine/model/builder.ts';
import { long } from '../../support/long.ts';
import { expectClose } from '../support/compare.ts';
import { createExecutor } from '../support/executors.ts';
import { loadGolden } from '../support/golden.node.ts';
import { HARD_TO_ROUND, rounded, sampled } from '../support/halfCache.ts';
import { outputsOf } from '../support/plans/smallPlans.ts';

if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/testing/vulkan.ts for how a driver is found');

const narrow = await createWebgpuExecutor({ wide: false });
const wide = await createWebgpuExecutor({ wide: true, subgroups: false });
afterAll(() => {
  narrow.dispose();
  wide.dispose();
});

it('rounds as the reference does: ties, steps below 2⁻¹⁴, what is too large and what is no number', async () => {
  const count = HARD_TO_ROUND.length / 2;
  const builder = new PlanBuilder(count, 1);
  const plan = builder.build('round', [builder.round(builder.input('x', 'f32', 'tokens', count, [2]), 'f16', 'out')]);
  const { out } = await outputsOf(narrow, plan, { parameters: new Map(), forward: { x: HARD_TO_ROUND }, backward: {} });
  expect(out).toEqual(HARD_TO_ROUND.map(rounded));
});

// Heads of eight features lie there by fours; those of six, with windows and a norm of their own, by twos. A software adapter compiles for
// seconds what is new: one way of attention each.
describe.each([
  ['qwen3', narrow],
  ['gemma3', wide],
] as const)('%s', (name, executor) => {
  const golden = loadGolden(name);
  const slots = [...golden.adapters.values()].map(({ slot }) => slot);
  const half: ModelConfig = { ...golden.config, kvCache: 'f16' };
  it('samples what it scores and what the WASM kernels sample', async (context) => {
    if (executor === wide) long(context);
    const wasm = await createExecutor('wasm');
    for (const one of [wasm, executor]) {
      one.setParameters(golden.weights);
      for (const { parameters } of golden.adapters.values()) one.setParameters(parameters);
    }
    const own = await sampled(wasm, half, slots);
    const whole = await sampled(wasm, golden.config, slots);
    wasm.dispose();
    const found = await sampled(executor, half, slots);
    // Sums are in another order when messages are scored: a key between two halves may be rounded to the other one.
    expect(found.gap).toBeLessThan(2e-4);
    expectClose(found.said, own.said, 2e-4, 'log-probabilities');
    expect(Math.max(...found.said.map((logprob, i) => Math.abs(logprob - (whole.said[i] ?? Number.NaN))))).toBeGreaterThan(1e-3);
  });
});
