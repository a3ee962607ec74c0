/** 95 % confidence intervals of a mean, as they are put beside an accuracy or a mean over seeds. */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/** The same of Student's t for 1 to 30 degrees of freedom; beyond, the expansion below is right to four decimals. */
const T = [
  12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281, 2.201, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098,
  2.1009, 2.093, 2.086, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
];

/** Two-sided 95 % quantile of Student's t (Abramowitz and Stegun 26.7.5 above 30 degrees). */
export function studentQuantile(degrees: number): number {
  const listed = T[degrees - 1];
  if (listed !== undefined) return listed;
  const first = (Z ** 3 + Z) / 4;
  const second = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96;
  const third = (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384;
  return Z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** s/√n with the unbiased variance; null for fewer than two values, which tell nothing of their spread. */
export function standardError(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

/** Student's t: mean ± t·s/√n, for independent values of any size; null for fewer than two. */
export function studentInterval(values: readonly number[]): Interval | null {
  const error = standardError(values);
  if (error === null) return null;
  const half = studentQuantile(values.length - 1) * error;
  return { low: mean(values) - half, high: mean(values) + half };
}

/** Mean and half-width of Student's 95 % interval over seeds; half null for a single one. Of none the mean is NaN. */
export function meanWithInterval(values: readonly number[]): { readonly mean: number; readonly half: number | null } {
  const error = standardError(values);
  return { mean: mean(values), half: error === null ? null : studentQuantile(values.length - 1) * error };
}

/** Wilson's score interval for a share of `count` yes-or-no trials (Wilson 1927): inside [0, 1], never empty at 0 or 1. */
export function wilsonInterval(share: number, count: number): Interval {
  const z2 = Z * Z;
  const centre = (share + z2 / (2 * count)) / (1 + z2 / count);
  const half = (Z / (1 + z2 / count)) * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count * count));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
