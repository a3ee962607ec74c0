/**
 * Where a decision's advantage comes from, in its estimator's own additive terms, so that a person can check the sum:
 *
 *     GAE           A_t = Σ_{u ≥ t} w_u δ_u,  δ_u = r_u + γ_u V_{u+1} − V_u,  w_t = 1, w_{u+1} = γ_u λ_u w_u
 *                   (Schulman et al. 2016, eq. 16; over the whole team: marft-spec §4)
 *                   where several messages are behind one, V_{t+1} is their mean and w is shared equally among them
 *     comparisons   A = Σ_u d_u r_u / s − m / s: the discounted rewards to come of what is compared, less the mean m it is
 *                   held against, over s (GRPO: s = deviation + ε; RLOO, REINFORCE: s = 1; `groups.ts`)
 *
 *     RAE           A = Σ_u d_u r_u − b: those from the agent's first message on, less its role's running mean b (`runningMeans.ts`)
 *
 *     playing on    A = V(behind) − V(before) the message (VinePPO; `tree.ts`)
 *     alternatives  A = worth of the message − mean worth of others in its place (C3, difference rewards, COMA; `alternatives.ts`)
 *
 * The terms come from rewards and values, never from the recorded advantages: that they sum to these is a check.
 */
import { at } from '../at.ts';
import { comparesRewards, type DecisionLevel, decisionLevel, needsCritic, usesRunningMeans, usesTree } from '../document/derived.ts';
import type { EpisodeRecord } from '../episode/records.ts';
import { chainsOf, comparisonOf, type CreditOptions, type CreditSettings, cutOf, discountsOf } from './advantages/creditBatch.ts';
import { behind, type Chain, type Discounts, valuesOf, weightsFrom } from './advantages/decisions.ts';
import { comparedGroups, standards } from './advantages/groups.ts';
import { tokenRewards } from './rewards/tokenRewards.ts';
import { heldAgainst } from './advantages/alternatives.ts';
import { firstOfRole, runningMeanOf } from './advantages/runningMeans.ts';
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
      /** Product of the discounts between the start of what is compared and here, shared where several messages are behind one. */
      readonly discount: number;
      readonly scale: number;
    }
  /** The value of the state behind the message (taken once) or before it (taken off). */
  | { readonly kind: 'tree'; readonly amount: number; readonly side: 'behind' | 'before'; readonly value: number }
  /** What the message is worth (taken once), or others in its place are on average (taken off). */
  | { readonly kind: 'worth'; readonly amount: number; readonly side: 'own' | 'others'; readonly value: number; readonly others: number }
  | {
      readonly kind: 'baseline';
      readonly amount: number;
      readonly mean: number;
      readonly scale: number;
      /** All that is compared, itself included, in the order of the batch; nothing where the mean is a running one. */
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
  /** V of the decision after this one, the mean where there are several: the bootstrap behind the last, 0 where the chain is cut (compat). */
  readonly next: number;
  readonly gamma: number;
  /** λ towards the decision after this one. */
  readonly lambda: number;
}

export interface Explanation {
  readonly estimator: 'gae' | 'grpo' | 'rloo' | 'reinforce' | 'vineppo' | 'c3' | 'difference' | 'coma';
  /** In the order of time; a baseline is last. */
  readonly terms: readonly Term[];
  /** Their sum. */
  readonly advantage: number;
}

