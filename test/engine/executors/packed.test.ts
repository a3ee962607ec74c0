/** Matrices in fewer bits give the very numbers that the same matrices give as f32: forward, backward, whatever the sizes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPacked, type PackedForm, packFloats, unpackMatrix, weightBytes } from '../../../src/core/weights/packed.ts';
import type { Executor, HostTensor, Parameter } from '../../../src/engine/contracts/executor.ts';
import type { AdapterSlot, Plan } from '../../../src/engine/contracts/plan.ts';
import { PlanBuilder } from '../../../src/engine/model/builder.ts';
import { createExecutor } from '../support/executors.ts';
import { randomPlan } from '../support/randomPlans.ts';
import { material, outputsOf, slot } from '../support/smallPlans.ts';

const FORMS: readonly PackedForm[] = ['bf16', 'f16', 'q8', 'q4'];

/** The plan's frozen matrices packed, and the same numbers as f32. */
function inForm(plan: Plan, parameters: ReadonlyMap<string, HostTensor>, form: PackedForm) {
  const packed = new Map<string, Parameter>(parameters);
  const plain = new Map<string, HostTensor>(parameters);
  for (const [name, tensor] of parameters) {
    if (tensor.shape.length !== 2 || plan.gradients.has(name) || name.includes('lora')) continue;
    const matrix = packFloats(form, tensor);
    packed.set(name, matrix);
    plain.set(name, { shape: tensor.shape, data: unpackMatrix(matrix) });
  }
  return { packed, plain };
}

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

/** Up to four sequences of these rows: of the second adapter, of none, of the first, of the second again. */
function spoken(rows: number) {
  const sequences = Math.min(rows, 4);
  return {
    offsets: Int32Array.from({ length: sequences + 1 }, (_, index) => Math.round((index * rows) / sequences)),
    adapter_rows: Int32Array.from([1, -1, 0, 1].slice(0, sequences)),
  };
}

/** Two layers with adapters of rank 3 and 8, so that the second one's input has a gradient. */
function layers(rows: number, inputs: number, outputs: number): Plan {
  const slots: AdapterSlot[] = [slot('first', 3, ['one', 'two']), slot('second', 8, ['one', 'two'])];
  const builder = new PlanBuilder(rows, 4, null, slots);
  builder.input('offsets', 'i32', 'bounds', 5);
  builder.input('adapter_rows', 'i32', 'sequences', 4);
  const x = builder.linear(builder.input('x', 'f32', 'tokens', rows, [40]), builder.parameter('one', [inputs, 40]), 'between', {
    module: 'one',
  });
  const bias = builder.parameter('bias', [outputs]);
  const out = builder.linear(x, builder.parameter('two', [outputs, inputs]), 'out', { bias, module: 'two' });
  return builder.build('layers', [out], [out]);
}
