/**
 * Many runs in one chart: each group (as a rule one setting under several seeds) as the mean over its runs with a 95 % interval
 * of that mean, and its runs as thin lines. Everything is computed here, on full data; components only draw.
 *
 * Order of work: each run's own values are smoothed over the whole run, then averaged at each iteration over the runs (those of one
 * seed first) that have a value there (`count` says how many), then cut to the visible range, and only then thinned by buckets' extremes. The interval
 * is Student's t over the runs' (smoothed) values at that iteration, mean ± t·s/√n: seeds are independent and few, for which it
 * is exact under normality and a bootstrap too narrow. Where only one run has a value there is no interval. Lines and bands end at
 * what is possible of the quantity (`LIMITS`); explained variance is held there first, as in the charts of one run.
 */
import { mean, studentInterval } from '../../../core/statistics/intervals.ts';
import { overSeeds } from '../../../core/statistics/overSeeds.ts';
import { FREE_AXIS, HELD_FIRST, LIMITS, measuredAtIntervals, metricTerm, type Limits } from './chartSpecs.ts';
import { visibleRange, type Range } from '../runs/range.ts';
import { bucketSize, column, decimate, slots, smooth, withoutHoles } from '../runs/series.ts';
import type { MetricsRow } from '../runs/types.ts';

/** Most points of one line: lines are drawn on a canvas, where a point costs little. */
export const MANY_POINTS = 600;

export interface OneOfManyRuns {
  readonly id: string;
  readonly label: string;
  /** Runs of one seed count once, as their mean; unknown where it is absent or null. */
  readonly seed?: number | null;
  readonly metrics: readonly MetricsRow[];
  /** Added to the run's iterations: a fork begins at its parent's iteration. */
  readonly offset?: number;
  /** Where its iterations lie on the axis, if by something else than their own numbers; ascending, one for each row. */
  readonly positions?: ReadonlyMap<number, number>;
}

export interface RunGroup {
  readonly id: string;
  readonly label: string;
  /** Its place in the palette; its index in the list when absent. */
  readonly slot?: number;
  readonly runs: readonly OneOfManyRuns[];
}

export interface ManyRunsOptions {
  /** Weight of each run's moving average, [0, 1). Metrics that are measured at intervals only are never smoothed. */
  readonly smoothing: number;
  readonly range?: Range | null;
  readonly maxPoints?: number;
}

/** One value per drawn iteration; null where nothing was measured. */
type Values = readonly (number | null)[];

export interface ManyRunsLine {
  readonly run: string;
  readonly label: string;
  readonly values: Values;
}

export interface ManyRunsGroup {
  readonly id: string;
  readonly label: string;
  readonly slot?: number;
  readonly lines: readonly ManyRunsLine[];
  readonly mean: Values;
  /** Ends of the 95 % interval of the mean, within what is possible. */
  readonly low: Values;
  readonly high: Values;
  /** Half the interval's width, and the mean of the values as measured, where those are smoothed. */
  readonly half: Values;
  readonly measured: Values;
  /** Runs that have a value there. */
  readonly count: readonly number[];
}

export interface ManyRunsModel {
  readonly metric: string;
  /** Drawn iterations, ascending; the same for all lines. */
  readonly x: readonly number[];
  /** Groups in which any run has the metric, in the order they were given. */
  readonly groups: readonly ManyRunsGroup[];
  /** All iterations there are, and those shown. */
  readonly whole: Range;
  readonly shown: Range;
  /** The part of the vertical axis that is worth showing: all lines, and bands as far; null where there is nothing. */
  readonly extent: readonly [number, number] | null;
  /** Whether the axis shows zero; not while zoomed in. */
  readonly fromZero: boolean;
  /** What is possible of the metric: values and bands end there. Null where anything is. */
  readonly limits: Limits | null;
  /** Whether it was measured at intervals, so that lines join what lies apart. */
  readonly joined: boolean;
  /** Iterations per bucket; 1 where every one is drawn. */
  readonly bucket: number;
}