/** One line of the backward recursion A_t = δ_t + γ_t λ_t A_{t+1}. */
export interface RecursionStep extends TdError {
  /** A_{t+1}, the mean where there are several; 0 behind the end. */
  readonly trace: number;
  /** The decisions that V_{t+1} and A_{t+1} are of; none at the end of a chain. */
  readonly from: readonly DecisionRef[];
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
  const chains = chainsOf(records, rewards.counted, level, settings);
  const of = (episode: number): { record: EpisodeRecord; chain: Chain } => {
    const record = records[episode];
    const chain = chains[episode];
    if (!record || !chain) throw new RangeError(`The batch has no episode ${episode}.`);
    return { record, chain };
  };
  const { algorithm } = settings;
  if (algorithm === 'c3' || algorithm === 'difference' || algorithm === 'coma') {
    return {
      explain: (episode, ref) => {
        const { record, chain } = of(episode);
        decisionOf(chain, ref, level);
        const { own, others, mean } = at(heldAgainst(record, settings), ref.message, 'message');
        return sumOf(algorithm, [
          { kind: 'worth', amount: own, side: 'own', value: own, others: others.length },
          { kind: 'worth', amount: 0 - mean, side: 'others', value: mean, others: others.length },
        ]);
      },
      recursion: () => null,
    };
  }
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
      explain: (episode, ref) => byGae(of(episode).chain, errors(episode), decisionOf(of(episode).chain, ref, level)),
      recursion: (episode) => recursionOf(of(episode).chain, errors(episode)),
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
  if (usesRunningMeans(settings)) {
    return {
      explain: (episode, ref) => {
        const { record, chain } = of(episode);
        decisionOf(chain, ref, level);
        const start = at(chain.starts, firstOfRole(record, ref.message), 'message');
        const mean = runningMeanOf(record, ref.message);
        const earned = rewardTerms(record, chain, level, settings, start, 1);
        return sumOf('reinforce', [...earned, { kind: 'baseline', amount: 0 - mean, mean, scale: 1, compared: [] }]);
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
      if (!groups || !standard) return sumOf(estimator, rewardTerms(record, chain, level, settings, decision, 1));
      for (const group of groups) {
        const own = group.findIndex((unit) => unit.episode === episode && unit.messages.includes(ref.message));
        const unit = group[own];
        if (!unit) continue;
        const { mean, scale } = standard(group, own);
        const earned = rewardTerms(record, chain, level, settings, unit.start, scale);
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
  const after = decisionsBehind(chain);
  return decisionRefs(record, chain, level).map(({ at: ref, handsOver }, t): TdError => {
    // Where the chain is cut, nothing of what comes after is seen.
    const isCut = handsOver && ref.message < cut;
    const gamma = isCut ? 0 : handsOver ? discounts.gamma : discounts.gammaToken;
    const lambda = handsOver ? discounts.lambda : discounts.lambdaToken;
    const reward = at(chain.rewards, t, 'reward');
    const value = at(values, t, 'value');
    const next = meanOf(values, at(after, t), record.bootstrap);
    return { at: ref, reward, value, next, gamma, lambda, delta: reward + gamma * next - value };
  });
}

function byGae(chain: Chain, errors: readonly TdError[], decision: number): Explanation {
  const weights = weightsFrom(chain, decision, (t) => at(errors, t).gamma * at(errors, t).lambda);
  const terms = errors.flatMap((error, t): Term[] => {
    const weight = at(weights, t);
    return Number.isNaN(weight) ? [] : [{ kind: 'td_error', ...error, weight, amount: weight * error.delta }];
  });
  return sumOf('gae', terms);
}

function recursionOf(chain: Chain, errors: readonly TdError[]): RecursionStep[] {
  const advantages = new Float64Array(errors.length);
  const after = decisionsBehind(chain);
  const steps = errors.map((error, t) => ({ error, t })).toReversed();
  return steps.map(({ error, t }) => {
    const later = at(after, t);
    const trace = meanOf(advantages, later, 0);
    const advantage = error.delta + error.gamma * error.lambda * trace;
    advantages[t] = advantage;
    return { ...error, trace, from: later.map((other) => at(errors, other).at), advantage };
  });
}

/** By decision those that come behind it. */
function decisionsBehind(chain: Chain): number[][] {
  return chain.lengths.flatMap((length, message) =>
    Array.from({ length }, (_, decision) => {
      if (decision < length - 1) return [at(chain.starts, message, 'message') + decision + 1];
      return behind(chain, message).map((other) => at(chain.starts, other, 'message'));
    }),
  );
}

function meanOf(numbers: ArrayLike<number>, indices: readonly number[], none: number): number {
  return indices.length === 0 ? none : indices.reduce((sum, index) => sum + at(numbers, index, 'number'), 0) / indices.length;
}

/** The discounted rewards of the decisions from `start` on, over `scale`. */
function rewardTerms(
  record: EpisodeRecord,
  chain: Chain,
  level: DecisionLevel,
  { gamma, gammaToken }: Discounts,
  start: number,
  scale: number,
): Term[] {
  const discounts = weightsFrom(chain, start, (_, handsOver) => (handsOver ? gamma : gammaToken));
  return decisionRefs(record, chain, level).flatMap(({ at: ref }, decision): Term[] => {
    const discount = at(discounts, decision);
    if (Number.isNaN(discount)) return [];
    const reward = at(chain.rewards, decision, 'reward');
    return [{ kind: 'reward', at: ref, reward, discount, scale, amount: (discount * reward) / scale }];
  });
}
