/**
 * Results of a sweep, or of runs compared by hand: one row per cell, over its seeds. Intervals are Student's t over seeds, at
 * 95 %; they tell what other seeds of the same cell would give, not what other problems would. Runs of one seed count once.
 */
import { type Interval, mean, standardError, studentInterval, studentQuantile } from '../statistics/intervals.ts';
import { overSeeds, type Seeded } from '../statistics/overSeeds.ts';
import { pairedDifference } from '../statistics/paired.ts';
import { measureRun, type Measure, type Rows } from './measure.ts';

/** Runs that differ in nothing but the seed. */
export interface Cell {
  readonly name: string;
  readonly runs: readonly CellRun[];
}

export interface CellRun {
  readonly id: string;
  /** Null where it is unknown: of a run that was trained elsewhere. */
  readonly seed: Seeded['seed'];
  readonly rows: Rows;
}

/** A run's number. */
export interface SeedValue extends Seeded {
  readonly id: string;
}

/** How a row differs from the first: `mean` is the row's less the first's. */
export interface Difference {
  readonly mean: number;
  readonly interval: Interval;
  /** Whether zero lies outside the interval. */
  readonly apart: boolean;
}

export interface ResultRow {
  readonly name: string;
  /** Index of the cell in what was given. */
  readonly cell: number;
  /** By seed. */
  readonly values: readonly SeedValue[];
  /** How many seeds they are of; what mean and interval are over. */
  readonly seeds: number;
  /** Runs of the cell without a value: not begun, failed before it, or without such a metric. */
  readonly missing: number;
  /** Null without values. */
  readonly mean: number | null;
  /** The mean's interval; null for fewer than two seeds. */
  readonly interval: Interval | null;
  readonly best: SeedValue | null;
  /** From the first row; null in the first row itself, and where one of the two has fewer than two seeds. */
  readonly difference: Difference | null;
}

/** The rows, the best mean first; cells without a value last, in the order given. */
export function resultTable(cells: readonly Cell[], measure: Measure): ResultRow[] {
  const sign = measure.better === 'higher' ? -1 : 1;
  const rows = cells.map((cell, at) => rowOf(cell, at, measure, sign));
  rows.sort((a, b) => (a.mean === null || b.mean === null ? Number(a.mean === null) - Number(b.mean === null) : sign * (a.mean - b.mean)));
  const [first] = rows;
  return rows.map((row) => (first && row !== first ? { ...row, difference: differenceOf(row.values, first.values) } : row));
}

function rowOf(cell: Cell, at: number, measure: Measure, sign: 1 | -1): ResultRow {
  const values = cell.runs
    .flatMap(({ id, seed, rows }): SeedValue[] => {
      const value = measureRun(rows, measure);
      return value === null ? [] : [{ id, seed, value }];
    })
    .toSorted((a, b) => (a.seed ?? Number.POSITIVE_INFINITY) - (b.seed ?? Number.POSITIVE_INFINITY) || 0);
  const plain = overSeeds(values).map(({ value }) => value);
  return {
    name: cell.name,
    cell: at,
    values,
    seeds: plain.length,
    missing: cell.runs.length - values.length,
    mean: plain.length > 0 ? mean(plain) : null,
    interval: studentInterval(plain),
    best: values.toSorted((a, b) => sign * (a.value - b.value))[0] ?? null,
    difference: null,
  };
}

/** How the leading row stands to the next one; `by` is towards what is better, so it is never negative. */
export interface Lead {
  readonly first: ResultRow;
  readonly second: ResultRow;
  readonly by: number;
  /** Interval of `by`; null where one of the two has fewer than two values. */
  readonly interval: Interval | null;
  readonly apart: boolean;
}

/** The lead among rows as `resultTable` gives them; null where fewer than two have a value. */
export function leadOf([first, second]: readonly ResultRow[], { better }: Pick<Measure, 'better'>): Lead | null {
  if (!first || !second || first.mean === null || second.mean === null) return null;
  const sign = better === 'higher' ? 1 : -1;
  const difference = better === 'higher' ? differenceOf(first.values, second.values) : differenceOf(second.values, first.values);
  return {
    first,
    second,
    by: sign * (first.mean - second.mean),
    interval: difference?.interval ?? null,
    apart: difference?.apart ?? false,
  };
}

/** Other runs of the row that are exactly as good as its best. */
export function alikeBest({ best, values }: Pick<ResultRow, 'best' | 'values'>): number {
  return best === null ? 0 : values.filter(({ id, value }) => id !== best.id && value === best.value).length;
}

/** Mean of `a` less mean of `b`, over seeds: paired where both have the same, else Welch's. Null for fewer than two of either. */
export function differenceOf(runsA: readonly Seeded[], runsB: readonly Seeded[]): Difference | null {
  const [a, b] = [overSeeds(runsA), overSeeds(runsB)];
  const seeds = new Set(a.map(({ seed }) => seed));
  const same = seeds.size === a.length && a.length === b.length && b.every(({ seed }) => seeds.delete(seed));
  if (!same || !seeded(a) || !seeded(b))
    return welch(
      a.map(({ value }) => value),
      b.map(({ value }) => value),
    );
  const paired = pairedDifference(a, b);
  if (!paired) return null;
  const { mean: centre, half, verdict } = paired;
  return { mean: centre, interval: { low: centre - half, high: centre + half }, apart: verdict !== 'alike' };
}

/** Runs of unknown seeds cannot be paired. */
function seeded(values: readonly Seeded[]): values is readonly { readonly seed: number; readonly value: number }[] {
  return values.every(({ seed }) => seed !== null);
}

/** For spreads that differ (Welch 1947); degrees of freedom by Satterthwaite, rounded down. */
function welch(a: readonly number[], b: readonly number[]): Difference | null {
  const errorA = standardError(a);
  const errorB = standardError(b);
  if (errorA === null || errorB === null) return null;
  const difference = mean(a) - mean(b);
  const [partA, partB] = [errorA ** 2, errorB ** 2];
  const variance = partA + partB;
  const degrees = variance === 0 ? 1 : variance ** 2 / (partA ** 2 / (a.length - 1) + partB ** 2 / (b.length - 1));
  // Rounding must not make 3.9999… of 4 degrees.
  const half = studentQuantile(Math.max(1, Math.floor(degrees + 1e-9))) * Math.sqrt(variance);
  const interval = { low: difference - half, high: difference + half };
  return { mean: difference, interval, apart: interval.low > 0 || interval.high < 0 };
}
