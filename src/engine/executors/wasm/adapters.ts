/** Rows by adapter: each adapter's rows are multiplied with its own matrices only, so mixed batches cost what one does. */
import type { AdapterSlot, Plan } from '../../contracts/plan.ts';

/** Rows `from … from + count − 1`, one behind the other. */
export interface Run {
  readonly from: number;
  readonly count: number;
}

export interface AdapterGroup {
  /** None: the rows on the base alone. */
  readonly slot: AdapterSlot | undefined;
  readonly count: number;
  /** The same rows as runs of neighbours, in rising order. */
  readonly runs: readonly Run[];
  /** Where the group starts in the list of all rows. */
  readonly start: number;
}

/** Groups by slot, then the rows on the base alone, and all rows in that order; `slots` says which slot each row has. */
export function groupRows(plan: Plan, slots: Int32Array): { groups: AdapterGroup[]; order: Int32Array } {
  const order = new Int32Array(slots.length);
  const groups: AdapterGroup[] = [];
  let at = 0;
  for (const [index, slot] of [...plan.adapters.entries(), [-1, undefined] as const]) {
    const start = at;
    const runs: { from: number; count: number }[] = [];
    for (let row = 0; row < slots.length; row += 1) {
      if (slots[row] !== index) continue;
      order[at++] = row;
      const previous = runs.at(-1);
      if (previous && previous.from + previous.count === row) previous.count += 1;
      else runs.push({ from: row, count: 1 });
    }
    if (at > start) groups.push({ slot, count: at - start, runs, start });
  }
  return { groups, order };
}