/** `metric` of `groups` of runs, ready to draw. */
export function manyRunsModel(groups: readonly RunGroup[], metric: string, options: ManyRunsOptions): ManyRunsModel {
  const joined = measuredAtIntervals(metric);
  const term = metricTerm(metric);
  const limits = (term && LIMITS[term.chart]) ?? null;
  const heldFirst = term && HELD_FIRST.includes(term.chart) ? limits : null;
  const all = iterationsOf(groups);
  const whole: Range = [Math.min(0, all[0] ?? 0), Math.max(1, all.at(-1) ?? 0)];
  const range = visibleRange(options.range ?? null, whole);
  const shown = range ?? whole;
  const from = all.findIndex((iteration) => iteration >= shown[0]);
  const to = all.findLastIndex((iteration) => iteration <= shown[1]) + 1;
  const size = joined ? 1 : bucketSize(Math.max(0, to - from), options.maxPoints ?? MANY_POINTS);
  const seen = from < 0 ? [] : all.slice(from, to);
  const draw = (values: readonly number[]): Values =>
    withoutHoles(decimate(values.slice(Math.max(0, from), to), size), size).map((value) =>
      Number.isNaN(value) ? null : held(value, limits),
    );

  /** At the drawn positions themselves. */
  const at = (values: readonly number[]): Values =>
    slots(seen.length, size).map((slot) => {
      const value = values[Math.max(0, from) + slot] ?? Number.NaN;
      return Number.isNaN(value) ? null : value;
    });

  const smoothing = joined ? 0 : options.smoothing;
  const indexOf = new Map(all.map((iteration, index) => [iteration, index]));
  const drawn = groups.flatMap((group): ManyRunsGroup[] => {
    const runs = group.runs.filter(({ metrics }) => metrics.some((row) => Number.isFinite(row[metric])));
    if (runs.length === 0) return [];
    const columns = runs.map((run) => {
      const values = aligned(run, metric, indexOf, smoothing, heldFirst);
      return run.positions && !joined ? between(values, all) : values;
    });
    const { centre, low, high, count } = summarised(runs, columns);
    return [
      {
        id: group.id,
        label: group.label,
        ...(group.slot === undefined ? {} : { slot: group.slot }),
        lines: runs.map(({ id, label }, index) => ({ run: id, label, values: draw(columns[index] ?? []) })),
        mean: draw(centre),
        low: draw(low),
        high: draw(high),
        half: at(low.map((value, index) => ((high[index] ?? Number.NaN) - value) / 2)),
        measured: at(
          smoothing > 0
            ? summarised(
                runs,
                runs.map((run) => aligned(run, metric, indexOf)),
              ).centre
            : [],
        ),
        count: slots(seen.length, size).map((slot) => count[Math.max(0, from) + slot] ?? 0),
      },
    ];
  });
  return {
    metric,
    x: slots(seen.length, size).map((slot) => seen[slot] ?? 0),
    groups: drawn,
    whole,
    shown,
    extent: extentOf(drawn),
    fromZero: range === null && !(term && FREE_AXIS.includes(term.chart)),
    limits,
    joined,
    bucket: size,
  };
}

/** Every iteration at which any run has a row, ascending, offsets added. */
function iterationsOf(groups: readonly RunGroup[]): number[] {
  const seen = new Set<number>();
  for (const { runs } of groups) for (const run of runs) for (const row of run.metrics) seen.add(positionOf(run, row));
  return [...seen].sort((a, b) => a - b);
}

function positionOf({ offset = 0, positions }: OneOfManyRuns, row: MetricsRow): number {
  const iteration = row['iteration'] ?? 0;
  return positions?.get(iteration) ?? iteration + offset;
}

/** Values on a straight line between two that were measured, at `at`: runs whose iterations lie apart on the axis are averaged so. */
function between(values: readonly number[], at: readonly number[]): number[] {
  const filled = [...values];
  let last = -1;
  for (const [index, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    const [from, to] = [at[last] ?? 0, at[index] ?? 0];
    const start = values[last] ?? value;
    for (let hole = last + 1; last >= 0 && hole < index; hole += 1)
      filled[hole] = start + ((value - start) * ((at[hole] ?? 0) - from)) / (to - from);
    last = index;
  }
  return filled;
}

function held(value: number, limits: Limits | null): number {
  return limits ? Math.min(Math.max(value, limits[0]), limits[1]) : value;
}

/** A run's values at the indices of all iterations; NaN where it has none. */
function aligned(
  run: OneOfManyRuns,
  metric: string,
  indexOf: ReadonlyMap<number, number>,
  smoothing = 0,
  limits: Limits | null = null,
): number[] {
  const { metrics } = run;
  const measured = column(metrics, metric).map((value) => held(value, limits));
  const values = smoothing > 0 ? smooth(measured, smoothing) : measured;
  const filled = new Array<number>(indexOf.size).fill(Number.NaN);
  for (const [index, row] of metrics.entries()) {
    const to = indexOf.get(positionOf(run, row));
    if (to !== undefined) filled[to] = values[index] ?? Number.NaN;
  }
  return filled;
}

/** Mean and interval over seeds, and the count of runs, at each index, over the columns of `runs` that have a value there. */
function summarised(runs: readonly OneOfManyRuns[], columns: readonly (readonly number[])[]) {
  const [centre, low, high, count]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const index of (columns[0] ?? []).keys()) {
    const seen = columns.flatMap((values, run) => {
      const value = values[index] ?? Number.NaN;
      return Number.isNaN(value) ? [] : { seed: runs[run]?.seed ?? null, value };
    });
    const present = overSeeds(seen).map(({ value }) => value);
    const interval = studentInterval(present);
    centre.push(present.length === 0 ? Number.NaN : mean(present));
    low.push(interval?.low ?? Number.NaN);
    high.push(interval?.high ?? Number.NaN);
    count.push(seen.length);
  }
  return { centre, low, high, count };
}

