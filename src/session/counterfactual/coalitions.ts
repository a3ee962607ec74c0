/**
 * Who earned it, by taking agents away: the team plays the same problems with the same random numbers, once for each
 * coalition; those in it speak with their adapters, the others with their base alone, or say nothing. What a coalition
 * earns is its worth, and from all of them come the agents' Shapley values (`core/counterfactual/shapley.ts`).
 */
import { at, look } from '../../core/at.ts';
import { EXACT_PLAYERS, type Absence, type CreditShares } from '../../core/credit/estimates.ts';
import type { Split } from '../../core/environment/contract.ts';
import { allCoalitions, type Coalition, isIn, joinings, sampledShapley, shapleyValues } from '../../core/counterfactual/shapley.ts';
import { keyFor, STREAMS } from '../../core/random/streams.ts';
import { bootstrapInterval } from '../../core/statistics/bootstrap.ts';
import { type Interval, mean, studentInterval } from '../../core/statistics/intervals.ts';
import { evaluationPlans } from '../play/evaluation.ts';
import { type EpisodePlan, type RolloutContext, rollOut } from '../play/rollout.ts';

export interface CoalitionOptions {
  readonly split: Split;
  readonly size: number | 'unlimited';
  /** Problems, each played once by every coalition; of a split that has fewer, all. */
  readonly problems: number;
  readonly absence: Absence;
  /** Orders of joining, where the team is too large for all coalitions. */
  readonly orders: number;
  /** Episodes that every coalition plays, in place of the first of the split's evaluation problems. */
  readonly plans?: readonly EpisodePlan[];
  /** After each coalition, of how many. */
  readonly onProgress?: (played: number, of: number) => void;
}

/** Shapley values of the team's agents. Changes nothing in the session. */
export async function creditShares(context: RolloutContext, options: CoalitionOptions): Promise<CreditShares> {
  const roles = context.document.team.agents.map(({ role }) => role);
  const problems = problemsPlayed(options);
  const key = keyFor(context.document.training.seed, STREAMS.replay, roles.length, problems);
  const exact = roles.length <= EXACT_PLAYERS;
  const orders = exact ? [] : joinings(roles.length, options.orders, key);
  const wanted = exact ? allCoalitions(roles.length) : [...new Set(orders.flatMap(({ coalitions }) => coalitions))];
  const rewards = new Map<Coalition, readonly number[]>();
  for (const coalition of wanted) {
    rewards.set(coalition, await coalitionRewards(context, coalition, options));
    options.onProgress?.(rewards.size, wanted.length);
  }
  const worthOf = (coalition: Coalition): number => mean(look(rewards, coalition, 'coalition'));
  const shares = exact ? exactShares() : sampledShares();
  return {
    method: exact ? 'exact' : 'sampled',
    problems,
    shares: roles.map((role, index) => ({ role, ...at(shares, index, 'share') })),
    worth: wanted.map((coalition) => ({ roles: roles.filter((_, index) => isIn(coalition, index)), reward: worthOf(coalition) })),
  };

  /** φ is linear in the worth, so it is computed problem by problem: their mean is φ, their spread its interval. */
  function exactShares(): { value: number; interval: Interval | null }[] {
    const byProblem = Array.from({ length: problems }, (_, problem) =>
      shapleyValues(
        roles.length,
        wanted.map((coalition) => at(look(rewards, coalition, 'coalition'), problem, 'problem')),
      ),
    );
    return roles.map((_, player) => {
      const values = byProblem.map((shares) => at(shares, player, 'share'));
      return { value: mean(values), interval: bootstrapInterval(values, key) };
    });
  }

  /** Which orders and which problems were drawn are two chances, independent of each other: their variances add. */
  function sampledShares(): { value: number; interval: Interval | null }[] {
    const byProblem = Array.from({ length: problems }, (_, problem) =>
      sampledShapley(roles.length, orders, (coalition) => at(look(rewards, coalition, 'coalition'), problem, 'problem')),
    );
    return sampledShapley(roles.length, orders, worthOf).map(({ value, interval: overOrders }, player) => {
      const overProblems = studentInterval(byProblem.map((shares) => at(shares, player, 'share').value));
      if (!overOrders || !overProblems) return { value, interval: null };
      const half = Math.hypot(overOrders.high - value, overProblems.high - value);
      return { value, interval: { low: value - half, high: value + half } };
    });
  }
}

/** A problem that came twice would count as two in the intervals, which are over problems. */
function problemsPlayed({ size, problems, plans }: CoalitionOptions): number {
  return plans ? plans.length : size === 'unlimited' ? problems : Math.min(problems, size);
}

/** What the team earns on each problem when only the agents in `coalition` are as they were trained, [problems]. */
export async function coalitionRewards(context: RolloutContext, coalition: Coalition, options: CoalitionOptions): Promise<number[]> {
  const { split, size, absence } = options;
  const voices = context.voices.map((voice, agent) =>
    isIn(coalition, agent) ? voice : absence === 'base' ? { ...voice, slot: -1, version: 0 } : { ...voice, silent: true },
  );
  const row = context.data?.splits[split];
  const plans =
    options.plans ??
    evaluationPlans(size, split, problemsPlayed(options)).map((plan) =>
      row ? { ...plan, problemIndex: at(row, plan.problemIndex, 'row') } : plan,
    );
  const episodes = await rollOut({ ...context, voices }, plans, { evaluation: !options.plans });
  return episodes.map((episode) => episode.record().reward);
}
