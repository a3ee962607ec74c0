/** Whether a defect did something to the reward that could be measured: its runs against those without it, seed by seed. */
import type { Evidence } from '../lessons/evidence.ts';
import { evidenceDifference } from '../lessons/evidenceNumbers.ts';
import type { PairedDifference } from '../statistics/paired.ts';

/** Reward after training with the defect less that without it, sampled, in parts of 1: of the pair of variants with this beginning (`slow-`), or of the first; null where it was not measured. */
export function effectOf(evidence: Evidence, prefix = ''): PairedDifference | null {
  const what = 'after.sampled';
  return evidenceDifference(evidence, { variant: `${prefix}bug`, what }, { variant: `${prefix}right`, what });
}
