/** Matrices in fewer bits give the very numbers that the same matrices give as f32: forward, backward, whatever the sizes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPacked, weightBytes } from '../../../src/core/weights/packed.ts';
import type { Executor, HostTensor } from '../../../src/engine/contracts/executor.ts';
import type { Plan } from '../../../src/engine/contracts/plan.ts';
import { createExecutor } from '../support/executors.ts';
import { FORMS, inForm, layers, spoken } from '../support/plans/packedPlans.ts';
import { randomPlan } from '../support/plans/randomPlans.ts';
import { material, outputsOf } from '../support/plans/smallPlans.ts';

describe.each(FORMS)('%s on wasm', (form) => {
  let executor: Executor;
  let plainExecutor: Executor;
  beforeAll(async () => {
    executor = await createExecutor('wasm');
    plainExecutor = await createExecutor('wasm');
  });
  afterAll(() => {
    executor.dispose();
    plainExecutor.dispose();
  });

  async function same(
    plan: Plan,
    { parameters, ...inputs }: Omit<ReturnType<typeof material>, 'parameters'> & { readonly parameters: ReadonlyMap<string, HostTensor> },
  ) {
    const { packed, plain } = inForm(plan, parameters, form);
    const [found, expected] = [
      await outputsOf(executor, plan, { ...inputs, parameters: packed as never }),
      await outputsOf(plainExecutor, plan, { ...inputs, parameters: plain as never }),
    ];
    expect(Object.keys(found)).toEqual(Object.keys(expected));
    const bitsOf = (numbers: Float32Array | undefined) => Buffer.from(new Uint8Array((numbers ?? new Float32Array()).buffer));
    for (const [name, numbers] of Object.entries(expected)) expect(bitsOf(found[name]).equals(bitsOf(numbers)), name).toBe(true);
    return [...packed.values()].filter(isPacked).length;
  }

  it('is bit for bit the same as f32 in random plans', async () => {
    let packed = 0;
    for (let seed = 1; seed <= 12; seed += 1) packed += await same(randomPlan(seed).plan, randomPlan(seed));
    expect(packed).toBeGreaterThan(20);
  });

  it.each([1, 2, 3, 4, 7, 9, 70])('in layers of 40 × 1100 × 300 with %i rows of three adapters and none', async (rows) => {
    const plan = layers(rows, 1100, 300);
    expect(await same(plan, material(plan, {}, spoken(rows)))).toBe(2);
  });

  it('gives its memory back, and takes f32 again under the same name', async () => {
    const plan = layers(3, 64, 40);
    const fresh = await createExecutor('wasm');
    const inputs = material(plan, {}, spoken(3));
    const { packed } = inForm(plan, inputs.parameters, form);
    fresh.setParameters(packed);
    expect(fresh.memory().bytes).toBe(weightBytes(form, [64, 40]) + weightBytes(form, [40, 64]));
    expect(await outputsOf(fresh, plan, inputs)).toEqual(await outputsOf(plainExecutor, plan, inputs));
    fresh.removeParameters(inputs.parameters.keys());
    expect(fresh.memory().bytes).toBe(0);
    fresh.dispose();
  });
});
