/** Statistics over the tokens of a batch: advantage normalisation and how well the critic explains the returns. */

/** Keeps the quotient finite when all advantages are equal; R1's value. */
const EPSILON = 1e-8;

/** Returns that differ by less than this share of their mean differ by rounding alone. */
const ROUNDING = 1e-12;

export interface NormalizeOptions {
  /** Tokens that count; all when absent. Those that do not become 0. */
  readonly mask?: ArrayLike<number>;
  /**
   * R1's way of leaving out padding (Q3): mean and deviation skip every advantage that is exactly 0, a real one too, and
   * all entries are shifted and scaled. The mask is not used.
   */
  readonly skipExactZeros?: boolean;
}

/** (A − μ) / (σ + 1e-8) with mean and population deviation over the tokens that count. */
export function normalizeAdvantages(
  advantages: ArrayLike<number>,
  options: NormalizeOptions = {},
): { normalized: Float64Array; mean: number; std: number } {
  const { mask, skipExactZeros = false } = options;
  const counts = (i: number) => (skipExactZeros ? advantages[i] !== 0 : !mask || mask[i] !== 0);
  const { mean, variance } = momentsOf(Array.from(advantages).filter((_, i) => counts(i)));
  const std = Math.sqrt(variance);
  const normalized = Float64Array.from({ length: advantages.length }, (_, i) =>
    counts(i) || skipExactZeros ? ((advantages[i] ?? 0) - mean) / (std + EPSILON) : 0,
  );
  return { normalized, mean, std };
}

/**
 * 1 − Var(returns − values) / Var(returns): 1 for a perfect critic, 0 for one that knows no more than the mean. Null when
 * the returns do not vary beyond rounding, because nothing is there to explain.
 */
export function explainedVariance(values: ArrayLike<number>, returns: ArrayLike<number>): number | null {
  const { mean, variance: spread } = momentsOf(Array.from(returns));
  if (Math.sqrt(spread) <= ROUNDING * Math.abs(mean)) return null;
  return 1 - momentsOf(Array.from(returns, (value, i) => value - (values[i] ?? 0))).variance / spread;
}

/** Mean and population variance, in two passes; zeros for an empty list. */
function momentsOf(x: readonly number[]): { mean: number; variance: number } {
  const n = Math.max(1, x.length);
  const mean = x.reduce((sum, v) => sum + v, 0) / n;
  return { mean, variance: x.reduce((sum, v) => sum + (v - mean) ** 2, 0) / n };
}
