/** Each macro-operation as calls of kernels. The arithmetic is in assembly/, the choice of buffers here. */
import {
  type AdapterSlot,
  type BackwardOp,
  type BufferName,
  type ForwardOp,
  gradientOf,
  isOptimizerOp,
  loraA,
  loraB,
  type OptimizerOp,
  type Plan,
  type Stage,
} from '../../model/plan.ts';
import type { AdapterGroup } from './adapters.ts';
import type { WasmCache } from './cache.ts';
import type { Kernels } from './kernels.ts';
import { type AdaptedAxis, lowGradientOf, lowWidth, trains } from './layout.ts';
import type { ParameterStore } from './parameters.ts';

/** What an operation may use; addresses are in bytes, 0 means "none" to a kernel. */
export interface OperationContext {
  /** With the shapes of this run (layout.ts, `viewOf`). */
  readonly plan: Plan;
  readonly kernels: Kernels;
  readonly parameters: ParameterStore;
  readonly cache: WasmCache | undefined;
  /** Rows along each axis that adapters act on, by adapter. */
  readonly grouped: Readonly<Record<AdaptedAxis, GroupedRows>>;
  readonly rotary: { readonly cosines: number; readonly sines: number };
  readonly scratch: number;
  readonly address: (name: BufferName) => number;
  /** How many numbers a buffer holds. */
  readonly count: (name: BufferName) => number;
}

/** Rows by adapter, and the address of the list of all of them in the groups' order. */
export interface GroupedRows {
  readonly groups: readonly AdapterGroup[];
  readonly order: number;
}

type LinearOp = Extract<ForwardOp, { kind: 'linear' }>;

const shapeOf = (plan: Plan, name: BufferName): readonly number[] => plan.shapes.get(name) ?? plan.parameters.get(name) ?? [];
const sizeOf = (plan: Plan, name: BufferName): number => shapeOf(plan, name).reduce((a, b) => a * b, 1);
const widthOf = (plan: Plan, name: BufferName): number => shapeOf(plan, name).at(-1) ?? 1;
const heads = (plan: Plan): { heads: number; kvHeads: number; headDim: number } => plan.attention ?? { heads: 0, kvHeads: 0, headDim: 0 };

/** A matrix by rows: its address, and how many numbers lie between the starts of two rows. */
type Matrix = readonly [address: number, pitch: number];

/** A product of the first `depth` columns of `x` and a packed matrix. */
interface Product {
  readonly x: Matrix;
  readonly depth: number;
  readonly packed: number;
}

const NONE: Matrix = [0, 0];
const NOTHING: Product = { x: NONE, depth: 0, packed: 0 };

const rowAt = ([address, pitch]: Matrix, row: number): number => (address ? address + 4 * row * pitch : 0);

