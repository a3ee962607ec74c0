/** What happens to logits: statistics of tokens, their gradient, the draw. */
import type { Op } from '../../contracts/plan.ts';
import { gridFor } from './device.ts';
import type { Draft } from './draft.ts';
import { rules } from './inputs.ts';
import { BLOCK } from './kernels/kernel.ts';
import { type Ref, STEPS } from './lowered.ts';
import { sample, wideSample } from './kernels/sample.ts';
import { tokenStats, tokenStatsBackward, wideTokenStats } from './kernels/tokens.ts';

function statsInputs(draft: Draft, op: Extract<Op, { kind: 'token_stats' }>): Ref[] {
  return [op.logits, op.targets, op.temperature, ...(op.kept ? [op.kept] : [])].map((name) => draft.read(name));
}

export function lowerTokenStats(draft: Draft, op: Extract<Op, { kind: 'token_stats' }>): void {
  const N = draft.capacity(op.targets);
  const refs = [
    ...statsInputs(draft, op),
    draft.write(op.logprobs, N),
    draft.write(op.entropies, N),
    draft.write(`${op.logprobs}.parts`, N * 4),
  ];
  const [axis, kept, uniforms] = [draft.axis(op.targets), op.kept !== undefined, { V: draft.width(op.logits) }];
  if (draft.options.wide) return draft.perGroup(wideTokenStats(kept, draft.options.subgroups !== null), refs, axis, 1, uniforms);
  return draft.perRow(tokenStats(kept), refs, axis, 1, uniforms);
}

export function lowerTokenStatsBackward(draft: Draft, op: Extract<Op, { kind: 'token_stats_backward' }>): void {
  const { of } = op;
  const V = draft.width(of.logits);
  // Logits that nobody else wants become their own gradient.
  const inPlace = !draft.plan.outputs.forward.includes(of.logits);
  const refs = [...statsInputs(draft, of), draft.read(op.dLogprobs), draft.read(op.dEntropies), draft.read(`${of.logprobs}.parts`)];
  if (inPlace) draft.aliases.set(op.dLogits, of.logits);
  else refs.push(draft.write(op.dLogits, draft.count(of.logits)));
  draft.perRow(tokenStatsBackward(of.kept !== undefined, inPlace), refs, draft.axis(of.targets), V, { V });
}

export function lowerSample(draft: Draft, op: Extract<Op, { kind: 'sample' }>): void {
  const { plan } = draft;
  const N = draft.capacity(op.temperature);
  if (plan.ops.forward.at(-1) !== op || plan.feedback.some((change) => 'from' in change && change.from !== op.tokens))
    throw new Error(`plan ${plan.name} must end with its draw, and only the drawn tokens can be fed back`);
  const takes = plan.feedback.flatMap((change) => ('from' in change ? [change.input] : []));
  const raises = plan.feedback.flatMap((change) => ('from' in change ? [] : [change.input]));
  draft.state.push({ name: STEPS, count: N, fill: () => new Int32Array(N) });
  draft.draw = { rows: N, axis: draft.axis(op.temperature) };
  for (const [which, name] of [op.tokens, op.logprobs, op.entropies].entries()) draft.drawn.set(name, which as 0 | 1 | 2);
  const axis = draft.axis(op.temperature);
  const refs: Ref[] = [draft.read(op.logits), draft.derived(rules(op, N)), { at: 'state' }, { at: 'drawn' }];
  const state = Object.fromEntries([
    ['counters', op.counters],
    ['steps', STEPS],
    ...takes.map((name, n) => [`take${n}`, name]),
    ...raises.map((name, n) => [`raise${n}`, name]),
  ]);
  const feedback = { takes: takes.length, raises: raises.length };
  const uniforms = { V: draft.width(op.logits) };
  if (draft.options.wide) draft.perGroup(wideSample(feedback, draft.options.subgroups !== null), refs, axis, 1, uniforms, state);
  else draft.dispatch(sample(feedback), refs, { axis, ...uniforms }, (live) => gridFor(live[axis] ?? 0, BLOCK), state);
}
