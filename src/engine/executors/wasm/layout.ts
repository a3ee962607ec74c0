/**
 * Where each buffer of a plan lies. A buffer has its memory from the operation that writes it to the last one that reads
 * it, then the memory is given away, so a plan needs about as much memory as is alive at its busiest moment.
 */
import type { Live } from '../../model/live.ts';
import { type Axis, type BufferName, gradientOf, loraA, loraB, type Op, type Plan, type PlanInput, readsOf } from '../../contracts/plan.ts';
import { Regions } from './memory/regions.ts';

export interface Layout {
  /** Bytes from the start of the plan's block. */
  readonly offsets: ReadonlyMap<BufferName, number>;
  readonly bytes: number;
}

/** Rows in the order of their adapters, lists that the executor makes: [M] and [N]. */
export const ROW_ORDER = { tokens: '#token order', scored: '#scored order' } as const;
/** The axes along which adapters act. */
export type AdaptedAxis = keyof typeof ROW_ORDER;
export const ADAPTED_AXES = Object.keys(ROW_ORDER) as AdaptedAxis[];
/** Where a module's ∂low is put while its gradients are computed. */
export const lowGradientOf = (low: BufferName): BufferName => `#d:${low}`;

const product = (shape: readonly number[] | undefined): number => (shape ?? []).reduce((a, b) => a * b, 1);

/** Columns of a low-rank activation: a row holds its own adapter's numbers only. */
export const lowWidth = (plan: Plan): number => Math.max(0, ...plan.adapters.map((slot) => slot.rank));

/** Whether a slot's matrices of `module` are trained. */
export const trains = (plan: Plan, parameter: BufferName): boolean => plan.gradients.has(parameter);

/** What an operation writes, with the count of numbers; gradients are as large as what they are of. */
function writesOf(plan: Plan, op: Op): (readonly [BufferName, number])[] {
  const size = (name: BufferName): number => product(plan.shapes.get(name) ?? plan.parameters.get(name));
  const rows = (name: BufferName): number => plan.shapes.get(name)?.[0] ?? 0;
  switch (op.kind) {
    case 'linear':
      return [[op.out, size(op.out)], ...(op.low ? [[op.low, rows(op.out) * lowWidth(plan)] as const] : [])];
    case 'attention':
      return [
        [op.out, size(op.out)],
        [op.stats, size(op.stats)],
      ];
    case 'sample':
      return [
        [op.tokens, size(op.tokens)],
        [op.logprobs, size(op.logprobs)],
        [op.entropies, size(op.entropies)],
      ];
    case 'token_stats':
      return [
        [op.logprobs, size(op.logprobs)],
        [op.entropies, size(op.entropies)],
      ];
    case 'head_stats':
      return [op.logits, op.logprobs, op.entropies].map((name) => [name, size(name)]);
    case 'head_stats_backward':
      return [
        ...[op.again, ...(op.capped === undefined ? [] : [op.capped]), op.dLogits].map((name) => [name, size(op.of.logits)] as const),
        [op.dX, size(op.of.x)],
      ];
    case 'token_stats_backward':
      return [[op.dLogits, size(op.of.logits)]];
    case 'linear_backward': {
      const { of, dX, dWeight, dBias } = op;
      const written: (readonly [BufferName, number])[] = [];
      if (dX) written.push([dX, size(of.x)]);
      if (dWeight) written.push([dWeight, size(of.weight)]);
      if (dBias && of.bias) written.push([dBias, size(of.bias)]);
      if (of.low) written.push([lowGradientOf(of.low), rows(of.out) * lowWidth(plan)]);
      if (op.adapters && of.module) {
        for (const slot of plan.adapters) {
          for (const name of [loraA(slot.name, of.module), loraB(slot.name, of.module)])
            if (trains(plan, name)) written.push([gradientOf(name), size(name)]);
        }
      }
      return written;
    }
    case 'rmsnorm_backward':
      return [...(op.dX ? [[op.dX, size(op.of.x)] as const] : []), ...(op.dWeight ? [[op.dWeight, size(op.of.weight)] as const] : [])];
    case 'rope_backward':
      return [[op.dX, -1]];
    case 'attention_backward':
      return [
        [op.dQ, size(op.of.q)],
        [op.dK, size(op.of.k)],
        [op.dV, size(op.of.v)],
      ];
    case 'swiglu_backward':
      return [
        [op.dGate, size(op.of.gate)],
        [op.dUp, size(op.of.up)],
      ];
    case 'relu_backward':
    case 'scale_backward':
    case 'softcap_backward':
    case 'scatter_rows':
      return [[op.dX, size(op.of.x)]];
    case 'embed_backward':
      return [[op.dTable, size(op.of.table)]];
    case 'accumulate':
      return [[op.out, -1]];
    case 'adamw':
      return [op.nextParameters, op.nextM, op.nextV].map((name) => [name, size(name)]);
    default:
      return [[op.out, size(op.out)]];
  }
}

