/** The bug museum's curves: for every compat switch a project in which it can act, right and with the defect. */
import { evidenceOf, exhibitChanges, EXHIBITS, exhibitVariants, type Exhibit } from '../../src/core/museum/exhibits.ts';
import { evidenceNamesText } from '../../src/words/words.ts';
import type { EvidenceRow, RowVariant } from './row.ts';

const names = evidenceNamesText.museum;

export const MUSEUM_ROWS: readonly EvidenceRow[] = EXHIBITS.map(rowOf);

function rowOf(exhibit: Exhibit): EvidenceRow {
  const variant = ({ bug: _bug, ...rest }: ReturnType<typeof exhibitVariants>[number]): RowVariant => ({
    ...rest,
    name: names.variants[rest.id],
  });
  const [right, ...others] = exhibitVariants(exhibit);
  return {
    id: evidenceOf(exhibit.id),
    title: names.title(exhibit.id),
    preset: exhibit.preset,
    changes: exhibitChanges(exhibit),
    variants: [variant(right), ...others.map(variant)],
    // KL, entropies and skills are kept anyway.
    series: [...new Set(exhibit.series)].filter((name) => !/^skill\/|\/kl_ref$|\/entropy$/.test(name)).toSorted(),
  };
}