/** For one group's tokens, rows of `out` [·, outputs] = the product + the low-rank one + `plus`. */
function multiply(
  { kernels }: OperationContext,
  order: number,
  { runs, count, start }: AdapterGroup,
  { x, depth, packed }: Product,
  low: Product,
  out: Matrix,
  outputs: number,
  plus: Matrix = NONE,
): void {
  const together = runs.length === 1;
  const from = together ? (runs[0]?.from ?? 0) : 0;
  kernels.gemmAdapted(
    count,
    outputs,
    together ? 0 : order + 4 * start,
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

/** The names of a slot's two matrices by module, made once: a string just put together is slow to look up by. */
const matrixNames = new WeakMap<AdapterSlot, Map<string, { readonly a: BufferName; readonly b: BufferName }>>();

function matricesOf(slot: AdapterSlot, module: string): { readonly a: BufferName; readonly b: BufferName } {
  let byModule = matrixNames.get(slot);
  if (!byModule) matrixNames.set(slot, (byModule = new Map()));
  let names = byModule.get(module);
  if (!names) byModule.set(module, (names = { a: loraA(slot.name, module), b: loraB(slot.name, module) }));
  return names;
}

/** Rows of a linear layer's output by adapter; one group of all where no adapter acts. */
function groupsOf({ plan, grouped }: OperationContext, { out, low }: LinearOp): GroupedRows {
  if (low) return grouped[plan.axes.get(out) === 'scored' ? 'scored' : 'tokens'];
  const [count = 0] = shapeOf(plan, out);
  return { groups: [{ slot: undefined, count, runs: [{ from: 0, count }], start: 0 }], order: 0 };
}

function linear(context: OperationContext, op: LinearOp): void {
  const { plan, parameters } = context;
  const [outputs = 0, inputs = 0] = shapeOf(plan, op.weight);
  const { groups, order } = groupsOf(context, op);
  const { module = '' } = op;
  const x: Matrix = [context.address(op.x), inputs];
  const out: Matrix = [context.address(op.out), outputs];
  const low: Matrix = op.low ? [context.address(op.low), lowWidth(plan)] : NONE;
  const dense: Product = { x, depth: inputs, packed: parameters.address(op.weight, 'forward') };
  const bias: Matrix = op.bias ? [parameters.address(op.bias, 'stored'), 0] : NONE;
  for (const group of groups) {
    const { slot } = group;
    let adapted = NOTHING;
    if (slot?.modules.has(module)) {
      const { a, b } = matricesOf(slot, module);
      multiply(context, order, group, { x, depth: inputs, packed: parameters.address(a, 'forward', slot.scale) }, NOTHING, low, slot.rank);
      adapted = { x: low, depth: slot.rank, packed: parameters.address(b, 'forward') };
    }
    multiply(context, order, group, dense, adapted, out, outputs, bias);
  }
}

function linearBackward(context: OperationContext, op: Extract<BackwardOp, { kind: 'linear_backward' }>): void {
  const { plan, kernels, parameters, scratch } = context;
  const { of } = op;
  const [outputs = 0, inputs = 0] = shapeOf(plan, of.weight);
  const [rows = 0] = shapeOf(plan, of.out);
  const { groups, order } = groupsOf(context, of);
  const { low: lowName, module = '' } = of;
  const x = context.address(of.x);
  const dOut: Matrix = [context.address(op.dOut), outputs];
  if (op.dWeight) kernels.gemm(outputs, inputs, rows, dOut[0], 1, outputs, x, inputs, 1, context.address(op.dWeight), inputs, 0, scratch);
  if (op.dBias) kernels.sumRows(rows, outputs, dOut[0], context.address(op.dBias));

  const low = lowName ? context.address(lowName) : 0;
  const dLow: Matrix = lowName ? [context.address(lowGradientOf(lowName)), lowWidth(plan)] : NONE;
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
    if (op.dX)
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
      const more = index > 0 ? 1 : 0;
      if (dA)
        kernels.gemm(
          slot.rank,
          inputs,
          count,
          dLow[0] + 4 * from * pitch,
          1,
          pitch,
          x + 4 * from * inputs,
          inputs,
          1,
          dA,
          inputs,
          more,
          scratch,
        );
      if (dB)
        kernels.gemm(
          outputs,
          slot.rank,
          count,
          dOut[0] + 4 * from * outputs,
          1,
          outputs,
          low + 4 * from * pitch,
          pitch,
          1,
          dB,
          slot.rank,
          more,
          scratch,
        );
    });
  }
  // Adapters that nobody spoke with get zeros.
  for (const slot of op.adapters ? plan.adapters : []) {
    if (!slot.modules.has(module) || groups.some((group) => group.slot === slot)) continue;
    const [dA, dB] = adapterGradients(context, slot, module);
    if (dA) kernels.sumRows(0, slot.rank * inputs, 0, dA);
    if (dB) kernels.sumRows(0, outputs * slot.rank, 0, dB);
  }
}

