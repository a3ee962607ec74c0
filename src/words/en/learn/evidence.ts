/** English units of recorded results: what stands behind a number in lessons, the museum and the miniature. */
import { spoken } from '../../forms/language.ts';

export const evidenceEn = spoken('learn/evidence', {
  /** A difference of shares, in hundredths of 1. */
  points: (difference: string) => `${difference} points`,
});
