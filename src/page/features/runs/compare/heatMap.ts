/** A sweep of two settings as a map: one of them down, the other across, and what came of each pair. */
import type { Json } from '../../../../core/json.ts';
import type { ResultRow } from '../../../../core/sweep/table.ts';
import type { ComparedGroup, ComparedRow } from './model.ts';

export interface HeatMap {
  /** The setting whose values are rows, and the one whose values are columns. */
  readonly down: ComparedRow;
  readonly across: ComparedRow;
  readonly columns: readonly Json[];
  readonly rows: readonly {
    readonly value: Json;
    /** By column; null where no group has both values. */
    readonly cells: readonly (ResultRow | null)[];
  }[];
  /** Least and greatest mean; null without any. */
  readonly extent: readonly [number, number] | null;
}

/**
 * The map of `groups` that differ in two settings and nothing else, as most pairs of their values; null of others. `results` are theirs,
 * `differences` the rows in which they differ.
 */
export function heatMapOf(
  groups: readonly ComparedGroup[],
  results: readonly ResultRow[],
  differences: readonly ComparedRow[],
): HeatMap | null {
  const [one, other] = differences;
  if (!one || !other || differences.length > 2) return null;
  if ([one, other].some(({ kind, unknown }) => kind === 'text' || kind === 'code' || unknown.includes(true))) return null;
  const [long, short] = valuesOf(one).length >= valuesOf(other).length ? [one, other] : [other, one];
  const [down, across] = [valuesOf(long), valuesOf(short)];
  if (across.length < 2 || 2 * groups.length <= down.length * across.length) return null;
  const at = new Map<string, ResultRow>();
  for (const row of results) {
    const pair = JSON.stringify([long.values[row.cell], short.values[row.cell]]);
    // Told apart by something no setting says, such as where they were forked.
    if (at.has(pair)) return null;
    at.set(pair, row);
  }
  const means = results.flatMap(({ mean }) => mean ?? []);
  return {
    down: long,
    across: short,
    columns: across,
    rows: down.map((value) => ({ value, cells: across.map((column) => at.get(JSON.stringify([value, column])) ?? null) })),
    extent: means.length > 0 ? [Math.min(...means), Math.max(...means)] : null,
  };
}

/** Each value once: numbers ascending, others in the order they are first met. */
function valuesOf({ values }: ComparedRow): Json[] {
  const once = [...new Map(values.flatMap((value) => (value === undefined ? [] : [[JSON.stringify(value), value] as const]))).values()];
  return once.every((value) => typeof value === 'number') ? once.toSorted((a, b) => a - b) : once;
}
