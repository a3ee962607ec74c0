/**
 * The head of a finished plan in chunks of rows: logits of all scored tokens, and their gradients, are most of what a model with a
 * large vocabulary needs memory for, and each row of them is of use for a moment only. They are computed some rows at a time, and
 * again in the backward stage. Rows do not depend on one another, so the numbers are the same bits; the price is one more product.
 */
import { type BufferName, type ForwardOp, gradientOf, type Op, type Plan } from '../contracts/plan.ts';

type OpOf<Kind extends Op['kind']> = Extract<Op, { kind: Kind }>;

/** Rows that meet a weight's panels before the next ones do (assembly/gemm.ts): with fewer it would be read more often. */
const ROW_GRAIN = 48;
/** About as many bytes of logits lie in memory at a time. */
const CHUNK_BYTES = 20 * 2 ** 20;

/** Rows of a chunk with this vocabulary. */
export const chunkRows = (vocabulary: number): number => ROW_GRAIN * Math.max(1, Math.floor(CHUNK_BYTES / (4 * vocabulary * ROW_GRAIN)));

/** What a plan's head consists of, where it may be taken apart. */
interface Head {
  readonly linear: OpOf<'linear'>;
  readonly softcap: OpOf<'softcap'> | undefined;
  readonly stats: OpOf<'token_stats'>;
  readonly backward: OpOf<'linear_backward'> | undefined;
}

/** Bytes of the logits that `plan` holds whole; 0 where its head cannot be taken apart. */
export function logitBytes(plan: Plan): number {
  const head = headOf(plan);
  return head ? 4 * (plan.shapes.get(head.stats.logits) ?? []).reduce((a, b) => a * b, 1) : 0;
}

/** `plan` with its head in chunks of `rows` scored tokens; as it is where others read the logits, or the head is trained. */
export function chunkedHead(plan: Plan, rows: number): Plan {
  const head = headOf(plan);
  if (!head) return plan;
  const { linear, softcap, stats, backward } = head;
  const { x, weight } = linear;
  const { targets, temperature, kept, logprobs, entropies, logits } = stats;
  const of: OpOf<'head_stats'> = {
    kind: 'head_stats',
    x,
    weight,
    ...(softcap && { cap: softcap.cap }),
    targets,
    temperature,
    ...(kept !== undefined && { kept }),
    logits,
    logprobs,
    entropies,
  };
  const own = new Set<Op>([linear, ...(softcap ? [softcap] : [])]);
  const forward = plan.ops.forward.filter((op) => !own.has(op)).map((op) => (op === stats ? of : op));
  const seeds = plan.ops.backward.find((op) => op.kind === 'token_stats_backward');
  const rest = plan.ops.backward.flatMap((op): Op[] => {
    if (op === backward && seeds && op.dX !== undefined) {
      const { dLogprobs, dEntropies, dLogits } = seeds;
      const capped = softcap && { capped: `capped:${logits}` };
      return [{ kind: 'head_stats_backward', of, dLogprobs, dEntropies, again: `again:${logits}`, ...capped, dLogits, dX: op.dX }];
    }
    return op === seeds || (op.kind === 'softcap_backward' && op.of === softcap) ? [] : [op];
  });
  const shapes = new Map(plan.shapes);
  const [count = 0, vocabulary = 0] = shapes.get(logits) ?? [];
  shapes.set(logits, [Math.min(rows, count), vocabulary]);
  if (softcap) shapes.delete(linear.out);
  // As many rows as there is room for, however many tokens are scored.
  const axes = new Map([...plan.axes].filter(([name]) => name !== logits && name !== linear.out));
  return { ...plan, shapes, axes, ops: { forward, backward: rest } };
}

function headOf(plan: Plan): Head | undefined {
  const { forward, backward } = plan.ops;
  const stats = forward.find((op) => op.kind === 'token_stats');
  if (!stats) return undefined;
  const writer = (name: BufferName) => forward.find((op): op is ForwardOp & { out: BufferName } => 'out' in op && op.out === name);
  const above = writer(stats.logits);
  const softcap = above?.kind === 'softcap' ? above : undefined;
  const linear = softcap ? writer(softcap.x) : above;
  if (linear?.kind !== 'linear' || linear.bias !== undefined || linear.module !== undefined) return undefined;
  if ([linear.out, stats.logits].some((name) => plan.outputs.forward.includes(name))) return undefined;
  const gradient = backward.find((op) => op.kind === 'linear_backward' && op.of === linear);
  if (gradient?.kind !== 'linear_backward') return backward.length > 0 ? undefined : { linear, softcap, stats, backward: undefined };
  if (gradient.dWeight !== undefined || gradient.dX === undefined || gradient.dOut !== gradientOf(linear.out)) return undefined;
  return { linear, softcap, stats, backward: gradient };
}
