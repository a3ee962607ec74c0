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

/** First iteration whose mean reward over five exceeds the untrained accuracy by `gain`; null when none does. */
export function iterationOfGain({ before, curve }: Pick<RowResult, 'before' | 'curve'>, gain: number): number | null {
  for (let end = 5; end <= curve.length; end += 1) {
    const mean = curve.slice(end - 5, end).reduce((a, b) => a + b, 0) / 5;
    if (mean > before.sampled + gain) return end;
  }
  return null;
}
