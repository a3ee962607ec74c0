/** Attention, its cache and its gradient. */
import { type AttentionShape, type Op, scoreScale } from '../../contracts/plan.ts';
import type { Draft } from './draft.ts';
import type { FusedAttention } from './fuse.ts';
import { ends, endsWithin, first, firstWithin } from './inputs.ts';
import type { Ref } from './lowered.ts';
import * as attention from './kernels/attention.ts';
import * as backward from './kernels/attentionBackward.ts';

type Attention = Extract<Op, { kind: 'attention' }>;

const shapeOf = (draft: Draft): AttentionShape => draft.plan.attention ?? { heads: 1, kvHeads: 1, headDim: 1, frequencies: [] };

/**
 * Where the keys begin that a token sees. In a cache the beginning of its slot: positions change while a plan is repeated, so
 * the kernel finds out what lies before the window.
 */
const seen = (draft: Draft, { cacheSlots, window }: Attention): Ref =>
  draft.derived(
    cacheSlots === undefined && window !== undefined ? firstWithin(window, draft.plan.tokens) : first(cacheSlots, draft.plan.tokens),
  );

/** What windows and caps add to a kernel's options, and to its uniforms. */
function rulesOf({ softcap }: AttentionShape, { cacheSlots, window }: Attention) {
  const windowed = cacheSlots !== undefined && window !== undefined;
  const uniforms: Record<string, number> = { ...(windowed && { window }), ...(softcap !== undefined && { softcap }) };
  return { options: { windowed, capped: softcap !== undefined }, uniforms };
}

export function lowerAttention(draft: Draft, op: Attention): void {
  const shape = shapeOf(draft);
  const { heads, kvHeads, headDim } = shape;
  const rules = rulesOf(shape, op);
  const cached = op.cacheSlots !== undefined;
  const start = seen(draft, op);
  const half = op.cacheForm === 'f16';
  const past = (which: 'keys' | 'values'): Ref => ({ at: 'past', layer: op.layer, which, half });
  if (cached) {
    const refs = [draft.read(op.k), draft.read(op.v), past('keys'), past('values'), start, draft.read('positions')];
    draft.perRow(attention.storeKeys(headDim, half), refs, 0, kvHeads, { kvHeads });
  }
  const refs = [
    draft.read(op.q),
    cached ? past('keys') : draft.read(op.k),
    cached ? past('values') : draft.read(op.v),
    start,
    draft.write(op.out, draft.count(op.q)),
    ...(cached ? [draft.read('positions')] : [draft.write(op.stats, draft.plan.tokens * heads * 2)]),
  ];
  const uniforms = { heads, kvHeads, scale: scoreScale(shape), Q: heads * headDim, ...rules.uniforms };
  attend(draft, { headDim, cached, half, statistics: !cached, ...rules.options }, refs, uniforms);
}

function attend(draft: Draft, options: attention.AttentionOptions, refs: readonly Ref[], uniforms: Readonly<Record<string, number>>): void {
  const { heads = 1 } = draft.plan.attention ?? {};
  if (!draft.options.wide) return draft.perRow(attention.attention(options), refs, 0, heads, uniforms);
  draft.perGroup(attention.wideAttention(options, draft.options.subgroups !== null), refs, 0, heads, uniforms);
}

export function lowerFusedAttention(draft: Draft, { qkv, norms, local, of: op }: FusedAttention): void {
  const shape = shapeOf(draft);
  const { heads, kvHeads, headDim } = shape;
  const rules = rulesOf(shape, op);
  const cached = op.cacheSlots !== undefined;
  const own = cached && draft.options.single;
  const start = seen(draft, op);
  const width = kvHeads * headDim;
  const past = (which: 'keys' | 'values', written: boolean): Ref => {
    if (cached) return { at: 'past', layer: op.layer, which, half: false };
    const name = `${op.out}.${which}`;
    return written ? draft.write(name, draft.plan.tokens * width) : draft.read(name);
  };
  const uniforms = {
    heads,
    kvHeads,
    scale: scoreScale(shape),
    Q: (heads + 2 * kvHeads) * headDim,
    kAt: heads * headDim,
    vAt: heads * headDim + width,
    eps: norms?.[0].eps ?? 0,
    ...rules.uniforms,
  };
  const gains: Ref[] = norms ? [{ at: 'parameters', names: norms.map(({ weight }) => weight) }] : [];
  const turning = [draft.read('positions'), { at: 'turns', local } as const, ...gains];
  if (!own) {
    const refs = [draft.read(qkv), past('keys', true), past('values', true), start, ...turning];
    draft.perRow(attention.appendKeys(headDim, cached, norms !== undefined), refs, 0, kvHeads, uniforms);
  }
  const refs = [draft.read(qkv), past('keys', false), past('values', false), start, draft.write(op.out, draft.count(op.q)), ...turning];
  attend(draft, { headDim, cached, raw: { norms: norms !== undefined }, own, ...rules.options }, refs, uniforms);
}

export function lowerAttentionBackward(draft: Draft, op: Extract<Op, { kind: 'attention_backward' }>): void {
  const { heads, kvHeads, headDim, softcap, ...rest } = shapeOf(draft);
  const capped = softcap !== undefined;
  const shape = { heads, kvHeads, scale: scoreScale({ headDim, heads, kvHeads, ...rest }), ...(capped && { softcap }) };
  const { q, k, v, stats, out, window } = op.of;
  const common = [draft.read(q), draft.read(k), draft.read(v)];
  const toQueries = [
    ...common,
    draft.read(out),
    draft.read(op.dOut),
    draft.read(stats),
    draft.write(op.dQ, draft.count(q)),
    seen(draft, op.of),
  ];
  const shared = draft.options.wide && backward.sharesHeads(headDim);
  if (shared) draft.perGroup(backward.wideAttentionBackward('queries', headDim, capped), toQueries, 0, heads, shape);
  else draft.perRow(backward.attentionBackwardQueries(headDim, capped), toQueries, 0, heads, shape);
  const toKeys = [
    ...common,
    draft.read(op.dOut),
    draft.read(stats),
    draft.write(op.dK, draft.count(k)),
    draft.write(op.dV, draft.count(v)),
    draft.derived(window === undefined ? ends(draft.plan.tokens) : endsWithin(window, draft.plan.tokens)),
  ];
  if (shared) draft.perGroup(backward.wideAttentionBackward('keys', headDim, capped), toKeys, 0, kvHeads, shape);
  else draft.perRow(backward.attentionBackwardKeys(headDim, capped), toKeys, 0, kvHeads, shape);
}