const gradientPlace = ({ plan, address }: OperationContext, parameter: BufferName): number =>
  trains(plan, parameter) ? address(gradientOf(parameter)) : 0;

/** Where the gradients of a slot's two matrices go; 0 for one that is not trained. */
function adapterGradients(context: OperationContext, slot: AdapterSlot, module: string): readonly [dA: number, dB: number] {
  const { a, b } = matricesOf(slot, module);
  return [gradientPlace(context, a), gradientPlace(context, b)];
}

function attention(context: OperationContext, op: Extract<ForwardOp, { kind: 'attention' }>): void {
  const { plan, kernels, cache, scratch } = context;
  const { attention: shape } = plan;
  if (!shape) throw new Error(`plan ${plan.name} has attention of no shape`);
  const { heads: queries, kvHeads, headDim } = shape;
  const [q, k, v, out, offsets] = [
    context.address(op.q),
    context.address(op.k),
    context.address(op.v),
    context.address(op.out),
    context.address('offsets'),
  ];
  if (!op.places) {
    kernels.attention(plan.sequences, offsets, queries, kvHeads, headDim, q, k, v, out, context.address(op.stats), scratch);
    return;
  }
  if (!cache) throw new Error(`plan ${plan.name} needs a cache`);
  const { keys, values } = cache.layer(op.layer, shape);
  const [positions, places] = [context.address('positions'), context.address(op.places)];
  kernels.attentionCached(
    plan.sequences,
    offsets,
    positions,
    places,
    queries,
    kvHeads,
    headDim,
    q,
    k,
    v,
    keys,
    values,
    cache.pitch,
    out,
    scratch,
  );
}

function rotate(context: OperationContext, x: BufferName, out: BufferName, sign: number): void {
  const { plan, kernels, rotary } = context;
  const { headDim } = heads(plan);
  const { tokens } = plan;
  kernels.rope(
    tokens,
    context.count(out) / tokens / headDim,
    headDim,
    context.address(x),
    context.address('positions'),
    rotary.cosines,
    rotary.sines,
    sign,
    context.address(out),
  );
}

function forward(context: OperationContext, op: ForwardOp): void {
  const { plan, kernels, parameters, address } = context;
  switch (op.kind) {
    case 'embed':
      return kernels.gatherRows(
        sizeOf(plan, op.ids),
        widthOf(plan, op.table),
        parameters.address(op.table, 'stored'),
        address(op.ids),
        address(op.out),
      );
    case 'rmsnorm':
      return kernels.rmsnorm(
        sizeOf(plan, op.out) / op.group,
        op.group,
        address(op.x),
        parameters.address(op.weight, 'stored'),
        op.eps,
        address(op.out),
      );
    case 'linear':
      return linear(context, op);
    case 'rope':
      return rotate(context, op.x, op.out, 1);
    case 'attention':
      return attention(context, op);
    case 'swiglu':
      return kernels.swiglu(sizeOf(plan, op.out), address(op.gate), address(op.up), address(op.out));
    case 'relu':
      return kernels.relu(sizeOf(plan, op.out), address(op.x), address(op.out));
    case 'add':
      return kernels.add(sizeOf(plan, op.out), address(op.a), address(op.b), address(op.out));
    case 'gather_rows':
      return kernels.gatherRows(sizeOf(plan, op.indices), widthOf(plan, op.x), address(op.x), address(op.indices), address(op.out));
    case 'sample':
      return kernels.sample(
        sizeOf(plan, op.temperature),
        widthOf(plan, op.logits),
        address(op.logits),
        address(op.temperature),
        address(op.greedy),
        address(op.keys),
        address(op.counters),
        address(op.tokens),
        address(op.logprobs),
        address(op.entropies),
        context.scratch,
      );
    case 'token_stats': {
      const kept = op.kept ? address(op.kept) : 0;
      return kernels.tokenStats(
        sizeOf(plan, op.targets),
        widthOf(plan, op.logits),
        address(op.logits),
        address(op.targets),
        address(op.temperature),
        kept,
        address(op.logprobs),
        address(op.entropies),
      );
    }
    default:
      return op satisfies never;
  }
}