/**
 * Least and greatest of all lines, and of the bands as far as that again on either side: of two seeds an interval may be many times as
 * wide as all that was measured, and would leave nothing to see of it.
 */
function extentOf(groups: readonly ManyRunsGroup[]): [number, number] | null {
  const values = groups.flatMap(({ lines, mean: centre }) => [centre, ...lines.map((line) => line.values)]);
  const measured = endsOf(values);
  const bands = endsOf(groups.flatMap(({ low, high }) => [low, high]));
  if (!measured || !bands) return measured ?? bands;
  const room = measured[1] > measured[0] ? measured[1] - measured[0] : Number.POSITIVE_INFINITY;
  return [Math.min(measured[0], Math.max(bands[0], measured[0] - room)), Math.max(measured[1], Math.min(bands[1], measured[1] + room))];
}

function endsOf(columns: readonly Values[]): [number, number] | null {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const values of columns)
    for (const value of values) {
      if (value === null) continue;
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
  return least <= greatest ? [least, greatest] : null;
}

/** Whether a band goes on beyond what a picture shows. */
export function isCut({ groups }: Pick<ManyRunsModel, 'groups'>, [least, greatest]: readonly [number, number]): boolean {
  const ends = endsOf(groups.flatMap(({ low, high }) => [low, high]));
  return ends !== null && (ends[0] < least || ends[1] > greatest);
}

/** One group at one iteration, as measured. */
export interface ManyRunsCell {
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly count: number;
  /** Value of each run that has one, by its id. */
  readonly runs: Readonly<Record<string, number>>;
}

export interface ManyRunsRow {
  readonly iteration: number;
  /** By group id; groups without a value there are absent. */
  readonly groups: Readonly<Record<string, ManyRunsCell>>;
}

/** The numbers behind the picture, neither smoothed nor thinned: one row per iteration at which anything was measured. */
export function manyRunsTable(groups: readonly RunGroup[], metric: string, range: Range | null = null): ManyRunsRow[] {
  const all = iterationsOf(groups);
  const indexOf = new Map(all.map((iteration, index) => [iteration, index]));
  const columns = groups.map(({ runs }) => runs.map((run) => aligned(run, metric, indexOf)));
  return all.flatMap((iteration, iterationIndex) => {
    if (range && (iteration < range[0] || iteration > range[1])) return [];
    const cells = groups.flatMap((group, index): [string, ManyRunsCell][] => {
      const runs = group.runs.flatMap(({ id }, run): [string, number][] => {
        const value = columns[index]?.[run]?.[iterationIndex] ?? Number.NaN;
        return Number.isNaN(value) ? [] : [[id, value]];
      });
      if (runs.length === 0) return [];
      const values = runs.map(([, value]) => value);
      const interval = studentInterval(values);
      const cell = { mean: mean(values), low: interval?.low ?? null, high: interval?.high ?? null, count: values.length };
      return [[group.id, { ...cell, runs: Object.fromEntries(runs) }]];
    });
    return cells.length === 0 ? [] : [{ iteration, groups: Object.fromEntries(cells) }];
  });
}

/** The run whose line passes nearest to `value` at the drawn index `at`, no further than `within`; null where none does. */
export function nearestRun({ groups }: ManyRunsModel, at: number, value: number, within: number): string | null {
  let nearest: string | null = null;
  let least = within;
  for (const { lines } of groups)
    for (const { run, values } of lines) {
      const distance = Math.abs((values[at] ?? Number.NaN) - value);
      if (distance <= least) [nearest, least] = [run, distance];
    }
  return nearest;
}

/** Names of all metrics in any of the runs, in the order they are first met. */
export function metricNames(groups: readonly RunGroup[]): string[] {
  const names = new Set<string>();
  for (const { runs } of groups)
    for (const { metrics } of runs) for (const row of metrics) for (const name of Object.keys(row)) names.add(name);
  names.delete('iteration');
  return [...names];
}
