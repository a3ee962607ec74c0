/** What a plan costs before anything runs: floating-point operations, bytes moved, memory. Counted from its operations. */
import { gradientOps } from './recompute.ts';
import { type Axis, type BufferName, isForwardOp, type Op, type Plan, readsOf, type Stage, writesOf } from '../contracts/plan.ts';

export interface Cost {
  /**
   * Multiplications and additions of matrix products and attention; the element-wise work between them is left out (a few per
   * cent). Of an optimiser, all arithmetic.
   */
  readonly flops: number;
  /** Bytes read and written by all operations, every operand once: what moves when nothing stays in a cache. */
  readonly bytes: number;
}

export interface CostOptions {
  /** Positions a token attends to on average: (length + 1) / 2 in training, about the prompt's length in decoding. */
  readonly context: number;
  /** Share of the plan's capacity in use. */
  readonly fill?: number;
}

const product = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);

/** Numbers in a buffer or parameter. */
function sizeOf(plan: Plan, name: BufferName): number {
  return product(plan.shapes.get(name) ?? plan.parameters.get(name) ?? []);
}

/** Cost of one stage. */
export function planCost(plan: Plan, stage: Stage, { context, fill = 1 }: CostOptions): Cost {
  const sizes = gradientSizes(plan);
  const size = (name: BufferName): number => sizes.get(name) ?? sizeOf(plan, name);
  let flops = 0;
  let bytes = 0;
  for (const op of plan.ops[stage]) {
    flops += flopsOf(plan, op, context);
    const parameters = readsOf(op).filter((name) => plan.parameters.has(name));
    const buffers = [...readsOf(op).filter((name) => !plan.parameters.has(name)), ...writesOf(op)];
    bytes += 4 * (sum(parameters.map(size)) + fill * sum(buffers.map(size)));
  }
  return { flops: flops * fill, bytes };
}

/** Operations for one number: 1 for the gradient's scale, 3 and 4 for the moments, 9 for the parameter; a root or a quotient counts as one. */
const ADAMW_FLOPS = 17;

function flopsOf(plan: Plan, op: Op, context: number): number {
  const rank = Math.max(0, ...plan.adapters.map((slot) => slot.rank));
  if (op.kind === 'linear' || op.kind === 'linear_backward') {
    const linear = op.kind === 'linear' ? op : op.of;
    const [outputs = 0, inputs = 0] = plan.parameters.get(linear.weight) ?? [];
    const tokens = sizeOf(plan, linear.out) / outputs;
    const dense = 2 * tokens * inputs * outputs;
    // A token goes through its own adapter only.
    const thin = linear.low ? 2 * tokens * rank * (inputs + outputs) : 0;
    if (op.kind === 'linear') return dense + thin;
    return (op.dX ? dense : 0) + (op.dWeight ? dense : 0) + (op.adapters ? thin : 0) + (op.dX || op.adapters ? thin : 0);
  }
  if (op.kind === 'head_stats' || op.kind === 'head_stats_backward') {
    const head = op.kind === 'head_stats' ? op : op.of;
    // Backward, the logits once more and then the gradient of what they are of.
    return (op.kind === 'head_stats' ? 2 : 4) * sizeOf(plan, head.targets) * sizeOf(plan, head.weight);
  }
  if (op.kind === 'gradient_norm') return 2 * sizeOf(plan, op.gradients);
  if (op.kind === 'adamw') return ADAMW_FLOPS * sizeOf(plan, op.parameters);
  const attention = op.kind === 'attention' ? op : op.kind === 'attention_backward' ? op.of : null;
  if (!attention) return 0;
  const forward = 4 * sizeOf(plan, attention.q) * Math.min(context, attention.window ?? context);
  return op.kind === 'attention' ? forward : 2.5 * forward; // scores again, then ∂probs, ∂q, ∂k, ∂v
}

/**
 * Most bytes of buffers alive at once while both stages run, each from the operation that writes it to the last that reads
 * it, inputs throughout: what an executor that gives memory away needs.
 */
