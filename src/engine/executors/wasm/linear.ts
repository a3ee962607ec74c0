/** Linear layers with the adapters of their rows, forward and backward, as calls of the product kernels. */
import { type AdapterSlot, type BackwardOp, type BufferName, type ForwardOp, gradientOf, loraA, loraB } from '../../contracts/plan.ts';
import type { AdapterGroup } from './adapters.ts';
import { type GroupedRows, type OperationContext, shapeOf } from './context.ts';
import { lowGradientOf, lowWidth, trains } from './layout.ts';
import { type Matrix, NONE, NOTHING, type Product, rowAt, rowsOf } from './matrices.ts';
import { type AdaptedRows, multiplyPacked, multiplyPackedBack, type PackedWeight } from './packedProduct.ts';

type LinearOp = Extract<ForwardOp, { kind: 'linear' }>;

/** For one group's tokens, rows of `out` [·, outputs] = the product + the low-rank one + `plus`. */
function multiply(
  { kernels }: OperationContext,
  order: number,
  group: AdapterGroup,
  { x, depth, packed }: Product,
  low: Product,
  out: Matrix,
  outputs: number,
  plus: Matrix = NONE,
): void {
  const { map, from } = rowsOf(order, group);
  kernels.gemmAdapted(
    group.count,
    outputs,
    map,
    depth,
    rowAt(x, from),
    x[1],
    packed,
    low.depth,
    rowAt(low.x, from),
    low.x[1],
    low.packed,
    rowAt(out, from),
    out[1],
    rowAt(plus, from),
    plus[1],
  );
}

/** out [m, n] = aᵀ·b over `count` rows of a [·, m] and b [·, n]; with `more`, added to what is there. */
function across(
  { kernels, scratch }: OperationContext,
  count: number,
  a: Matrix,
  m: number,
  b: Matrix,
  n: number,
  out: number,
  more: boolean,
): void {
  kernels.gemm(m, n, count, a[0], 1, a[1], b[0], b[1], 1, out, n, Number(more), scratch);
}

/** The names of a slot's two matrices by module, made once: a string just put together is slow to look up by. */
const matrixNames = new WeakMap<AdapterSlot, Map<string, { readonly a: BufferName; readonly b: BufferName }>>();

function matricesOf(slot: AdapterSlot, module: string): { readonly a: BufferName; readonly b: BufferName } {
  let byModule = matrixNames.get(slot);
  if (!byModule) matrixNames.set(slot, (byModule = new Map()));
  let names = byModule.get(module);
  if (!names) byModule.set(module, (names = { a: loraA(slot.name, module), b: loraB(slot.name, module) }));
  return names;
}

/** `count` rows on the base alone. */
const wholeOf = (count: number): AdapterGroup => ({ slot: undefined, count, runs: [{ from: 0, count }], start: 0 });

/** Rows of a linear layer's output by adapter; one group of all where no adapter acts. */
function groupsOf({ plan, grouped }: OperationContext, { out, low }: LinearOp): GroupedRows {
  if (low) return grouped[plan.axes.get(out) === 'scored' ? 'scored' : 'tokens'];
  const [count = 0] = shapeOf(plan, out);
  return { groups: [wholeOf(count)], order: 0 };
}

/** The first `count` rows of out = x·Wᵀ. */
export function project(context: OperationContext, weight: BufferName, count: number, x: Matrix, out: Matrix): void {
  const [outputs = 0, inputs = 0] = shapeOf(context.plan, weight);
  const group = wholeOf(count);
  const packed = packedOf(context, weight);
  if (packed) return multiplyPacked(context, 0, packed, x, [{ group, low: NOTHING }], out, NONE);
  multiply(context, 0, group, { x, depth: inputs, packed: context.parameters.address(weight, 'forward') }, NOTHING, out, outputs);
}

/** The first `count` rows of out = dy·W. */
export function projectBack(context: OperationContext, weight: BufferName, count: number, dy: Matrix, out: Matrix): void {
  const [outputs = 0, inputs = 0] = shapeOf(context.plan, weight);
  const group = wholeOf(count);
  const packed = packedOf(context, weight);
  if (packed) return multiplyPackedBack(context, 0, packed, dy, [{ group, low: NOTHING }], out);
  multiply(context, 0, group, { x: dy, depth: outputs, packed: context.parameters.address(weight, 'backward') }, NOTHING, out, inputs);
}

