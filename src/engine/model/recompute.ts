/**
 * Activations computed anew instead of kept (Chen et al. 2016, https://arxiv.org/abs/1604.06174): of each layer only what goes into
 * it stays, and its operations run once more before its gradients. The same operations on the same numbers, so the gradients
 * are the same bits; the price is one more forward pass through the layers.
 */
import { type BackwardOp, type BufferName, type ForwardOp, isForwardOp, type Op, type Plan, readsOf, writesOf } from '../contracts/plan.ts';

const AGAIN = 'again:';
/** Of an activation that is computed again. */
const again = (name: BufferName): BufferName => AGAIN + name;
/** The forward stage's name of an activation, computed again or not. */
export const firstName = (name: BufferName): BufferName => (name.startsWith(AGAIN) ? name.slice(AGAIN.length) : name);

/** The operation on other buffers: every field that names one in `names`. */
function renamed<T extends ForwardOp>(op: T, names: ReadonlySet<BufferName>): T {
  const fields = Object.entries(op).map(([field, value]) => [
    field,
    field !== 'kind' && typeof value === 'string' && names.has(value) ? again(value) : value,
  ]);
  return Object.fromEntries(fields) as T;
}

/**
 * `plan` with the operations between neighbours of `checkpoints` (buffers of the forward stage in the order they are written)
 * run again in the backward stage. What comes before the first and after the last is kept as it was.
 */
export function recomputing(plan: Plan, checkpoints: readonly BufferName[]): Plan {
  const { forward } = plan.ops;
  const ends = checkpoints.map((name) => forward.findIndex((op) => writesOf(op).includes(name)));
  if (ends.some((end, index) => end < 0 || end <= (ends[index - 1] ?? -1))) throw new Error(`plan ${plan.name} has no such checkpoints`);
  const kept = new Set(checkpoints);
  const segments = ends.slice(1).map((end, index) => forward.slice((ends[index] ?? 0) + 1, end + 1) as readonly ForwardOp[]);
  const names = segments.map((ops) => new Set(ops.flatMap(writesOf).filter((name) => !kept.has(name))));
  const segmentOf = new Map(names.flatMap((own, index) => [...own].map((name) => [name, index] as const)));

  // Backward operations read a layer's activations through the operation that they are of; those of two layers never mix.
  const backward = (plan.ops.backward as readonly BackwardOp[]).map((op) => {
    const [segment] = readsOf(op).flatMap((name) => segmentOf.get(name) ?? []);
    const own = segment === undefined ? undefined : names[segment];
    return { segment, op: own && 'of' in op ? ({ ...op, of: renamed(op.of, own) } as BackwardOp) : op };
  });

  const ops: Op[] = [];
  const done = new Set<number>();
  for (const { segment, op } of backward) {
    if (segment !== undefined && !done.has(segment)) {
      done.add(segment);
      const wanted = new Set(backward.filter((other) => other.segment === segment).flatMap((other) => readsOf(other.op)));
      ops.push(
        ...needed(
          (segments[segment] ?? []).map((one) => renamed(one, names[segment] ?? new Set())),
          wanted,
        ),
      );
    }
    ops.push(op);
  }
  const alike = <T>(entries: ReadonlyMap<BufferName, T>): Map<BufferName, T> =>
    new Map([...entries, ...[...entries].flatMap(([name, value]) => (segmentOf.has(name) ? [[again(name), value] as const] : []))]);
  return { ...plan, shapes: alike(plan.shapes), axes: alike(plan.axes), ops: { forward, backward: ops } };
}

/** Those of `ops` that `wanted` buffers depend on. */
function needed(ops: readonly ForwardOp[], wanted: Set<BufferName>): ForwardOp[] {
  const found: ForwardOp[] = [];
  for (const op of ops.toReversed()) {
    if (!writesOf(op).some((name) => wanted.has(name))) continue;
    for (const name of readsOf(op)) wanted.add(name);
    found.unshift(op);
  }
  return found;
}

/** The operations of the backward stage that compute gradients, without those that compute activations again. */
export const gradientOps = (plan: Plan): readonly BackwardOp[] => plan.ops.backward.filter((op): op is BackwardOp => !isForwardOp(op));