export function peakBytes(plan: Plan): number {
  const ops: readonly Op[] = [...plan.ops.forward, ...plan.ops.backward];
  const sizes = gradientSizes(plan);
  const size = (name: BufferName): number => sizes.get(name) ?? sizeOf(plan, name);
  const last = new Map<BufferName, number>();
  ops.forEach((op, index) => {
    for (const name of [...writesOf(op), ...readsOf(op)]) last.set(name, index);
  });
  for (const name of plan.outputs.forward) last.set(name, Math.max(last.get(name) ?? 0, plan.ops.forward.length - 1));
  for (const name of plan.outputs.backward) last.set(name, ops.length - 1);
  const inputs = new Set([...plan.inputs.forward, ...plan.inputs.backward].map(({ name }) => name));
  let alive = sum([...plan.inputs.forward, ...plan.inputs.backward].map(({ shape }) => product(shape)));
  let most = alive;
  ops.forEach((op, index) => {
    for (const name of writesOf(op)) alive += size(name);
    most = Math.max(most, alive);
    for (const name of new Set([...writesOf(op), ...readsOf(op)]))
      if (last.get(name) === index && !inputs.has(name) && !plan.parameters.has(name)) alive -= size(name);
  });
  return 4 * most;
}

/** Bytes of what the forward stage leaves for the backward one: its activations; inputs and parameters are not counted. */
export function savedBytes(plan: Plan): number {
  const given = new Set(plan.inputs.forward.map(({ name }) => name));
  const read = new Set(plan.ops.backward.flatMap(readsOf));
  for (const op of plan.ops.backward) if (isForwardOp(op)) for (const name of writesOf(op)) read.delete(name);
  return 4 * sum([...read].filter((name) => !given.has(name) && plan.shapes.has(name)).map((name) => sizeOf(plan, name)));
}

/** A gradient has the rows of what it is a gradient of. */
export interface GradientShape {
  readonly shape: readonly number[];
  readonly axis: Axis | undefined;
}

/** Shapes of the backward stage's inputs and of what its operations write. */
export function gradientShapes(plan: Plan): ReadonlyMap<BufferName, GradientShape> {
  const known = new Map<BufferName, GradientShape>();
  const like = (name: BufferName | undefined, of: BufferName) =>
    name && known.set(name, known.get(of) ?? { shape: plan.shapes.get(of) ?? plan.parameters.get(of) ?? [], axis: plan.axes.get(of) });
  for (const { name, shape, axis } of plan.inputs.backward) known.set(name, { shape, axis });
  for (const op of gradientOps(plan)) {
    switch (op.kind) {
      case 'token_stats_backward':
        like(op.dLogits, op.of.logits);
        break;
      case 'head_stats_backward':
        like(op.again, op.of.logits);
        like(op.capped, op.of.logits);
        like(op.dLogits, op.of.logits);
        like(op.dX, op.of.x);
        break;
      case 'linear_backward':
        like(op.dX, op.of.x);
        like(op.dWeight, op.of.weight);
        if (op.of.bias) like(op.dBias, op.of.bias);
        break;
      case 'rmsnorm_backward':
        like(op.dX, op.of.x);
        like(op.dWeight, op.of.weight);
        break;
      case 'rope_backward':
        like(op.dX, op.dOut);
        break;
      case 'attention_backward':
        like(op.dQ, op.of.q);
        like(op.dK, op.of.k);
        like(op.dV, op.of.v);
        break;
      case 'swiglu_backward':
        like(op.dGate, op.of.gate);
        like(op.dUp, op.of.up);
        break;
      case 'relu_backward':
      case 'scale_backward':
      case 'softcap_backward':
      case 'scatter_rows':
        like(op.dX, op.of.x);
        break;
      case 'embed_backward':
        like(op.dTable, op.of.table);
        break;
      case 'accumulate':
        like(op.out, op.a);
        break;
      default:
        op satisfies never;
    }
  }
  return known;
}

const gradientSizes = (plan: Plan): ReadonlyMap<BufferName, number> =>
  new Map([...gradientShapes(plan)].map(([name, { shape }]) => [name, product(shape)]));

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