/** Sizes of all buffers, in numbers; -1 above stands for "as large as what is read". */
function sizesOf(plan: Plan, ops: readonly Op[]): { sizes: Map<BufferName, number>; writes: (readonly BufferName[])[] } {
  const sizes = new Map<BufferName, number>();
  for (const { name, shape } of [...plan.inputs.forward, ...plan.inputs.backward]) sizes.set(name, product(shape));
  const writes = ops.map((op) =>
    writesOf(plan, op).map(([name, count]) => {
      sizes.set(name, count >= 0 ? count : (sizes.get(readsOf(op)[0] ?? '') ?? 0));
      return name;
    }),
  );
  return { sizes, writes };
}

/** A plan as one run sees it: shapes hold what is in use, not capacities. */
export interface LiveView {
  readonly plan: Plan;
  readonly live: Live;
  /** How many numbers each buffer holds. */
  readonly sizes: ReadonlyMap<BufferName, number>;
  /** Exclusive upper bounds of the inputs that are used as indices. */
  readonly bounds: ReadonlyMap<BufferName, number>;
}

/** Views kept of one plan; decoding passes through a few row counts. */
const MOST_VIEWS = 128;
const views = new WeakMap<Plan, Map<string, LiveView>>();

export function viewOf(plan: Plan, live: Live): LiveView {
  let known = views.get(plan);
  if (!known) views.set(plan, (known = new Map()));
  const key = [...live.values()].join(' ');
  let view = known.get(key);
  if (!view) {
    if (known.size >= MOST_VIEWS) known.clear();
    view = makeView(plan, live);
    known.set(key, view);
  }
  return view;
}

function makeView(plan: Plan, live: Live): LiveView {
  const used = (name: BufferName, shape: readonly number[]): readonly number[] => {
    const axis = plan.axes.get(name);
    return axis ? [live.get(axis) ?? 0, ...shape.slice(1)] : shape;
  };
  const brought = ({ shape, axis, ...input }: PlanInput): PlanInput => ({
    ...input,
    axis,
    shape: axis ? [live.get(axis) ?? 0, ...shape.slice(1)] : shape,
  });
  const seen: Plan = {
    ...plan,
    inputs: { forward: plan.inputs.forward.map(brought), backward: plan.inputs.backward.map(brought) },
    tokens: live.get('tokens') ?? 0,
    sequences: live.get('sequences') ?? 0,
    shapes: new Map([...plan.shapes].map(([name, shape]) => [name, used(name, shape)])),
  };
  const { sizes } = sizesOf(seen, [...plan.ops.forward, ...plan.ops.backward]);
  return { plan: seen, live, sizes, bounds: boundsOf(seen) };
}

const layouts = new WeakMap<Plan, Layout>();

export function layoutOf(plan: Plan): Layout {
  const known = layouts.get(plan);
  if (known) return known;
  const made = layOut(plan);
  layouts.set(plan, made);
  return made;
}

function layOut(plan: Plan): Layout {
  const { forward, backward } = plan.ops;
  const ops: readonly Op[] = [...forward, ...backward];
  const { sizes, writes } = sizesOf(plan, ops);
  const last = new Map<BufferName, number>();
  ops.forEach((op, index) => {
    for (const name of writes[index] ?? []) last.set(name, index); // at least while it is written
    for (const name of readsOf(op)) last.set(name, index);
  });
  for (const name of plan.outputs.forward) last.set(name, Math.max(last.get(name) ?? 0, forward.length - 1));
  for (const name of plan.outputs.backward) last.set(name, ops.length - 1);

  const regions = new Regions();
  const offsets = new Map<BufferName, number>();
  const allocate = (name: BufferName, count: number) => offsets.set(name, regions.allocate(4 * count));
  // Inputs stay: they are small, and operations read some of them without saying so (positions, adapters of the rows).
  for (const { name, shape } of [...plan.inputs.forward, ...plan.inputs.backward]) allocate(name, product(shape));
  for (const axis of ADAPTED_AXES) allocate(ROW_ORDER[axis], capacityOf(plan, axis));
  const inputs = new Set(offsets.keys());
  const dying: BufferName[][] = ops.map(() => []);
  for (const [name, index] of last) if (!inputs.has(name) && !plan.parameters.has(name)) dying[index]?.push(name);
  writes.forEach((names, index) => {
    for (const name of names) allocate(name, sizes.get(name) ?? 0);
    for (const name of dying[index] ?? []) {
      const offset = offsets.get(name);
      if (offset === undefined) throw new Error(`plan ${plan.name} reads ${name} before it is written`);
      regions.release(offset);
    }
  });
  return { offsets, bytes: regions.end };
}

/** Most rows along `axis`. */
function capacityOf(plan: Plan, axis: Axis): number {
  return plan.inputs.forward.find((input) => input.axis === axis)?.shape[0] ?? 0;
}

function boundsOf(plan: Plan): Map<BufferName, number> {
  const bounds = new Map<BufferName, number>();
  for (const op of plan.ops.forward) {
    if (op.kind === 'embed') bounds.set(op.ids, plan.parameters.get(op.table)?.[0] ?? 0);
    if (op.kind === 'gather_rows') bounds.set(op.indices, plan.shapes.get(op.x)?.[0] ?? 0);
    if (op.kind === 'head_stats') bounds.set(op.targets, plan.parameters.get(op.weight)?.[0] ?? 0);
    if (op.kind === 'token_stats') bounds.set(op.targets, plan.shapes.get(op.logits)?.[1] ?? 0);
  }
  return bounds;
}
