/**
 * How good an estimator's credit is: its rank correlation with the truth by tree Monte-Carlo over the messages both know
 * (credit fidelity), how much it varies, and how far two estimators agree.
 */
import { at } from '../at.ts';
import type { TreeValue } from './estimates.ts';
import type { RandomKey } from '../random/threefry.ts';
import { bootstrapStatistic } from '../statistics/bootstrap.ts';
import { type Interval, mean } from '../statistics/intervals.ts';
import { pearson, ranks, spearman } from '../statistics/rank.ts';
import type { Discounts } from './advantages/decisions.ts';
import { type BatchCredit, type FrozenBatch, treeCredit } from './estimators.ts';

/** Population variance over all messages the estimator knows; null for fewer than two. */
export function creditVariance(credit: BatchCredit): number | null {
  const all = credit.flatMap((messages) => messages ?? []);
  if (all.length < 2) return null;
  const centre = mean(all);
  return mean(all.map((value) => (value - centre) ** 2));
}

/** Spearman's rank correlation over the messages that both know; null where there are fewer than two or one list is constant. */
export function agreement(a: BatchCredit, b: BatchCredit): number | null {
  const [left, right] = inCommon(a, b);
  return spearman(left.flat(), right.flat());
}

/** All pairs, [estimators][estimators]; null for an estimator that knows nothing. Whoever asks can pause where it yields. */
export function* agreements(credits: readonly (BatchCredit | null)[]): Generator<undefined, (number | null)[][], undefined> {
  // Sorting is the work: who knows the whole batch is sorted once.
  const whole: (readonly number[] | null)[] = [];
  for (const credit of credits) {
    whole.push(credit?.every((messages) => messages !== null) ? ranks(credit.flatMap((m) => m ?? [])) : null);
    yield;
  }
  const found: (number | null)[][] = credits.map(() => credits.map(() => null));
  for (const [row, a] of credits.entries()) {
    for (let column = row; column < credits.length; column += 1) {
      const b = credits[column];
      const [ra, rb] = [whole[row], whole[column]];
      const value = !a || !b ? null : ra && rb ? pearson(ra, rb) : agreement(a, b);
      for (const [i, j] of [
        [row, column],
        [column, row],
      ] as const) {
        const line = found[i];
        if (line) line[j] = value;
      }
      yield;
    }
  }
  return found;
}

/** 95 % bootstrap interval of the agreement; whole episodes are drawn, because the messages of one depend on each other. */
export function agreementInterval(a: BatchCredit, b: BatchCredit, key: RandomKey, resamples?: number): Interval | null {
  const [left, right] = inCommon(a, b);
  const statistic = (drawn: readonly number[]): number | null =>
    spearman(
      drawn.flatMap((episode) => at(left, episode, 'episode')),
      drawn.flatMap((episode) => at(right, episode, 'episode')),
    );
  return bootstrapStatistic(left.length, key, statistic, resamples);
}

/**
 * How far the truth agrees with itself: the rank correlation of the credit by its even continuations with that by its odd
 * ones, stepped up to all of them (Spearman and Brown 1910, 2r / (1 + r)). Noise in the truth lowers every fidelity. Null where it
 * cannot be said, or where the halves do not agree at all.
 */
export function truthReliability(values: readonly (readonly TreeValue[])[]): number | null {
  const half = (parity: number): number[] =>
    values.flatMap((states) =>
      treeCredit(states.map(({ rewards }) => ({ value: mean(rewards.filter((_, branch) => branch % 2 === parity)) }))),
    );
  const [even, odd] = [half(0), half(1)];
  if ([...even, ...odd].some((value) => !Number.isFinite(value))) return null;
  const r = spearman(even, odd);
  return r === null || r <= 0 ? null : (2 * r) / (1 + r);
}

export interface FidelityPoint {
  readonly lambda: number;
  readonly fidelity: number | null;
}

/**
 * Fidelity of GAE with λ and, at token level, λ inside messages too at each of `lambdas`, the discounts as given. One point at
 * a time, so that whoever asks can pause in between.
 */
export function* fidelityByLambda(
  batch: FrozenBatch,
  estimator: 'gae_token' | 'gae_message',
  discounts: Pick<Discounts, 'gamma' | 'gammaToken'>,
  truth: BatchCredit,
  lambdas: readonly number[],
): Generator<FidelityPoint> {
  const { gamma, gammaToken } = discounts;
  for (const lambda of lambdas)
    yield { lambda, fidelity: agreement(batch.compute(estimator, { gamma, gammaToken, lambda, lambdaToken: lambda }), truth) };
}

/** The episodes of both that both know. */
function inCommon(a: BatchCredit, b: BatchCredit): [left: (readonly number[])[], right: (readonly number[])[]] {
  const [left, right]: [(readonly number[])[], (readonly number[])[]] = [[], []];
  a.forEach((messages, episode) => {
    const others = b[episode];
    if (!messages || !others) return;
    left.push(messages);
    right.push(others);
  });
  return [left, right];
}
