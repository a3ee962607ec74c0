/** Each macro-operation as calls of kernels. The arithmetic is in assembly/, the choice of buffers here. */
import {
  type AttentionShape,
  type BackwardOp,
  type BufferName,
  type ForwardOp,
  isForwardOp,
  isOptimizerOp,
  type OptimizerOp,
  type Plan,
  type Stage,
} from '../../contracts/plan.ts';
import { type OperationContext, shapeOf, sizeOf, widthOf } from './context.ts';
import { headStats, headStatsBackward } from './head.ts';
import { linear, linearBackward } from './linear.ts';

const heads = (plan: Plan): AttentionShape => plan.attention ?? { heads: 0, kvHeads: 0, headDim: 0, frequencies: [] };

/** Window, scale and cap of scores as kernels take them: 0 stands for what they do without. */
const scoreRule = ({ scale, softcap }: AttentionShape, { window }: Extract<ForwardOp, { kind: 'attention' }>): number[] => [
  window ?? 0,
  scale ?? 0,
  softcap ?? 0,
];

function attention(context: OperationContext, op: Extract<ForwardOp, { kind: 'attention' }>): void {
  const { plan, kernels, cache, scratch } = context;
  const { attention: shape } = plan;
  if (!shape) throw new Error(`plan ${plan.name} has attention of no shape`);
  const { heads: queries, kvHeads, headDim } = shape;
  const rule = scoreRule(shape, op);
  const [q, k, v, out, offsets] = [
    context.address(op.q),
    context.address(op.k),
    context.address(op.v),
    context.address(op.out),
    context.address('offsets'),
  ];
  if (!op.cacheSlots) {
    kernels.attention(plan.sequences, offsets, queries, kvHeads, headDim, q, k, v, out, context.address(op.stats), scratch, ...rule);
    return;
  }
  if (!cache) throw new Error(`plan ${plan.name} needs a cache`);
  const { table, most, offset, half } = cache.layer(op.layer);
  const [positions, cacheSlots] = [context.address('positions'), context.address(op.cacheSlots)];
  kernels.attentionCached(
    plan.sequences,
    offsets,
    positions,
    cacheSlots,
    queries,
    kvHeads,
    headDim,
    q,
    k,
    v,
    table,
    most,
    offset,
    Number(half),
    out,
    scratch,
    ...rule,
  );
}

function rotate(context: OperationContext, x: BufferName, out: BufferName, sign: number, local = false): void {
  const { plan, kernels } = context;
  const rotary = local ? context.localRotary : context.rotary;
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

/** Whether the plan also multiplies by a table, as a tied head does: then rows are looked up in what the product reads. */
const multiplies = (plan: Plan, table: BufferName): boolean =>
  plan.ops.forward.some((op) => (op.kind === 'linear' || op.kind === 'head_stats') && op.weight === table);

function forward(context: OperationContext, op: ForwardOp): void {
  const { plan, kernels, parameters, address } = context;
  switch (op.kind) {
    case 'embed': {
      const table = parameters.packed(op.table);
      if (table) {
        const { form, address: at } = table;
        return kernels.gatherPacked(
          form,
          sizeOf(plan, op.ids),
          widthOf(plan, op.table),
          at,
          address(op.ids),
          address(op.out),
          context.scratch,
        );
      }
      if (multiplies(plan, op.table)) {
        const [rows = 0, width = 0] = shapeOf(plan, op.table);
        return kernels.gatherPanels(
          sizeOf(plan, op.ids),
          width,
          rows,
          parameters.address(op.table, 'forward'),
          address(op.ids),
          address(op.out),
        );
      }
      return kernels.gatherRows(
        sizeOf(plan, op.ids),
        widthOf(plan, op.table),
        parameters.address(op.table, 'stored'),
        address(op.ids),
        address(op.out),
      );
    }
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
      return rotate(context, op.x, op.out, 1, op.local);
    case 'attention':
      return attention(context, op);
    case 'scale':
      return kernels.scale(sizeOf(plan, op.out), address(op.x), op.factor, address(op.out));
    case 'softcap':
      return kernels.softcap(sizeOf(plan, op.out), address(op.x), op.cap, address(op.out));
    case 'swiglu':
      return (op.gelu ? kernels.geglu : kernels.swiglu)(sizeOf(plan, op.out), address(op.gate), address(op.up), address(op.out));
    case 'relu':
      return kernels.relu(sizeOf(plan, op.out), address(op.x), address(op.out));
    case 'round':
      return kernels.roundHalf(sizeOf(plan, op.out), address(op.x), address(op.out));
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
    case 'head_stats':
      return headStats(context, op);
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
    case 'head_stats_backward':
      return headStatsBackward(context, op);
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
      return rotate(context, op.dOut, op.dX, -1, op.local);
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
        ...scoreRule(heads(plan), of),
      );
    }
    case 'scale_backward':
      return kernels.scale(sizeOf(plan, op.of.out), address(op.dOut), op.of.factor, address(op.dX));
    case 'softcap_backward':
      return kernels.softcapBackward(sizeOf(plan, op.of.out), address(op.of.x), op.of.cap, address(op.dOut), address(op.dX));
    case 'swiglu_backward':
      return (op.of.gelu ? kernels.gegluBackward : kernels.swigluBackward)(
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
    else if (isForwardOp(op)) forward(context, op);
    else backward(context, op as BackwardOp);
  }
}
