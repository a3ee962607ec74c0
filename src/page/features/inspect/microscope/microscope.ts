/**
 * What the advantage microscope shows of one token: the terms its advantage is the sum of, the strongest singly and the others
 * as one, and the record's own number beside the sum.
 */
import type { DecisionRef, Explanation, RecursionStep, Term } from '../../../../core/credit/explain.ts';
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import type { BatchCredit } from '../../../state/reading/batchCredit.ts';

/** Most terms shown singly. */
export const STRONGEST = 12;

/** How far the sum of the terms may lie from the recorded advantage, relative to 1 + its magnitude. */
export const AGREEMENT = 1e-5;

/** One decision of an episode: a token, or a message where that is one decision. */
export interface Decision {
  /** Its number in the episode, from 0, in speaking order. */
  readonly t: number;
  readonly message: number;
  /** First and last token of it in its message. */
  readonly first: number;
  readonly token: number;
  readonly role: string;
}

/** One summand as it is shown. */
export interface ShownTerm {
  readonly term: Term;
  /** The decision it is of; null for a baseline and for the value of a state, which belong to no token. */
  readonly decision: Decision | null;
  /** Whether it comes from a message of another agent. */
  readonly crosses: boolean;
  /** |amount| over the largest |amount| of all terms, 0 to 1. */
  readonly strength: number;
}

export interface ShownAdvantage {
  readonly estimator: Explanation['estimator'];
  readonly decision: Decision;
  /** The first of its terms in the order of time, for the formula. */
  readonly leading: readonly ShownTerm[];
  /** How many terms there are. */
  readonly count: number;
  /** The mean it is held against; null where returns count as they are, and with a critic. */
  readonly baseline: Baseline | null;
  /** Largest |amount| first; all but zeros, at most {@link STRONGEST}. */
  readonly strongest: readonly ShownTerm[];
  /** The others as one. */
  readonly others: { readonly count: number; readonly amount: number };
  /** Sum of the terms as shown. */
  readonly sum: number;
  readonly recorded: number;
  readonly difference: number;
  readonly agrees: boolean;
}

export type Baseline = Extract<Term, { readonly kind: 'baseline' }>;

/** Terms of the formula that are written out. */
const LEADING = 3;

/** The decisions of an episode, in speaking order. */
export function decisionsOf({ messages }: EpisodeRecord, { level }: Pick<BatchCredit, 'level'>): Decision[] {
  const decisions: Decision[] = [];
  messages.forEach(({ role, response_ids: ids }, message) => {
    if (level === 'message') decisions.push({ t: decisions.length, message, first: 0, token: ids.length - 1, role });
    else ids.forEach((_, token) => decisions.push({ t: decisions.length, message, first: token, token, role }));
  });
  return decisions;
}

/** The decision that a token belongs to. */
export function decisionAt(decisions: readonly Decision[], { message, token }: DecisionRef): Decision | undefined {
  // Decisions are ascending by message, then by token.
  let [low, high] = [0, decisions.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { message: m, token: last } = decisions[middle] ?? { message: Infinity, token: 0 };
    if (m < message || (m === message && last < token)) low = middle + 1;
    else high = middle;
  }
  const found = decisions[low];
  return found?.message === message && found.first <= token && token <= found.token ? found : undefined;
}

/** Where the advantage of a token comes from; `most` terms singly. */
export function shownAdvantage(
  credit: BatchCredit,
  record: EpisodeRecord,
  decisions: readonly Decision[],
  ref: DecisionRef,
  most: number = STRONGEST,
): ShownAdvantage {
  const { estimator, terms } = credit.explain(record, ref);
  const decision = decisionAt(decisions, ref);
  if (!decision) throw new RangeError(`There is no decision at token ${ref.token} of message ${ref.message}.`);
  const largest = terms.reduce((most, { amount }) => Math.max(most, Math.abs(amount)), 0);
  const ranked = terms
    .filter(({ amount }) => amount !== 0)
    .sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
    .slice(0, most);
  const shown = (term: Term): ShownTerm => {
    const of = 'at' in term ? (decisionAt(decisions, term.at) ?? null) : null;
    return {
      term,
      decision: of,
      crosses: of !== null && of.role !== decision.role,
      strength: largest > 0 ? Math.abs(term.amount) / largest : 0,
    };
  };
  const single = new Set(ranked);
  const rest = terms.filter((term) => !single.has(term));
  const others = { count: rest.length, amount: total(rest) };
  const sum = total(ranked) + others.amount;
  const recorded = record.messages[ref.message]?.advantages[ref.token] ?? Number.NaN;
  const difference = sum - recorded;
  return {
    estimator,
    decision,
    leading: terms
      .filter(({ kind }) => kind !== 'baseline')
      .slice(0, LEADING)
      .map(shown),
    count: terms.length,
    baseline: terms.find((term): term is Baseline => term.kind === 'baseline') ?? null,
    strongest: ranked.map(shown),
    others,
    sum,
    recorded,
    difference,
    // Written so that NaN does not agree.
    agrees: Math.abs(difference) <= AGREEMENT * (1 + Math.abs(recorded)),
  };
}

/** The step of the backward recursion that makes a decision's advantage, and the ways on from it. */
export interface ShownStep {
  readonly step: RecursionStep;
  readonly decision: Decision;
  /** The decision that the recursion comes from, the first of them where there are several; null at the beginning of a chain. */
  readonly from: Decision | null;
  /** The decision it goes on to, one earlier in time; null at its end. */
  readonly to: Decision | null;
}

/** Null where the estimator has no recursion, or the episode no such token. */
export function recursionStep(
  credit: BatchCredit,
  record: EpisodeRecord,
  decisions: readonly Decision[],
  ref: DecisionRef,
): ShownStep | null {
  const steps = credit.recursion(record);
  const decision = decisionAt(decisions, ref);
  const step = decision && steps?.[decisions.length - 1 - decision.t];
  if (!decision || !step) return null;
  return { step, decision, from: (step.from[0] && decisionAt(decisions, step.from[0])) ?? null, to: decisions[decision.t - 1] ?? null };
}

/** Where the recursion can be stepped to; undefined where there is no further. */
export interface RecursionMoves {
  readonly first: Decision | undefined;
  readonly back: Decision | undefined;
  readonly forward: Decision | undefined;
  readonly last: Decision | undefined;
}

/** It runs from the last decision to the first. Before a token is chosen, the first step forward is to its beginning. */
export function recursionMoves(decisions: readonly Decision[], ref: DecisionRef | null): RecursionMoves {
  const now = ref && decisionAt(decisions, ref);
  const [begin, end] = [decisions.at(-1), decisions[0]];
  if (!now) return { first: begin, back: undefined, forward: begin, last: end };
  return {
    first: now.t === begin?.t ? undefined : begin,
    back: decisions[now.t + 1],
    forward: decisions[now.t - 1],
    last: now.t === 0 ? undefined : end,
  };
}

function total(terms: readonly { readonly amount: number }[]): number {
  return terms.reduce((sum, { amount }) => sum + amount, 0);
}
