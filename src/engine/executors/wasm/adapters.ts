/** Tokens by adapter: each adapter's rows are multiplied with its own matrices only, so mixed batches cost what one does. */
import type { AdapterSlot, Plan } from '../../model/plan.ts';

/** Tokens `from … from + count − 1` of the batch, one behind the other. */
export interface Run {
  readonly from: number;
  readonly count: number;
}

export interface AdapterGroup {
  /** None: the tokens on the base alone. */
  readonly slot: AdapterSlot | undefined;
  readonly count: number;
  /** The same tokens as runs of neighbours, in rising order. */
  readonly runs: readonly Run[];
  /** Where the group starts in the token order. */
  readonly start: number;
}

/** Groups by slot, then the tokens on the base alone, and all tokens in that order. */
export function groupTokens(plan: Plan, offsets: ArrayLike<number>, adapterRows: ArrayLike<number>): { groups: AdapterGroup[]; order: Int32Array } {
  const order = new Int32Array(offsets[offsets.length - 1] ?? 0);
  const groups: AdapterGroup[] = [];
  let at = 0;
  for (const slot of [...plan.adapters, undefined]) {
    const start = at;
    const runs: { from: number; count: number }[] = [];
    for (let sequence = 0; sequence + 1 < offsets.length; sequence += 1) {
      if (plan.adapters[adapterRows[sequence] ?? -1] !== slot) continue;
      const from = offsets[sequence] ?? 0;
      const count = (offsets[sequence + 1] ?? 0) - from;
      for (let t = 0; t < count; t += 1) order[at++] = from + t;
      const previous = runs.at(-1);
      if (previous && previous.from + previous.count === from) previous.count += count;
      else runs.push({ from, count });
    }
    if (at > start) groups.push({ slot, count: at - start, runs, start });
  }
  return { groups, order };
}
