/** Plans with matrices in fewer bits, and the same numbers as f32. */
import { type PackedForm, packFloats, unpackMatrix } from '../../../../src/core/weights/packed.ts';
import type { HostTensor, Parameter } from '../../../../src/engine/contracts/executor.ts';
import type { AdapterSlot, Plan } from '../../../../src/engine/contracts/plan.ts';
import { PlanBuilder } from '../../../../src/engine/model/builder.ts';
import { slot } from './smallPlans.ts';

export const FORMS: readonly PackedForm[] = ['bf16', 'f16', 'q8', 'q4'];

/** The plan's frozen matrices packed, and the same numbers as f32. */
export function inForm(plan: Plan, parameters: ReadonlyMap<string, HostTensor>, form: PackedForm) {
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

/** Up to four sequences of these rows: of the second adapter, of none, of the first, of the second again. */
export function spoken(rows: number) {
  const sequences = Math.min(rows, 4);
  return {
    offsets: Int32Array.from({ length: sequences + 1 }, (_, index) => Math.round((index * rows) / sequences)),
    adapter_rows: Int32Array.from([1, -1, 0, 1].slice(0, sequences)),
  };
}

/** Two layers with adapters of rank 3 and 8, so that the second one's input has a gradient. */
export function layers(rows: number, inputs: number, outputs: number): Plan {
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
