/**
 * What evaluation episodes say about a team: mean reward with its uncertainty, and pass@k. Pure, and the same for the
 * evaluations in the loop and for `npm run evaluate`. Problems are what was drawn at random, so uncertainty is over
 * problems: several samples of one problem are averaged first and never counted as independent.
 */
import { orElse } from '../../core/at.ts';
import type { Split } from '../../core/environment/contract.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { type Interval, mean, standardError, studentInterval, wilsonInterval } from '../../core/statistics/intervals.ts';
import { evaluationProblem } from '../../core/environment/problems.ts';
import type { EpisodePlan } from './rollout.ts';

/** The reward an episode must reach to count as solved, unless something else is said. */
export const SUCCESS_REWARD = 1;

/** Rewards are sums over turns, so that ten times 0.1 falls short of 1 by a rounding error. */
const ROUNDING = 1e-9;

export interface PassAtK {
  readonly k: number;
  /** Probability that at least one of k samples solves a problem, mean over the problems. */
  readonly value: number;
  /** Over problems; null for a single one. */
  readonly standardError: number | null;
}

export interface EvaluationSummary {
  readonly problems: number;
  readonly episodes: number;
  /** Mean over problems of the mean reward over their samples (avg@n). */
  readonly mean: number;
  /** Standard error of `mean`, over problems; null for a single problem. */
  readonly standardError: number | null;
  /** 95 % interval of `mean`: Wilson's where every reward is 0 or 1, else Student's t; null for a single problem of the latter. */
  readonly interval: Interval | null;
  readonly intervalMethod: 'wilson' | 'student_t';
  readonly passAtK: readonly PassAtK[];
}

/**
 * The episodes of an evaluation: `samples` of each of `problems` problems, first one of all, then another of all, so that
 * the first of each has the same noise however many follow. `group` is the number of the problem; a finite split that is
 * too small is gone through again, which makes further samples of its problems.
 */
export function evaluationPlans(size: number | 'unlimited', split: Split, problems: number, samples = 1): EpisodePlan[] {
  return Array.from({ length: problems * samples }, (_, episode) => {
    const problem = episode % problems;
    const group = size === 'unlimited' ? problem : problem % size;
    return { iteration: 0, episode, split, problemIndex: evaluationProblem(size, problem), group };
  });
}

/** 1, 2, 4, … up to `samples`, and `samples` itself: the k at which pass@k is worth knowing. */
export function defaultKs(samples: number): number[] {
  const powers = Array.from({ length: Math.floor(Math.log2(samples)) + 1 }, (_, exponent) => 2 ** exponent);
  return powers.at(-1) === samples ? powers : [...powers, samples];
}

/**
 * The unbiased estimate of pass@k from `samples` samples of which `solved` solved it, 1 − C(n−c, k) / C(n, k)
 * (Chen et al. 2021, arXiv:2107.03374, eq. 1), as a product that cannot overflow.
 */
export function passAtK(samples: number, solved: number, k: number): number {
  if (!(k >= 1 && k <= samples)) throw new RangeError(`pass@${k} cannot be estimated from ${samples} samples`);
  let noneOfThem = 1;
  for (let i = samples - solved + 1; i <= samples; i += 1) noneOfThem *= 1 - k / i;
  return 1 - noneOfThem;
}

/** Summary of evaluation episodes; those with one `group` are samples of one problem. */
export function summarize(
  records: readonly Pick<EpisodeRecord, 'group' | 'reward'>[],
  { ks = [], success = SUCCESS_REWARD }: { readonly ks?: readonly number[]; readonly success?: number } = {},
): EvaluationSummary {
  if (records.length === 0) throw new RangeError('an evaluation needs an episode');
  const byProblem = new Map<number, number[]>();
  for (const { group, reward } of records) byProblem.set(group, [...orElse(byProblem.get(group), []), reward]);
  const problems = [...byProblem.values()];
  const means = problems.map(mean);
  const centre = mean(means);
  const error = standardError(means);
  const binary = records.every(({ reward }) => reward === 0 || reward === 1);
  const solved = (rewards: readonly number[]) => rewards.filter((reward) => reward >= success - ROUNDING).length;
  return {
    problems: problems.length,
    episodes: records.length,
    mean: centre,
    standardError: error,
    interval: binary ? wilsonInterval(centre, independentTrials(centre, error, problems.length, records.length)) : studentInterval(means),
    intervalMethod: binary ? 'wilson' : 'student_t',
    passAtK: ks.map((k) => {
      const values = problems.map((rewards) => passAtK(rewards.length, solved(rewards), k));
      return { k, value: mean(values), standardError: standardError(values) };
    }),
  };
}

/**
 * How many independent yes-or-no trials would leave the error that was found (Kish's effective sample size): as many as
 * problems with one sample each; with several, between the problems and all episodes.
 */
function independentTrials(share: number, error: number | null, problems: number, episodes: number): number {
  const variance = share * (1 - share);
  if (error === null || variance === 0) return problems;
  return Math.min(episodes, Math.max(problems, variance / (error * error)));
}

/** Rows of `metrics.jsonl` for one evaluation (docs/metrics.md); the greedy ones stand under their older names as well. */
export function evaluationMetrics(split: Split, greedy: boolean, summary: EvaluationSummary): Record<string, number> {
  const name = `eval/${split}/${greedy ? 'greedy' : 'mean'}`;
  return {
    ...(greedy ? { [split === 'train' ? 'reward/greedy' : 'reward/greedy_test']: summary.mean } : {}),
    [name]: summary.mean,
    ...(summary.interval ? { [`${name}_low`]: summary.interval.low, [`${name}_high`]: summary.interval.high } : {}),
    ...Object.fromEntries(summary.passAtK.map(({ k, value }) => [`eval/${split}/pass@${k}`, value])),
  };
}
