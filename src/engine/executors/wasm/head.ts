/** The head in chunks of rows: logits, statistics and gradients of as many scored tokens at a time as the plan has room for. */
import type { BackwardOp, ForwardOp } from '../../contracts/plan.ts';
import { type OperationContext, shapeOf, sizeOf } from './context.ts';
import { project, projectBack } from './linear.ts';
import { type Matrix, rowAt } from './matrices.ts';

type HeadStats = Extract<ForwardOp, { kind: 'head_stats' }>;

/** Scored tokens `from … from + count − 1`. */
interface Chunk {
  readonly from: number;
  readonly count: number;
}

function* chunksOf({ plan }: OperationContext, { targets, logits }: HeadStats): Generator<Chunk> {
  const [rows = 1] = shapeOf(plan, logits);
  const scored = sizeOf(plan, targets);
  for (let from = 0; from < scored; from += rows) yield { from, count: Math.min(rows, scored - from) };
}

/** Logits of one chunk at `to`, capped ones at `capped`; what the kernels of statistics take before what they write. */
function logitsOf(context: OperationContext, op: HeadStats, { from, count }: Chunk, to: number, capped: number): number[] {
  const { plan, kernels, address } = context;
  const [vocabulary = 0, features = 0] = shapeOf(plan, op.weight);
  const x: Matrix = [address(op.x), features];
  project(context, op.weight, count, [rowAt(x, from), features], [to, vocabulary]);
  if (op.cap !== undefined) kernels.softcap(count * vocabulary, to, op.cap, capped);
  const kept = op.kept ? address(op.kept) + 4 * from * vocabulary : 0;
  return [count, vocabulary, capped, address(op.targets) + 4 * from, address(op.temperature) + 4 * from, kept];
}

export function headStats(context: OperationContext, op: HeadStats): void {
  const { kernels, address } = context;
  const logits = address(op.logits);
  for (const chunk of chunksOf(context, op)) {
    const rows = logitsOf(context, op, chunk, logits, logits);
    kernels.tokenStats(...rows, address(op.logprobs) + 4 * chunk.from, address(op.entropies) + 4 * chunk.from);
  }
}

export function headStatsBackward(context: OperationContext, op: Extract<BackwardOp, { kind: 'head_stats_backward' }>): void {
  const { plan, kernels, address } = context;
  const { of } = op;
  const [vocabulary = 0, features = 0] = shapeOf(plan, of.weight);
  const dX: Matrix = [address(op.dX), features];
  const [logits, dLogits] = [address(op.again), address(op.dLogits)];
  const capped = op.capped === undefined ? logits : address(op.capped);
  for (const chunk of chunksOf(context, of)) {
    const { from, count } = chunk;
    const rows = logitsOf(context, of, chunk, logits, capped);
    kernels.tokenStatsBackward(...rows, address(op.dLogprobs) + 4 * from, address(op.dEntropies) + 4 * from, dLogits);
    if (of.cap !== undefined) kernels.softcapBackward(count * vocabulary, logits, of.cap, dLogits, dLogits);
    projectBack(context, of.weight, count, [dLogits, vocabulary], [rowAt(dX, from), features]);
  }
}
