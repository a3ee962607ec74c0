/** Numbers for small plans that test an executor, and what the executor makes of them. */
import { keyFor, normals } from '../../../../src/core/random/streams.ts';
import type { Executor, HostInputs, HostTensor } from '../../../../src/engine/contracts/executor.ts';
import type { AdapterSlot, Axis, Plan } from '../../../../src/engine/contracts/plan.ts';

let stream = 0;
export const noise = (count: number) => normals(keyFor(11, (stream += 1)), count);

export type Rows = Partial<Record<Axis, number>>;

/** Parameters and inputs for `plan`: small noise, whole numbers below their bound; rows in use as `rows` says, else all. */
export function material(plan: Plan, bounds: Readonly<Record<string, number>>, given: HostInputs, rows: Rows = {}) {
  const parameters = new Map(
    [...plan.parameters].map(([name, shape]): [string, HostTensor] => [
      name,
      { shape: [...shape], data: noise(shape.reduce((a, b) => a * b, 1)).map((value) => value * 0.3) },
    ]),
  );
  const inputsOf = (stage: 'forward' | 'backward'): HostInputs =>
    Object.fromEntries(
      plan.inputs[stage].map(({ name, dtype, shape: [capacity = 1, ...width], axis }) => {
        const values = noise([(axis && rows[axis]) ?? capacity, ...width].reduce((a, b) => a * b, 1));
        const whole = () => Int32Array.from(values, (value) => Math.floor(Math.abs(value) * 1000) % (bounds[name] ?? 1));
        return [name, given[name] ?? (dtype === 'i32' ? whole() : values)];
      }),
    );
  return { parameters, forward: inputsOf('forward'), backward: inputsOf('backward') };
}

export async function outputsOf(on: Executor, plan: Plan, { parameters, forward, backward }: ReturnType<typeof material>) {
  on.setParameters(parameters);
  const execution = on.start(plan, forward);
  const outputs = { ...(await execution.run('forward')) };
  if (plan.ops.backward.length) Object.assign(outputs, await execution.run('backward', backward));
  execution.dispose();
  return outputs;
}

/** Ends of sequences of these lengths. */
export const offsetsOf = (lengths: readonly number[]) =>
  Int32Array.from([0, ...lengths.map((_, i) => lengths.slice(0, i + 1).reduce((a, b) => a + b, 0))]);

export const slot = (name: string, rank: number, modules: readonly string[]): AdapterSlot => ({
  name,
  rank,
  scale: 0.7 + rank / 8,
  modules: new Set(modules),
  trainable: true,
});
