/**
 * A plan cut into one plan for each range of layers: every operation goes where its parameters lie, and what one part makes and another
 * reads is an output of the one and an input of the other. The same operations in the same order, so the numbers are the same bits.
 */
import {
  type BufferName,
  gradientOf,
  isForwardOp,
  loraA,
  loraB,
  type Op,
  type Plan,
  type PlanInput,
  readsOf,
  type Stage,
  writesOf as writtenBy,
} from '../../contracts/plan.ts';
import { gradientShapes } from '../../model/cost.ts';
import { firstName } from '../../model/recompute.ts';
import type { Ranges } from './ranges.ts';

/** What of a plan runs in one range. */
export interface Part {
  readonly range: number;
  readonly plan: Plan;
}

const known = new WeakMap<Ranges, WeakMap<Plan, readonly Part[]>>();

/**
 * The parts of `plan` by rising range, those without operations left out; the same objects for the same plan and ranges. What lies in one
 * range is the plan itself.
 */
export function partsOf(plan: Plan, ranges: Ranges): readonly Part[] {
  let plans = known.get(ranges);
  if (!plans) known.set(ranges, (plans = new WeakMap()));
  let parts = plans.get(plan);
  if (!parts) plans.set(plan, (parts = cut(plan, ranges)));
  return parts;
}

/** Range of each operation. */
interface Homes {
  readonly forward: readonly number[];
  readonly backward: readonly number[];
}

/**
 * Forward, the range goes up where an operation reads a parameter of a further one. Backward, operations lie with those that they are
 * of, or whose activations they compute again; what only turns or adds gradients, with the operation before.
 */
function homesOf(plan: Plan, ranges: Ranges): Homes {
  let range = 0;
  const madeIn = new Map<BufferName, number>();
  const forward = plan.ops.forward.map((op) => {
    for (const name of readsOf(op)) {
      if (!plan.parameters.has(name)) continue;
      const all = ranges.of(name);
      range = Math.max(range, (op.kind === 'embed' ? all[0] : all.at(-1)) ?? 0);
    }
    for (const name of writtenBy(op)) madeIn.set(name, range);
    return range;
  });
  const backward = plan.ops.backward.map((op) => {
    const made = 'of' in op ? op.of : isForwardOp(op) ? op : undefined;
    if (made) range = madeIn.get(firstName(writtenBy(made)[0] ?? '')) ?? range;
    return range;
  });
  return { forward, backward };
}

/** What an operation writes, adapters' gradients included. */
function writesOf(plan: Plan, op: Op): BufferName[] {
  const own = writtenBy(op);
  if (op.kind !== 'linear_backward' || !op.adapters) return own;
  const { module = '' } = op.of;
  const adapters = plan.adapters.flatMap(({ name }) => [loraA(name, module), loraB(name, module)]);
  return [...own, ...adapters.filter((name) => plan.gradients.has(name)).map(gradientOf)];
}

function cut(plan: Plan, ranges: Ranges): Part[] {
  const homes = homesOf(plan, ranges);
  const [only = 0, ...others] = new Set([...homes.forward, ...homes.backward]);
  if (others.length === 0) return [{ range: only, plan }];
  const madeIn = new Map<BufferName, { readonly range: number; readonly stage: Stage }>();
  for (const stage of ['forward', 'backward'] as const)
    plan.ops[stage].forEach((op, index) => {
      for (const name of writesOf(plan, op)) madeIn.set(name, { range: homes[stage][index] ?? 0, stage });
    });
  const opsIn = (range: number) => ({
    forward: plan.ops.forward.filter((_, index) => homes.forward[index] === range),
    backward: plan.ops.backward.filter((_, index) => homes.backward[index] === range),
  });
  const cutOps = Array.from({ length: ranges.count }, (_, range) => opsIn(range));
  const reads = cutOps.map(({ forward, backward }) => new Set([...forward, ...backward].flatMap(readsOf)));
  /** What a part reads and another one makes in `stage`. */
  const carried = (range: number, stage: Stage): BufferName[] =>
    [...(reads[range] ?? [])].filter((name) => {
      const made = madeIn.get(name);
      return made?.stage === stage && made.range !== range;
    });
  const shapes = gradientShapes(plan);
  const inputOf = (name: BufferName): PlanInput => {
    const { shape, axis } = shapes.get(name) ?? { shape: plan.shapes.get(name) ?? [], axis: plan.axes.get(name) };
    return { name, dtype: 'f32', shape, ...(axis && { axis }) };
  };
  const wanted = (stage: Stage): Set<BufferName> =>
    new Set([...plan.outputs[stage], ...cutOps.flatMap((_, range) => carried(range, stage))]);
  const outputs = { forward: [...wanted('forward')], backward: [...wanted('backward')] };

  return cutOps.flatMap((ops, range): Part[] => {
    if (ops.forward.length === 0) return [];
    const read = reads[range] ?? new Set();
    const written = new Set([...ops.forward, ...ops.backward].flatMap((op) => writesOf(plan, op)));
    // Of what is not computed again the shape is asked all the same.
    const used = new Set([...read, ...written, ...ops.backward.flatMap((op) => ('of' in op ? writtenBy(op.of) : []))]);
    const among = <T>(entries: ReadonlyMap<BufferName, T>, keep: (name: BufferName) => boolean): Map<BufferName, T> =>
      new Map([...entries].filter(([name]) => keep(name)));
    // Executors read lists of rows without saying so (positions, ends, adapters); what has more than a number a row is read by name.
    const given = {
      forward: plan.inputs.forward.filter(({ name, shape }) => shape.length === 1 || read.has(name)),
      backward: plan.inputs.backward.filter(({ name }) => read.has(name)),
    };
    const modules = new Set(ops.forward.flatMap((op) => (op.kind === 'linear' && op.module !== undefined ? [op.module] : [])));
    const adapters = new Set(
      plan.adapters.flatMap(({ name }) => [...modules].flatMap((module) => [loraA(name, module), loraB(name, module)])),
    );
    const part: Plan = {
      ...plan,
      inputs: {
        forward: [...given.forward, ...carried(range, 'forward').map(inputOf)],
        backward: [...given.backward, ...carried(range, 'backward').map(inputOf)],
      },
      parameters: among(plan.parameters, (name) => read.has(name) || adapters.has(name)),
      shapes: among(plan.shapes, (name) => used.has(name)),
      axes: among(plan.axes, (name) => used.has(name)),
      ops,
      gradients: new Map([...plan.gradients].filter(([, buffer]) => written.has(buffer))),
      outputs: {
        forward: outputs.forward.filter((name) => written.has(name)),
        backward: outputs.backward.filter((name) => written.has(name)),
      },
      feedback: [],
    };
    return [{ range, plan: part }];
  });
}
