/** Chinese units of recorded results. */
import type { evidenceEn } from '../../en/learn/evidence.ts';
import type { Translated } from '../../forms/translated.ts';

export const evidenceZh: Translated<typeof evidenceEn> = {
  points: (difference) => `${difference} 个百分点`,
};
