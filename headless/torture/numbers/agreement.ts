/** Whether two executors came to the same numbers. */
import type { Executor, HostOutputs } from '../../../src/engine/contracts/executor.ts';
import { relativeError } from '../../../test/engine/support/relativeError.ts';
import type { RandomPlan } from '../../../test/engine/support/plans/randomPlans.ts';

/** All outputs of a plan and every gradient, by name. */
export async function computed(executor: Executor, { plan, parameters, forward, backward }: RandomPlan): Promise<HostOutputs> {
  executor.setParameters(parameters);
  const execution = executor.start(plan, forward);
  try {
    const outputs = await execution.run('forward');
    return { ...outputs, ...(plan.ops.backward.length > 0 ? await execution.run('backward', backward) : {}) };
  } finally {
    execution.dispose();
    executor.removeParameters(parameters.keys());
  }
}

const kindOf = (value: number): string => (Number.isFinite(value) ? 'a number' : String(value));

/** How far two executors are apart in one output: relative to its Euclidean norm; where that is nothing, ten times nearer in itself. */
function distance(got: Float32Array, want: Float32Array): number {
  const finite = [...want.keys()].filter((index) => Number.isFinite(want[index]));
  const [ours = [], theirs = []] = [got, want].map((all) => finite.map((index) => all[index] ?? Number.NaN));
  return Math.hypot(...theirs) < 1e-6 ? Math.max(0, ...ours.map(Math.abs)) / 10 : relativeError(ours, theirs);
}

/** The plan with every parameter changed by a few roundings, in the `time`th way. */
export function shaken(random: RandomPlan, time: number): RandomPlan {
  const shake = (data: Float32Array): Float32Array =>
    data.map((value, index) => value * (1 + ((((index + 1) * (7919 + 104_729 * time)) % 5) - 2) * 2 ** -21));
  const parameters = [...random.parameters].map(([name, { shape, data }]) => [name, { shape, data: shake(data) }] as const);
  return { ...random, parameters: new Map(parameters) };
}

/** How often parameters are shaken: a value near 0 that decides whether a ReLU passes falls to either side in some of them. */
const SHAKEN = 8;

const isGradient = (name: string): boolean => name.startsWith('d:');
const some = (outputs: HostOutputs, names: readonly string[], is: (value: number) => boolean): boolean =>
  names.some((name) => outputs[name]?.some(is));
const norm = (values: Float32Array = new Float32Array()): number => Math.hypot(...values.filter(Number.isFinite));

/** What rounding alone leaves of a difference in an output, in nats or units of a normed vector, per value. */
const OF_OUTPUTS = 1e-6;
/** The same of a gradient, relative to the largest one: that is what cancels in a small one. */
const OF_GRADIENTS = 1e-6;

/**
 * What differs, outputs first; null where nothing does: the same names, values that are no numbers at the same indices, and the others
 * within `tolerance` of their norm, or no further apart than rounding explains: {@link OF_OUTPUTS}, {@link OF_GRADIENTS}, or ten times
 * what a few roundings of the parameters change in the reference (`asShaken`). `overflows`: gradients do, or nearly, and are not
 * compared; then it counts that they are no numbers where outputs are NaN, so that a training notices.
 */
export async function difference(
  got: HostOutputs,
  want: HostOutputs,
  { tolerance, overflows }: { readonly tolerance: number; readonly overflows: boolean },
  asShaken: (time: number) => Promise<HostOutputs>,
): Promise<string | null> {
  const gradients = Object.keys(want).filter(isGradient);
  const outputs = Object.keys(want).filter((name) => !isGradient(name));
  if (Object.keys(got).sort().join() !== Object.keys(want).sort().join()) return `it has ${Object.keys(got).join()}`;
  const notices = gradients.length === 0 || some(got, gradients, (value) => !Number.isFinite(value));
  if (overflows && !notices && some(want, outputs, Number.isNaN)) return 'gradients are numbers where outputs are none';
  const largest = Math.max(0, ...gradients.map((name) => norm(want[name])));
  const moved: HostOutputs[] = [];
  for (const name of overflows ? outputs : [...outputs, ...gradients]) {
    const [values, reference] = [got[name] ?? new Float32Array(), want[name] ?? new Float32Array()];
    if (values.length !== reference.length) return `${name} has ${values.length} values and not ${reference.length}`;
    const at = reference.findIndex((value, index) => kindOf(value) !== kindOf(values[index] ?? Number.NaN));
    if (at >= 0) return `${name}[${at}] is ${values[at]} and not ${reference[at]}`;
    const error = distance(values, reference);
    const least = isGradient(name) ? OF_GRADIENTS * largest : OF_OUTPUTS * Math.sqrt(reference.length);
    if (error < tolerance || error * norm(reference) < least) continue;
    let allowed = 0;
    for (let time = 0; time < SHAKEN && !(error < allowed); time += 1) {
      const again = (moved[time] ??= await asShaken(time))[name] ?? new Float32Array();
      allowed = Math.max(allowed, 10 * distance(again, reference));
    }
    if (!(error < allowed))
      return `${name} is off by ${error.toExponential(1)}, of ${norm(reference).toExponential(1)}, and ${allowed.toExponential(1)} allowed`;
  }
  return null;
}
