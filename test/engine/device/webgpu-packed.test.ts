/** Matrices in fewer bits on WebGPU give the very numbers that the same matrices give there as f32, and take the memory that is said. */
import { afterAll, describe, expect, it } from 'vitest';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';
import { isPacked, packFloats, type PackedForm, unpackMatrix } from '../../../src/core/weights/packed.ts';
import type { Executor, HostTensor } from '../../../src/engine/contracts/executor.ts';
import type { Plan } from '../../../src/engine/contracts/plan.ts';
import { createWebgpuExecutor } from '../../../src/engine/executors/webgpu/executor.ts';
import { packedWords, rowWords } from '../../../src/engine/executors/webgpu/kernels/packedRows.ts';
import { long } from '../../support/long.ts';
import { FORMS, inForm, layers, spoken } from '../support/plans/packedPlans.ts';
import { randomPlan } from '../support/plans/randomPlans.ts';
import { material, outputsOf } from '../support/plans/smallPlans.ts';

if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/testing/vulkan.ts for how a driver is found');

const narrow = await createWebgpuExecutor({ wide: false });
const wide = await createWebgpuExecutor({ wide: true, subgroups: false });
afterAll(() => {
  narrow.dispose();
  wide.dispose();
});

async function same(
  executor: Executor,
  plan: Plan,
  inputs: Omit<ReturnType<typeof material>, 'parameters'> & { readonly parameters: ReadonlyMap<string, HostTensor> },
  form: PackedForm,
): Promise<number> {
  const { packed, plain } = inForm(plan, inputs.parameters, form);
  const expected = await outputsOf(executor, plan, { ...inputs, parameters: plain as never });
  const found = await outputsOf(executor, plan, { ...inputs, parameters: packed as never });
  expect(found).toEqual(expected);
  return [...packed.values()].filter(isPacked).length;
}

const SEEDS = [1, 4, 7];

// A software adapter compiles for seconds what a plan brings that is new. In layers every form is always seen, and one where lanes share a
// tile; random plans, which are as many kernels again, are for the sample.
const TILED = 'f16';

describe.each(FORMS)('%s', (form) => {
  it.for(SEEDS)('is the same as f32 in random plan %i, forward and backward', async (seed, context) => {
    long(context);
    const { plan, ...inputs } = randomPlan(seed);
    await same(narrow, plan, inputs, form);
  });

  it('in layers of 40 × 204 × 60 of adapters and none', async () => {
    const plan = layers(9, 204, 60);
    expect(await same(narrow, plan, material(plan, {}, spoken(9)), form)).toBe(2);
  });

  it('where lanes share a tile', async (context) => {
    if (form !== TILED) long(context);
    const plan = layers(3, 204, 60);
    await same(wide, plan, material(plan, {}, spoken(3)), form);
  });

  it('lies there row by row, in so many words', () => {
    const [rows, columns] = [11, 70];
    const data = Float32Array.from({ length: rows * columns }, (_, index) => Math.sin(index) * 3);
    const matrix = packFloats(form, { shape: [rows, columns], data });
    const words = rowWords(matrix);
    expect(words.length).toBe(packedWords(form, matrix.shape));
    const values = unpackMatrix(matrix);
    // The first column of the second block of a row, read by hand.
    const row = 9;
    const begin = row * (words.length / rows) + words.length / rows / 2;
    const bytes = new DataView(words.buffer);
    const scale = form === 'q8' || form === 'q4' ? half(bytes.getUint16(4 * begin, true)) : 1;
    const found = {
      f16: () => half(bytes.getUint16(4 * begin, true)),
      bf16: () => new Float32Array(Uint32Array.of(bytes.getUint16(4 * begin, true) << 16).buffer)[0],
      q8: () => scale * bytes.getInt8(4 * begin + 4),
      q4: () => scale * ((bytes.getUint8(4 * begin + 4) & 15) - 8),
    }[form]();
    expect(found).toBe(values[row * columns + 64]);
  });
});

function half(bits: number): number {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}
