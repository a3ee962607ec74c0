/** Bootstrap interval of a mean (Efron 1979, percentile): for differences that are far from normal, such as of 0/1 rewards. */
import type { RandomKey } from '../random/threefry.ts';
import { uniformAt } from '../random/streams.ts';
import { type Interval, mean } from './intervals.ts';

/** 95 % percentile interval of the mean over `resamples` draws with replacement; null for fewer than two values. */
export function bootstrapInterval(values: readonly number[], key: RandomKey, resamples = 2000): Interval | null {
  const n = values.length;
  if (n < 2) return null;
  const means = Array.from({ length: resamples }, (_, draw) =>
    mean(Array.from({ length: n }, (_unused, i) => values[Math.floor(uniformAt(key, draw * n + i) * n)] ?? Number.NaN)),
  ).sort((a, b) => a - b);
  const at = (share: number): number => means[Math.min(resamples - 1, Math.max(0, Math.round(share * (resamples - 1))))] ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}

/**
 * 95 % percentile interval of any statistic of `count` independent units, of which each draw gives the indices it took. Draws
 * in which the statistic does not exist (a constant list has no correlation) are left out; null where those are half or more.
 */
export function bootstrapStatistic(
  count: number,
  key: RandomKey,
  statistic: (drawn: readonly number[]) => number | null,
  resamples = 1000,
): Interval | null {
  if (count < 2) return null;
  const found = Array.from({ length: resamples }, (_, draw) =>
    statistic(Array.from({ length: count }, (_unused, i) => Math.floor(uniformAt(key, draw * count + i) * count))),
  )
    .filter((value) => value !== null)
    .sort((a, b) => a - b);
  if (found.length <= resamples / 2) return null;
  const at = (share: number): number => found[Math.round(share * (found.length - 1))] ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}
