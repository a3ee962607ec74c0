/** Each macro-operation as calls of kernels. The arithmetic is in assembly/, the choice of buffers here. */
import { type BackwardOp, type BufferName, type ForwardOp, gradientOf, loraA, loraB, type Plan, type Stage } from '../../model/plan.ts';
import type { AdapterGroup } from './adapters.ts';
import type { WasmCache } from './cache.ts';
import type { Kernels } from './kernels.ts';
import { lowGradientOf, lowWidth, trains } from './layout.ts';
import type { ParameterStore } from './parameters.ts';

/** What an operation may use; addresses are in bytes, 0 means "none" to a kernel. */
export interface OperationContext {
  readonly plan: Plan;
  readonly kernels: Kernels;
  readonly parameters: ParameterStore;
  readonly cache: WasmCache | undefined;
  readonly groups: readonly AdapterGroup[];
  /** Tokens in the groups' order. */
  readonly order: number;
  readonly rotary: { readonly cosines: number; readonly sines: number };
  readonly scratch: number;
  address(name: BufferName): number;
  /** How many numbers a buffer holds. */
  count(name: BufferName): number;
}

type LinearOp = Extract<ForwardOp, { kind: 'linear' }>;

const shapeOf = (plan: Plan, name: BufferName): readonly number[] => plan.shapes.get(name) ?? plan.parameters.get(name) ?? [];
const sizeOf = (plan: Plan, name: BufferName): number => shapeOf(plan, name).reduce((a, b) => a * b, 1);
const widthOf = (plan: Plan, name: BufferName): number => shapeOf(plan, name).at(-1) ?? 1;
const heads = (plan: Plan): { heads: number; kvHeads: number; headDim: number } => plan.attention ?? { heads: 0, kvHeads: 0, headDim: 0 };

/** Rows of `x` [·, inputs] of one group times a packed matrix, into the same rows of `out`. */
function multiplyGroup(
  context: OperationContext,
  group: AdapterGroup,
  x: number,
  inputs: number,
  packed: number,
  out: number,
  outputs: number,
  pitch: { x: number; out: number },
  accumulate: number,
): void {
  const { kernels, order, scratch } = context;
  const [only] = group.runs;
  if (group.runs.length === 1 && only) {
    kernels.gemmPacked(
      group.count,
      outputs,
      inputs,
      x + 4 * only.from * pitch.x,
      pitch.x,
      1,
      0,
      packed,
      inputs,
      outputs,
      out + 4 * only.from * pitch.out,
      pitch.out,
      accumulate,
      scratch,
    );
  } else {
    kernels.gemmPacked(
      group.count,
      outputs,
      inputs,
      x,
      pitch.x,
      1,
      order + 4 * group.start,
      packed,
      inputs,
      outputs,
      out,
      pitch.out,
      accumulate,
      scratch,
    );
  }
}

function linear(context: OperationContext, op: LinearOp): void {
  const { plan, kernels, parameters, scratch } = context;
  const [outputs = 0, inputs = 0] = shapeOf(plan, op.weight);
  const [tokens = 0] = shapeOf(plan, op.out);
  const x = context.address(op.x);
  const out = context.address(op.out);
  if (op.bias) kernels.fillRows(tokens, outputs, parameters.address(op.bias, 'stored'), out);
  kernels.gemmPacked(
    tokens,
    outputs,
    inputs,
    x,
    inputs,
    1,
    0,
    parameters.address(op.weight, 'forward'),
    inputs,
    outputs,
    out,
    outputs,
    op.bias ? 1 : 0,
    scratch,
  );
  if (!op.low || !op.module) return;
  const low = context.address(op.low);
  const pitch = lowWidth(plan);
  for (const group of context.groups) {
    const { slot } = group;
    if (!slot.modules.has(op.module)) continue;
    const a = parameters.address(loraA(slot.name, op.module), 'forward', slot.scale);
    const b = parameters.address(loraB(slot.name, op.module), 'forward');
    multiplyGroup(context, group, x, inputs, a, low, slot.rank, { x: inputs, out: pitch }, 0);
    multiplyGroup(context, group, low, slot.rank, b, out, outputs, { x: pitch, out: outputs }, 1);
  }
}

