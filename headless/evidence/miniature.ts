/** The paper in miniature: teams of one to three, each with the algorithms, on the standard base. */
import { CELLS, MINIATURE_CHANGES } from '../../src/core/museum/miniature.ts';
import { evidenceNamesText } from '../../src/words/words.ts';
import type { EvidenceRow, RowVariant } from './row.ts';

const { title, variants: names } = evidenceNamesText.results.miniature;

const [first, ...others] = CELLS.map(({ algorithm: _algorithm, ...cell }): RowVariant => ({ ...cell, name: names[cell.id] }));
if (!first) throw new Error('the paper in miniature has no cells');

export const MINIATURE_ROWS: readonly EvidenceRow[] = [
  {
    id: 'miniature',
    title,
    preset: 'standard',
    changes: MINIATURE_CHANGES,
    variants: [first, ...others],
  },
];
