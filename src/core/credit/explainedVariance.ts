/** How well the critic explains the returns. */
import { at } from '../at.ts';

/** Returns that differ by less than this share of their mean differ by rounding alone. */
const ROUNDING = 1e-12;

/**
 * 1 − Var(returns − values) / Var(returns): 1 for a perfect critic, 0 for one that knows no more than the mean. Null when
 * the returns do not vary beyond rounding, because nothing is there to explain.
 */
export function explainedVariance(values: ArrayLike<number>, returns: ArrayLike<number>): number | null {
  const { mean, variance: spread } = momentsOf(Array.from(returns));
  if (Math.sqrt(spread) <= ROUNDING * Math.abs(mean)) return null;
  return 1 - momentsOf(Array.from(returns, (value, i) => value - at(values, i, 'value'))).variance / spread;
}

/** Mean and population variance, in two passes; zeros for an empty list. */
function momentsOf(x: readonly number[]): { mean: number; variance: number } {
  const n = Math.max(1, x.length);
  const mean = x.reduce((sum, v) => sum + v, 0) / n;
  return { mean, variance: x.reduce((sum, v) => sum + (v - mean) ** 2, 0) / n };
}
