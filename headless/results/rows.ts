/** What is measured of one run of an experiment, and what several of them say together. */

export interface RowResult {
  readonly id: string;
  readonly seed: number;
  /** Accuracy of the untrained and of the trained team. */
  readonly before: { readonly sampled: number; readonly greedy: number };
  readonly after: { readonly sampled: number; readonly greedy: number };
  /** Mean reward of each iteration's rollout. */
  readonly curve: readonly number[];
  /** Of all rollouts and updates. */
  readonly seconds: number;
  /** KL to the base after the last iteration, nats per token, by role. */
  readonly klRef: Readonly<Record<string, number>>;
  readonly skills: Readonly<Record<string, number>>;
  /** How often a guard spoke up. */
  readonly notices: Readonly<Record<string, number>>;
  readonly backend: string;
}

/** Mean and half-width of its 95 % interval over seeds (Student's t); width null for a single one. */
export function meanWithInterval(values: readonly number[]): { mean: number; half: number | null } {
  const mean = values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
  if (values.length < 2) return { mean, half: null };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, half: (T_975[values.length - 1] ?? 1.96) * Math.sqrt(variance / values.length) };
}

/** 97.5 % quantiles of Student's t by degrees of freedom. */
const T_975: Readonly<Record<number, number>> = {
  1: 12.706,
  2: 4.303,
  3: 3.182,
  4: 2.776,
  5: 2.571,
  6: 2.447,
  7: 2.365,
  8: 2.306,
  9: 2.262,
};

/** First iteration whose mean reward over five exceeds the untrained accuracy by `gain`; null when none does. */
export function iterationOfGain({ before, curve }: Pick<RowResult, 'before' | 'curve'>, gain: number): number | null {
  for (let end = 5; end <= curve.length; end += 1) {
    const mean = curve.slice(end - 5, end).reduce((a, b) => a + b, 0) / 5;
    if (mean > before.sampled + gain) return end;
  }
  return null;
}

/** Highest mean reward of five iterations. */
export function peakOf(curve: readonly number[]): number {
  let best = 0;
  for (let end = Math.min(5, curve.length); end <= curve.length; end += 1) {
    const window = curve.slice(Math.max(0, end - 5), end);
    best = Math.max(best, window.reduce((a, b) => a + b, 0) / window.length);
  }
  return best;
}
