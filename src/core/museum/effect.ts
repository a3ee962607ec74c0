/** Whether a defect did something to the reward that could be measured: its runs against those without it, seed by seed. */
import type { Evidence } from '../lessons/evidence.ts';
import { variantNumber } from '../lessons/evidenceNumbers.ts';
import { meanWithInterval } from '../statistics/intervals.ts';

export interface Effect {
  /** Reward after training with the defect less that without it, sampled; mean over seeds, in parts of 1. */
  readonly difference: number;
  /** Half the width of the 95 % interval of that mean (Student's t). */
  readonly half: number;
  readonly verdict: 'worse' | 'better' | 'none';
}

/** Of the pair of variants with this beginning (`slow-`), or of the first; null where it was not measured. */
export function effectOf(evidence: Evidence, prefix = ''): Effect | null {
  const numbers = ['right', 'bug'].map((end) => {
    const variant = evidence.variants.find(({ id }) => id === `${prefix}${end}`);
    return variant ? variantNumber(variant, 'after.sampled') : null;
  });
  const [right, bug] = numbers;
  if (!right || !bug || right.values.length !== bug.values.length) return null;
  const { mean, half } = meanWithInterval(bug.values.map((value, seed) => value - (right.values[seed] ?? Number.NaN)));
  if (half === null) return null;
  return { difference: mean, half, verdict: Math.abs(mean) <= half ? 'none' : mean < 0 ? 'worse' : 'better' };
}
