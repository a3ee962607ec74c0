/** Every evidence there is, in the order it is measured; one file per theme. */
import { LESSON_ROWS } from './lessons.ts';
import { MINIATURE_ROWS } from './miniature.ts';
import { MUSEUM_ROWS } from './museum.ts';
import type { EvidenceRow } from './row.ts';

export const EVIDENCE_ROWS: readonly EvidenceRow[] = [...LESSON_ROWS, ...MUSEUM_ROWS, ...MINIATURE_ROWS];
