/**
 * Two settings trained with the same seeds: their difference seed by seed. What a seed does to both (its problems, its dice) falls
 * out of it, so it tells small differences apart where two intervals overlap, and is honest where they do not by luck.
 */
import { meanWithInterval } from './intervals.ts';

export interface SeedNumber {
  readonly seed: number;
  readonly value: number;
}

export interface PairedDifference {
  /** Mean of the first less the second, over the seeds that both have; in their unit. */
  readonly mean: number;
  /** Half the width of the 95 % interval of that mean (Student's t on the differences). */
  readonly half: number;
  /** One a shared seed, in the order of the first. */
  readonly values: readonly number[];
  /** How the first compares; `alike` where the interval holds 0: not told apart, which is not the same as equal. */
  readonly verdict: Verdict;
}

export const VERDICTS = ['higher', 'lower', 'alike'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Null for fewer than two shared seeds, which tell nothing of their spread. */
export function pairedDifference(of: readonly SeedNumber[], than: readonly SeedNumber[]): PairedDifference | null {
  const others = new Map(than.map(({ seed, value }) => [seed, value]));
  const values = of.flatMap(({ seed, value }) => {
    const other = others.get(seed);
    return other === undefined ? [] : [value - other];
  });
  const { mean, half } = meanWithInterval(values);
  if (half === null) return null;
  return { mean, half, values, verdict: Math.abs(mean) <= half ? 'alike' : mean > 0 ? 'higher' : 'lower' };
}
