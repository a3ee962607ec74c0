/**
 * Where a decision's advantage comes from, in its estimator's own additive terms, so that a person can check the sum:
 *
 *     GAE           A_t = Σ_{u ≥ t} w_u δ_u,  δ_u = r_u + γ_u V_{u+1} − V_u,  w_t = 1, w_{u+1} = γ_u λ_u w_u
 *                   (Schulman et al. 2016, eq. 16; over the whole team: marft-spec §4)
 *     comparisons   A = Σ_u d_u r_u / s − m / s: the discounted rewards to come of what is compared, less the mean m it is
 *                   held against, over s (GRPO: s = deviation + ε; RLOO, REINFORCE: s = 1; `groups.ts`)
 *
 *     playing on    A = V(behind) − V(before) the message (VinePPO; `tree.ts`)
 *
 * The terms come from rewards and values, never from the recorded advantages: that they sum to these is a check.
 */
import { at } from '../at.ts';
import { comparesRewards, type DecisionLevel, decisionLevel, needsCritic, usesTree } from '../document/derived.ts';
import type { EpisodeRecord } from '../episode/records.ts';
import { comparisonOf, type CreditOptions, type CreditSettings, cutOf, discountsOf } from './advantages/creditBatch.ts';
import { type Chain, chainOf, type Discounts, valuesOf } from './advantages/decisions.ts';
import { comparedGroups, standards } from './advantages/groups.ts';
import { tokenRewards } from './rewards/tokenRewards.ts';
import { treeSteps } from './advantages/tree.ts';

/** A decision of an episode: a token of a message, or the message (then `token` is its last one). */
export interface DecisionRef {
  readonly message: number;
  readonly token: number;
}

/** One summand of an advantage; `amount` is what it adds. */
export type Term =
  | ({ readonly kind: 'td_error'; readonly amount: number; readonly weight: number } & TdError)
  | {
      readonly kind: 'reward';
      readonly amount: number;
      readonly at: DecisionRef;
      readonly reward: number;
      /** Product of the discounts between the start of what is compared and here. */
      readonly discount: number;
      readonly scale: number;
    }
  /** The value of the state behind the message (taken once) or before it (taken off). */
  | { readonly kind: 'tree'; readonly amount: number; readonly side: 'behind' | 'before'; readonly value: number }
  | {
      readonly kind: 'baseline';
      readonly amount: number;
      readonly mean: number;
      readonly scale: number;
      /** All that is compared, itself included, in the order of the batch. */
      readonly compared: readonly Compared[];
    };

/** A return that is held against others. */
export interface Compared {
  /** Index into the batch. */
  readonly episode: number;
  readonly score: number;
}

/** δ = reward + gamma · next − value. */
export interface TdError {
  readonly at: DecisionRef;
  readonly delta: number;
  readonly reward: number;
  readonly value: number;
  /** V of the decision after this one: the bootstrap behind the last, 0 where the chain is cut (compat). */
  readonly next: number;
  readonly gamma: number;
  /** λ towards the decision after this one. */
  readonly lambda: number;
}

export interface Explanation {
  readonly estimator: 'gae' | 'grpo' | 'rloo' | 'reinforce' | 'vineppo';
  /** In the order of time; a baseline is last. */
  readonly terms: readonly Term[];
  /** Their sum. */
  readonly advantage: number;
}

/** One line of the backward recursion A_t = δ_t + γ_t λ_t A_{t+1}. */
export interface RecursionStep extends TdError {
  /** A_{t+1}; 0 behind the end. */
  readonly trace: number;
  readonly advantage: number;
}

export interface Explainer {
  /** Explains any token of the batch; every token of a message that is one decision has the same explanation. */
  explain(episode: number, ref: DecisionRef): Explanation;
  /** An episode's recursion, its last decision first; null where no critic is used. */
  recursion(episode: number): readonly RecursionStep[] | null;
}

/** Whether an episode's credit depends on which other episodes are in its batch. */
export function comparesEpisodes(settings: CreditSettings): boolean {
  return comparesRewards(settings) || (!needsCritic(settings) && comparisonOf(settings) !== null);
}