export function linear(context: OperationContext, op: LinearOp): void {
  const { plan, parameters } = context;
  const [outputs = 0, inputs = 0] = shapeOf(plan, op.weight);
  const { groups, order } = groupsOf(context, op);
  const { module = '' } = op;
  const x: Matrix = [context.address(op.x), inputs];
  const out: Matrix = [context.address(op.out), outputs];
  const low: Matrix = op.low ? [context.address(op.low), lowWidth(plan)] : NONE;
  const bias: Matrix = op.bias ? [parameters.address(op.bias, 'stored'), 0] : NONE;
  const adaptedOf = (group: AdapterGroup): AdaptedRows => {
    const { slot } = group;
    if (!slot?.modules.has(module)) return { group, low: NOTHING };
    const { a, b } = matricesOf(slot, module);
    multiply(context, order, group, { x, depth: inputs, packed: parameters.address(a, 'forward', slot.scale) }, NOTHING, low, slot.rank);
    return { group, low: { x: low, depth: slot.rank, packed: parameters.address(b, 'forward') } };
  };
  const packed = packedOf(context, op.weight);
  if (packed) return multiplyPacked(context, order, packed, x, groups.map(adaptedOf), out, bias);
  const dense: Product = { x, depth: inputs, packed: parameters.address(op.weight, 'forward') };
  for (const group of groups) multiply(context, order, group, dense, adaptedOf(group).low, out, outputs, bias);
}

/** A weight where it is held in fewer bits. */
function packedOf({ plan, parameters }: OperationContext, weight: BufferName): PackedWeight | undefined {
  const [outputs = 0, inputs = 0] = shapeOf(plan, weight);
  const held = parameters.packed(weight);
  return held && { ...held, outputs, inputs };
}

export function linearBackward(context: OperationContext, op: Extract<BackwardOp, { kind: 'linear_backward' }>): void {
  const { plan, kernels, parameters } = context;
  const { of } = op;
  const [outputs = 0, inputs = 0] = shapeOf(plan, of.weight);
  const [rows = 0] = shapeOf(plan, of.out);
  const { groups, order } = groupsOf(context, of);
  const { low: lowName, module = '' } = of;
  const x: Matrix = [context.address(of.x), inputs];
  const dOut: Matrix = [context.address(op.dOut), outputs];
  if (op.dWeight) across(context, rows, dOut, outputs, x, inputs, context.address(op.dWeight), false);
  if (op.dBias) kernels.sumRows(rows, outputs, dOut[0], context.address(op.dBias));

  const low: Matrix = lowName ? [context.address(lowName), lowWidth(plan)] : NONE;
  const dLow: Matrix = lowName ? [context.address(lowGradientOf(lowName)), lowWidth(plan)] : NONE;
  const packed = packedOf(context, of.weight);
  const backwards: AdaptedRows[] = [];
  for (const group of groups) {
    const slot = group.slot?.modules.has(module) ? group.slot : undefined;
    const [dA, dB] = slot && op.adapters ? adapterGradients(context, slot, module) : NONE;
    let adapted = NOTHING;
    if (slot && (op.dX || dA)) {
      const { a, b } = matricesOf(slot, module);
      multiply(
        context,
        order,
        group,
        { x: dOut, depth: outputs, packed: parameters.address(b, 'backward', slot.scale) },
        NOTHING,
        dLow,
        slot.rank,
      );
      adapted = { x: dLow, depth: slot.rank, packed: parameters.address(a, 'backward') };
    }
    if (packed) backwards.push({ group, low: adapted });
    else if (op.dX)
      multiply(
        context,
        order,
        group,
        { x: dOut, depth: outputs, packed: parameters.address(of.weight, 'backward') },
        adapted,
        [context.address(op.dX), inputs],
        inputs,
      );
    if (!slot) continue;
    const [, pitch] = dLow;
    group.runs.forEach(({ from, count }, index) => {
      const more = index > 0;
      const dy: Matrix = [rowAt(dOut, from), outputs];
      if (dA) across(context, count, [rowAt(dLow, from), pitch], slot.rank, [rowAt(x, from), inputs], inputs, dA, more);
      if (dB) across(context, count, dy, outputs, [rowAt(low, from), pitch], slot.rank, dB, more);
    });
  }
  if (packed && op.dX) multiplyPackedBack(context, order, packed, dOut, backwards, [context.address(op.dX), inputs]);
  // Adapters that nobody spoke with get zeros.
  for (const slot of op.adapters ? plan.adapters : []) {
    if (!slot.modules.has(module) || groups.some((group) => group.slot === slot)) continue;
    const [dA, dB] = adapterGradients(context, slot, module);
    if (dA) kernels.sumRows(0, slot.rank * inputs, 0, dA);
    if (dB) kernels.sumRows(0, outputs * slot.rank, 0, dB);
  }
}

const gradientAddress = ({ plan, address }: OperationContext, parameter: BufferName): number =>
  trains(plan, parameter) ? address(gradientOf(parameter)) : 0;

/** Where the gradients of a slot's two matrices go; 0 for one that is not trained. */
function adapterGradients(context: OperationContext, slot: AdapterSlot, module: string): readonly [dA: number, dB: number] {
  const { a, b } = matricesOf(slot, module);
  return [gradientAddress(context, a), gradientAddress(context, b)];
}