function backward(context: OperationContext, op: BackwardOp): void {
  const { plan, kernels, parameters, scratch, address } = context;
  switch (op.kind) {
    case 'token_stats_backward': {
      const { of } = op;
      const kept = of.kept ? address(of.kept) : 0;
      return kernels.tokenStatsBackward(
        sizeOf(plan, of.targets),
        widthOf(plan, of.logits),
        address(of.logits),
        address(of.targets),
        address(of.temperature),
        kept,
        address(op.dLogprobs),
        address(op.dEntropies),
        address(op.dLogits),
      );
    }
    case 'linear_backward':
      return linearBackward(context, op);
    case 'rmsnorm_backward': {
      const { of } = op;
      const dX = op.dX ? address(op.dX) : 0;
      const dWeight = op.dWeight ? address(op.dWeight) : 0;
      return kernels.rmsnormBackward(
        sizeOf(plan, of.out) / of.group,
        of.group,
        address(of.x),
        parameters.address(of.weight, 'stored'),
        of.eps,
        address(op.dOut),
        dX,
        dWeight,
      );
    }
    case 'rope_backward':
      return rotate(context, op.dOut, op.dX, -1);
    case 'attention_backward': {
      const { of } = op;
      const { heads: queries, kvHeads, headDim } = heads(plan);
      return kernels.attentionBackward(
        plan.sequences,
        address('offsets'),
        queries,
        kvHeads,
        headDim,
        address(of.q),
        address(of.k),
        address(of.v),
        address(of.stats),
        address(op.dOut),
        address(op.dQ),
        address(op.dK),
        address(op.dV),
        scratch,
      );
    }
    case 'swiglu_backward':
      return kernels.swigluBackward(
        sizeOf(plan, op.of.out),
        address(op.of.gate),
        address(op.of.up),
        address(op.dOut),
        address(op.dGate),
        address(op.dUp),
      );
    case 'relu_backward':
      return kernels.reluBackward(sizeOf(plan, op.of.out), address(op.of.out), address(op.dOut), address(op.dX));
    case 'scatter_rows': {
      const [rows = 0, width = 0] = shapeOf(plan, op.of.x);
      return kernels.scatterRows(sizeOf(plan, op.of.indices), width, address(op.dOut), address(op.of.indices), rows, address(op.dX));
    }
    case 'embed_backward': {
      const [rows = 0, width = 0] = shapeOf(plan, op.of.table);
      return kernels.scatterRows(sizeOf(plan, op.of.ids), width, address(op.dOut), address(op.of.ids), rows, address(op.dTable));
    }
    case 'accumulate':
      return kernels.add(context.count(op.out), address(op.a), address(op.b), address(op.out));
    default:
      return op satisfies never;
  }
}

function optimize({ plan, kernels, address }: OperationContext, op: OptimizerOp): void {
  switch (op.kind) {
    case 'gradient_norm':
      return kernels.gradientNorm(sizeOf(plan, op.gradients), address(op.gradients), address(op.out));
    case 'adamw':
      return kernels.adamw(
        sizeOf(plan, op.parameters),
        address(op.parameters),
        address(op.gradients),
        address(op.m),
        address(op.v),
        address(op.norm),
        address(op.settings),
        address(op.nextParameters),
        address(op.nextM),
        address(op.nextV),
      );
    default:
      return op satisfies never;
  }
}

/** All operations of one stage, in order. */
export function runOperations(context: OperationContext, stage: Stage): void {
  for (const op of context.plan.ops[stage]) {
    if (isOptimizerOp(op)) optimize(context, op);
    else if (stage === 'forward') forward(context, op as ForwardOp);
    else backward(context, op as BackwardOp);
  }
}