/** Explains the batch that `creditBatch` was given with the same settings and options. */
export function explainer(records: readonly EpisodeRecord[], settings: CreditSettings, options: CreditOptions = {}): Explainer {
  const level = decisionLevel(settings);
  const rewards = tokenRewards(records, { ...settings, klCoef: options.klCoef ?? settings.klCoef });
  const chains = rewards.counted.map((episode) => chainOf(episode, level));
  const of = (episode: number): { record: EpisodeRecord; chain: Chain } => {
    const record = records[episode];
    const chain = chains[episode];
    if (!record || !chain) throw new RangeError(`The batch has no episode ${episode}.`);
    return { record, chain };
  };
  if (needsCritic(settings)) {
    // One episode is asked about many times, token by token.
    let last: { readonly episode: number; readonly errors: TdError[] } | null = null;
    const errors = (episode: number): TdError[] => {
      if (last?.episode === episode) return last.errors;
      const { record, chain } = of(episode);
      last = { episode, errors: tdErrors(record, chain, level, discountsOf(settings), cutOf(record, episode, settings)) };
      return last.errors;
    };
    return {
      explain: (episode, ref) => byGae(errors(episode), decisionOf(of(episode).chain, ref, level)),
      recursion: (episode) => recursionOf(errors(episode)),
    };
  }
  if (usesTree(settings)) {
    return {
      explain: (episode, ref) => {
        const { record, chain } = of(episode);
        decisionOf(chain, ref, level);
        const step = treeSteps(record, settings)[ref.message];
        if (!step) throw new RangeError(`Episode ${episode} has no message ${ref.message}.`);
        return sumOf('vineppo', [
          { kind: 'tree', amount: step.behind, side: 'behind', value: step.behind },
          { kind: 'tree', amount: 0 - step.before, side: 'before', value: step.before },
        ]);
      },
      recursion: () => null,
    };
  }
  const estimator = settings.algorithm === 'grpo' || settings.algorithm === 'rloo' ? settings.algorithm : 'reinforce';
  const comparison = comparisonOf(settings);
  const groups = comparison && comparedGroups(records, chains, { ...settings, ...comparison });
  const standard = groups && comparison && standards(groups, { ...settings, ...comparison });
  return {
    explain: (episode, ref) => {
      const { record, chain } = of(episode);
      const decision = decisionOf(chain, ref, level);
      if (!groups || !standard) return sumOf(estimator, rewardTerms(record, chain, level, settings, decision, chain.rewards.length, 1));
      for (const group of groups) {
        const own = group.findIndex((unit) => unit.episode === episode && unit.start <= decision && decision < unit.end);
        const unit = group[own];
        if (!unit) continue;
        const { mean, scale } = standard(group, own);
        const earned = rewardTerms(record, chain, level, settings, unit.start, chain.rewards.length, scale);
        const compared = group.map((member): Compared => ({ episode: member.episode, score: member.score }));
        return sumOf(estimator, [...earned, { kind: 'baseline', amount: -mean / scale, mean, scale, compared }]);
      }
      throw new RangeError(`Episode ${episode} has no decision at token ${ref.token} of message ${ref.message}.`);
    },
    recursion: () => null,
  };
}

function sumOf(estimator: Explanation['estimator'], terms: readonly Term[]): Explanation {
  return { estimator, terms, advantage: terms.reduce((sum, { amount }) => sum + amount, 0) };
}

function decisionOf({ starts, lengths }: Chain, { message, token }: DecisionRef, level: DecisionLevel): number {
  const start = starts[message];
  if (start === undefined || (level === 'token' && token >= at(lengths, message, 'message')))
    throw new RangeError(`There is no decision at token ${token} of message ${message}.`);
  return level === 'token' ? start + token : start;
}

/** By decision: where it is in the transcript, and whether its message ends with it. */
function decisionRefs({ messages }: EpisodeRecord, { lengths }: Chain, level: DecisionLevel): { at: DecisionRef; handsOver: boolean }[] {
  return lengths.flatMap((count, message) =>
    Array.from({ length: count }, (_, decision) => ({
      at: { message, token: level === 'token' ? decision : at(messages, message, 'message').response_ids.length - 1 },
      handsOver: decision === count - 1,
    })),
  );
}

/** The δ of every decision of an episode, in the order of time. */
function tdErrors(record: EpisodeRecord, chain: Chain, level: DecisionLevel, discounts: Discounts, cut: number): TdError[] {
  const values = valuesOf(record.messages, chain);
  return decisionRefs(record, chain, level).map(({ at: ref, handsOver }, t): TdError => {
    // Where the chain is cut, nothing of what comes after is seen.
    const isCut = handsOver && ref.message < cut;
    const gamma = isCut ? 0 : handsOver ? discounts.gamma : discounts.gammaToken;
    const lambda = handsOver ? discounts.lambda : discounts.lambdaToken;
    const reward = at(chain.rewards, t, 'reward');
    const value = at(values, t, 'value');
    const next = t + 1 < values.length ? at(values, t + 1, 'value') : record.bootstrap;
    return { at: ref, reward, value, next, gamma, lambda, delta: reward + gamma * next - value };
  });
}

function byGae(errors: readonly TdError[], decision: number): Explanation {
  let weight = 1;
  const terms = errors.slice(decision).map((error): Term => {
    const term: Term = { kind: 'td_error', ...error, weight, amount: weight * error.delta };
    weight *= error.gamma * error.lambda;
    return term;
  });
  return sumOf('gae', terms);
}

function recursionOf(errors: readonly TdError[]): RecursionStep[] {
  let trace = 0;
  return errors.toReversed().map((error) => {
    const advantage = error.delta + error.gamma * error.lambda * trace;
    const step = { ...error, trace, advantage };
    trace = advantage;
    return step;
  });
}

/** The discounted rewards of the decisions from `start` to before `end`, over `scale`. */
function rewardTerms(
  record: EpisodeRecord,
  chain: Chain,
  level: DecisionLevel,
  { gamma, gammaToken }: Discounts,
  start: number,
  end: number,
  scale: number,
): Term[] {
  let discount = 1;
  return decisionRefs(record, chain, level)
    .slice(start, end)
    .map(({ at: ref, handsOver }, index): Term => {
      const reward = at(chain.rewards, start + index, 'reward');
      const term: Term = { kind: 'reward', at: ref, reward, discount, scale, amount: (discount * reward) / scale };
      discount *= handsOver ? gamma : gammaToken;
      return term;
    });
}