function linearBackward(context: OperationContext, op: Extract<BackwardOp, { kind: 'linear_backward' }>): void {
  const { plan, kernels, parameters, scratch } = context;
  const { of } = op;
  const [outputs = 0, inputs = 0] = shapeOf(plan, of.weight);
  const [tokens = 0] = shapeOf(plan, of.out);
  const x = context.address(of.x);
  const dOut = context.address(op.dOut);
  const dX = op.dX ? context.address(op.dX) : 0;
  if (dX)
    kernels.gemmPacked(
      tokens,
      inputs,
      outputs,
      dOut,
      outputs,
      1,
      0,
      parameters.address(of.weight, 'backward'),
      outputs,
      inputs,
      dX,
      inputs,
      0,
      scratch,
    );
  if (op.dWeight) kernels.gemm(outputs, inputs, tokens, dOut, 1, outputs, x, inputs, 1, context.address(op.dWeight), inputs, 0, scratch);
  if (op.dBias) kernels.sumRows(tokens, outputs, dOut, context.address(op.dBias));
  const { low: lowName, module } = of;
  if (!lowName || !module) return;

  const low = context.address(lowName);
  const dLow = context.address(lowGradientOf(lowName));
  const pitch = lowWidth(plan);
  for (const slot of plan.adapters) {
    if (!slot.modules.has(module)) continue;
    const nameA = loraA(slot.name, module);
    const nameB = loraB(slot.name, module);
    const dA = op.adapters && trains(plan, nameA) ? context.address(gradientOf(nameA)) : 0;
    const dB = op.adapters && trains(plan, nameB) ? context.address(gradientOf(nameB)) : 0;
    const group = context.groups.find((candidate) => candidate.slot === slot);
    if (!group) {
      // Nobody spoke with this adapter: its gradients are zero.
      if (dA) kernels.sumRows(0, slot.rank * inputs, 0, dA);
      if (dB) kernels.sumRows(0, outputs * slot.rank, 0, dB);
      continue;
    }
    if (dX || dA)
      multiplyGroup(
        context,
        group,
        dOut,
        outputs,
        parameters.address(nameB, 'backward', slot.scale),
        dLow,
        slot.rank,
        { x: outputs, out: pitch },
        0,
      );
    if (dX) multiplyGroup(context, group, dLow, slot.rank, parameters.address(nameA, 'backward'), dX, inputs, { x: pitch, out: inputs }, 1);
    group.runs.forEach(({ from, count }, index) => {
      const more = index > 0 ? 1 : 0;
      if (dA)
        kernels.gemm(
          slot.rank,
          inputs,
          count,
          dLow + 4 * from * pitch,
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
          dOut + 4 * from * outputs,
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
}

function attention(context: OperationContext, op: Extract<ForwardOp, { kind: 'attention' }>): void {
  const { plan, kernels, cache, scratch } = context;
  const { heads: queries, kvHeads, headDim } = heads(plan);
  const [q, k, v, out] = [context.address(op.q), context.address(op.k), context.address(op.v), context.address(op.out)];
  if (cache?.filled) {
    if (plan.length !== 1) throw new Error(`plan ${plan.name} brings ${plan.length} tokens a row to a cache that takes one`);
    const { keys, values } = cache.layer(op.layer, kvHeads * headDim);
    kernels.attentionDecode(plan.rows, queries, kvHeads, headDim, q, k, v, keys, values, cache.capacity, cache.lengths, out, scratch);
    return;
  }
  if (cache) {
    const width = kvHeads * headDim;
    const { keys, values } = cache.layer(op.layer, width);
    kernels.fillCache(plan.rows, plan.length, width, k, keys, cache.capacity, cache.lengths);
    kernels.fillCache(plan.rows, plan.length, width, v, values, cache.capacity, cache.lengths);
  }
  kernels.attention(plan.rows, plan.length, queries, kvHeads, headDim, q, k, v, out, context.address(op.probs), scratch);
}

function rotate(context: OperationContext, x: BufferName, out: BufferName, sign: number): void {
  const { plan, kernels, rotary } = context;
  const { headDim } = heads(plan);
  const tokens = plan.rows * plan.length;
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
  const { plan, kernels, parameters } = context;
  const address = (name: BufferName) => context.address(name);
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
  const { plan, kernels, parameters, scratch } = context;
  const address = (name: BufferName) => context.address(name);
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
        plan.rows,
        plan.length,
        queries,
        kvHeads,
        headDim,
        address(of.q),
        address(of.k),
        address(of.v),
        address(of.probs),
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

/** All operations of one stage, in order. */
export function runOperations(context: OperationContext, stage: Stage): void {
  for (const op of context.plan.ops[stage]) {
    if (stage === 'forward') forward(context, op as ForwardOp);
    else backward(context, op as BackwardOp);
  }
}
