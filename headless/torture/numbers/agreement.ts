/** Whether two executors came to the same numbers. */
import type { Executor, HostOutputs } from '../../../src/engine/contracts/executor.ts';
import { gradientOf } from '../../../src/engine/contracts/plan.ts';
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

/** A temperature at which no word is certain, whatever the logits. */
const HOT = 1e8;

/**
 * The plan whose gradients are, those that its terms have before they cancel: where a word is certain, the
 * gradient of its log-probability is 1 − p, and so what rounding leaves of 1. At such a temperature it is 1 − 1/V.
 */
function uncancelled(random: RandomPlan): RandomPlan {
  const { forward, backward } = random;
  const [ofLogprobs, ofEntropies] = [gradientOf('logprobs'), gradientOf('entropies')];
  const [logprobs = new Float32Array(), entropies = new Float32Array()] = [backward[ofLogprobs], backward[ofEntropies]];
  const temperature = forward['temperature'] ?? new Float32Array();
  return {
    ...random,
    forward: { ...forward, temperature: Float32Array.from(temperature, () => HOT) },
    backward: {
      // The temperature that there was divides, and the one that there is now does not.
      [ofLogprobs]: Float32Array.from(
        logprobs,
        (value, index) => ((Math.abs(value) + Math.abs(entropies[index] ?? 0)) * HOT) / (temperature[index] ?? 1),
      ),
      [ofEntropies]: Float32Array.from(entropies, () => 0),
    },
  };
}

/** How often parameters are shaken: a value near 0 that decides whether a ReLU passes falls to either side in some of them. */
const SHAKEN = 8;

const isGradient = (name: string): boolean => name.startsWith('d:');
const some = (outputs: HostOutputs, names: readonly string[], is: (value: number) => boolean): boolean =>
  names.some((name) => outputs[name]?.some(is));
const norm = (values: Float32Array = new Float32Array()): number => Math.hypot(...values.filter(Number.isFinite));

/** What rounding alone leaves of a difference in an output, in nats or units of a normed vector, per value. */
const OF_OUTPUTS = 1e-6;
/** The same of a gradient, relative to the largest one, which is what cancels in a small one, or to its own terms before they cancel. */
const OF_GRADIENTS = 1e-6;

/** Adapters of the sequences that have a scored token whose outputs are NaN; −1 for none. */
function slotsWithout(outputs: readonly string[], want: HostOutputs, { forward }: RandomPlan): ReadonlySet<number> {
  const { scored = [], offsets = [], adapter_rows: rows = [] } = forward;
  const slots = new Set<number>();
  for (const name of outputs)
    for (const [index, value] of (want[name] ?? new Float32Array()).entries()) {
      if (!Number.isNaN(value)) continue;
      const token = scored[Math.floor((index * scored.length) / (want[name]?.length ?? 1))] ?? 0;
      slots.add(rows[offsets.findIndex((from, at) => token >= from && token < (offsets[at + 1] ?? 0))] ?? -1);
    }
  return slots;
}

/** Whether a gradient is computed from a token of one of those: of an adapter that none of them has it is 0, and says nothing. */
const tellsOf =
  (slots: ReadonlySet<number>) =>
  (name: string): boolean => {
    const adapter = /^d:agent(\d+)\//.exec(name)?.[1];
    return adapter === undefined ? slots.size > 0 : slots.has(Number(adapter));
  };

/**
 * What differs, outputs first; null where nothing does: the same names, values that are no numbers at the same indices, and the others
 * within `tolerance` of their norm, or no further apart than rounding explains: {@link OF_OUTPUTS}, {@link OF_GRADIENTS}, or ten times
 * what a few roundings of the parameters change in the reference (`again`, which computes another plan by it). `overflows`: gradients do,
 * or nearly, and are not compared; then it counts that they are no numbers where outputs are NaN, so that a training notices.
 */
export async function difference(
  got: HostOutputs,
  want: HostOutputs,
  random: RandomPlan,
  { tolerance, overflows }: { readonly tolerance: number; readonly overflows: boolean },
  again: (changed: RandomPlan) => Promise<HostOutputs>,
): Promise<string | null> {
  const gradients = Object.keys(want).filter(isGradient);
  const outputs = Object.keys(want).filter((name) => !isGradient(name));
  if (Object.keys(got).sort().join() !== Object.keys(want).sort().join()) return `it has ${Object.keys(got).join()}`;
  const telling = gradients.filter(tellsOf(slotsWithout(outputs, want, random)));
  if (overflows && telling.length > 0 && !some(got, telling, (value) => !Number.isFinite(value)))
    return 'gradients are numbers where outputs are none';
  const largest = Math.max(0, ...gradients.map((name) => norm(want[name])));
  const moved: HostOutputs[] = [];
  let terms: HostOutputs | undefined;
  for (const name of overflows ? outputs : [...outputs, ...gradients]) {
    const [values, reference] = [got[name] ?? new Float32Array(), want[name] ?? new Float32Array()];
    if (values.length !== reference.length) return `${name} has ${values.length} values and not ${reference.length}`;
    const at = reference.findIndex((value, index) => kindOf(value) !== kindOf(values[index] ?? Number.NaN));
    if (at >= 0) return `${name}[${at}] is ${values[at]} and not ${reference[at]}`;
    const error = distance(values, reference);
    const least = isGradient(name) ? OF_GRADIENTS * largest : OF_OUTPUTS * Math.sqrt(reference.length);
    if (error < tolerance || error * norm(reference) < least) continue;
    if (isGradient(name) && error * norm(reference) < OF_GRADIENTS * norm((terms ??= await again(uncancelled(random)))[name])) continue;
    let allowed = 0;
    for (let time = 0; time < SHAKEN && !(error < allowed); time += 1) {
      const shook = (moved[time] ??= await again(shaken(random, time)))[name] ?? new Float32Array();
      allowed = Math.max(allowed, 10 * distance(shook, reference));
    }
    if (!(error < allowed))
      return `${name} is off by ${error.toExponential(1)}, of ${norm(reference).toExponential(1)}, and ${allowed.toExponential(1)} allowed`;
  }
  return null;
}
