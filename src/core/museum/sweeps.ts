/** What museum and miniature put into the queue: documents whose runs stand in one sweep, so that their seeds are averaged. */
import type { ProjectDocument } from '../document/schema.ts';
import type { Json } from '../json.ts';
import { documentFaults } from '../document/check/check.ts';
import { withValueAt } from '../sweep/address.ts';
import { unreadIn } from '../sweep/grid.ts';
import { type Changes, type Exhibit, exhibitChanges, changed, switchPath } from './exhibits.ts';

/** As many as are recorded. */
export const RUN_SEEDS: readonly number[] = [1, 2, 3, 4, 5];

/** An exhibit's project; with `bug` its switch is on. */
export function exhibitProject(preset: ProjectDocument, exhibit: Exhibit, bug: boolean): ProjectDocument {
  return changed(preset, { ...exhibitChanges(exhibit), ...(bug ? { 'training.compat': [exhibit.id] } : {}) });
}

/** Right and with the defect. */
export function exhibitCells({ id }: Exhibit): readonly Changes[] {
  return [false, true].map((on): Readonly<Record<string, Json>> => ({ [switchPath(id)]: on }));
}

/** Every cell with every seed: all with the first seed, then all with the second. Throws where a cell could not be trained. */
export function runsOf(base: ProjectDocument, cells: readonly Changes[], seeds: readonly number[]) {
  for (const values of cells) {
    const document = Object.entries(values).reduce((made, [path, value]) => withValueAt(made, path, value), base);
    const [fault] = [...documentFaults(document), ...unreadIn(document, values)];
    if (fault) throw new Error(fault.message);
  }
  return seeds.flatMap((seed) => cells.map((values) => ({ base, values, seed })));
}
