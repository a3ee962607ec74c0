/**
 * A run's charts as plain data: everything a chart component needs, computed here, so that a number on screen, in a table, in
 * an exported file and in a test comes from the same function.
 */
import { colorSlots } from '../../../core/document/colors.ts';
import {
  CHARTS,
  FREE_AXIS,
  FROM_TIMING,
  HELD_FIRST,
  LIMITS,
  UNSMOOTHED,
  type ChartId,
  type Limits,
  type LineSpec,
  type LineSubject,
} from './chartSpecs.ts';
import { visibleRange, type Range } from '../runs/range.ts';
import { bucketSize, column, decimate, MAX_POINTS, slots, smooth, withoutHoles } from '../runs/series.ts';
import type { MetricsRow, RunSet } from '../runs/types.ts';

export { CHART_IDS, chartsOf, type ChartId, type Limits, type LineSubject } from './chartSpecs.ts';

export interface ChartLine {
  /** Metric name, the key of its values in `rows`. */
  readonly metric: string;
  readonly subject: LineSubject;
  /** The agent's role and its place in the palette, when `subject` is `agent`. */
  readonly role?: string;
  readonly agent?: number;
  /** The k of pass@k, and its position among those drawn: 0 for the least, 1 for the greatest. */
  readonly k?: number;
  readonly strength?: number;
  readonly mark: LineSpec['mark'];
  /** Key of the unsmoothed underlay, when smoothing is on. */
  readonly raw?: string;
  /** Key of the values as measured where they lie beyond the chart's limits so far that it is seen, null elsewhere. */
  readonly beyond?: string;
}

export interface ChartReference {
  readonly id: 'untrained' | 'targetKl';
  readonly value: number;
}

export const GUARDS = ['rollback', 'klGate', 'earlyStop'] as const;
export type Guard = (typeof GUARDS)[number];

/** How a guard says in a row of metrics that it acted. */
const GUARD_METRICS: Readonly<Record<Guard, string>> = {
  rollback: 'guard/rollback',
  klGate: 'guard/kl_gate',
  earlyStop: 'guard/early_stop',
};

/** Guards that acted in an iteration, or in the bucket of iterations that begins there. */
export interface GuardMark {
  readonly iteration: number;
  readonly guards: readonly Guard[];
}

/** One drawn position: `iteration` and, by metric name, a number or null for a gap. */
export type ChartRow = Readonly<Record<string, number | null>>;

export interface ChartModel {
  readonly id: ChartId;
  /** The lines to draw and to table. */
  readonly lines: readonly ChartLine[];
  /** Every line that was measured, those a person has hidden too: the chart's key. */
  readonly measured: readonly ChartLine[];
  readonly references: readonly ChartReference[];
  /** Where guards acted, at drawn iterations. */
  readonly marks: readonly GuardMark[];
  /** Drawn iterations at which, or in whose bucket, credit was not conserved; of the chart that is about it. */
  readonly broken: readonly number[];
  readonly rows: readonly ChartRow[];
  /** Those of `rows`, ascending. */
  readonly iterations: readonly number[];
  /** From 0 to the run's last iteration, and the part of it that is shown: the horizontal axis. */
  readonly whole: Range;
  readonly shown: Range;
  /** Least and greatest of what is drawn in that part; null where nothing is. */
  readonly extent: readonly [number, number] | null;
  /** Whether the axis shows zero: so for amounts, where a cut-off axis would magnify small changes; not while zoomed in. */
  readonly fromZero: boolean;
  /** The least and the greatest value drawn: what lies beyond is drawn there, and marked. Null where everything is drawn. */
  readonly limits: Limits | null;
  /** Iterations between two drawn positions' buckets; 1 when every iteration is drawn. */
  readonly bucket: number;
  /** All rows of the part shown that hold a value of a drawn line, neither smoothed nor thinned: the table view. */
  readonly table: readonly MetricsRow[];
}

export interface ChartOptions {
  /** Weight of the moving average in [0, 1); 0 draws the data as they are. */
  readonly smoothing: number;
  /** Iterations zoomed to; null for all. Drawn points are chosen anew from the full data of that part. */
  readonly range?: Range | null;
  /** Roles whose lines are hidden, and metrics that are. */
  readonly hiddenAgents?: readonly string[];
  readonly hiddenMetrics?: readonly string[];
  readonly maxPoints?: number;
}

/** What of a run its charts depend on. */
export type ChartedRun = Pick<RunSet, 'document' | 'metrics' | 'timing'>;

/** The chart `id` of a run; lines without any value are left out. */
export function chartModel(run: ChartedRun, id: ChartId, options: ChartOptions): ChartModel {
  const { range = null, hiddenAgents = [], hiddenMetrics = [] } = options;
  const rows = rowsOf(run, id);
  const measured = measuredLines(run, id);
  const lines = measured.filter(
    ({ metric, role }) => !hiddenMetrics.includes(metric) && !(role !== undefined && hiddenAgents.includes(role)),
  );
  const smoothing = UNSMOOTHED.includes(id) ? 0 : options.smoothing;

  const whole: Range = [0, Math.max(1, rows.at(-1)?.iteration ?? 0)];
  const zoomed = visibleRange(range, whole);
  const shown = zoomed ?? whole;
  const within = (row: MetricsRow, index: number): boolean => (row.iteration ?? index) >= shown[0] && (row.iteration ?? index) <= shown[1];
  const from = zoomed ? rows.findIndex(within) : 0;
  const to = zoomed ? rows.findLastIndex(within) + 1 : rows.length;
  const seen = from < 0 ? [] : rows.slice(from, to);
  const size = bucketSize(seen.length, options.maxPoints ?? MAX_POINTS);
  const drawn: Record<string, number | null>[] = slots(seen.length, size).map((index) => ({ iteration: seen[index]?.iteration ?? index }));

  const limits = LIMITS[id] ?? null;
  const finished = lines.map((plain): ChartLine => {
    const asMeasured = column(rows, plain.metric);
    const thin = (all: readonly number[]) => decimate(from < 0 ? [] : all.slice(from, to), size);
    const possible = (all: readonly number[]) => (limits ? all.map((value) => held(value, limits)) : all);
    const values = HELD_FIRST.includes(id) ? possible(asMeasured) : asMeasured;
    const spec = limits ? { ...plain, beyond: `${plain.metric}:beyond` } : plain;
    if (limits && spec.beyond) {
      // Less than a hundredth of what is drawn is less than a line is wide.
      const seen =
        0.01 * asMeasured.reduce((most, value) => (Number.isNaN(value) ? most : Math.max(most, Math.abs(held(value, limits)))), 0);
      const outside = asMeasured.map((value) => (Math.abs(value - held(value, limits)) > seen ? value : Number.NaN));
      write(drawn, spec.beyond, thin(outside));
    }
    const curve = spec.mark === 'line' || spec.mark === 'band';
    const smoothed = curve && smoothing > 0;
    const thinned = (all: readonly number[]) => (curve ? withoutHoles(thin(possible(all)), size) : thin(possible(all)));
    write(drawn, spec.metric, thinned(smoothed ? smooth(values, smoothing) : values));
    if (!smoothed) return spec;
    const raw = `${spec.metric}:raw`;
    write(drawn, raw, thinned(values));
    return { ...spec, raw };
  });

  const something = finished.length > 0;
  const references = something ? referencesOf(run, id) : [];
  const metrics = zoomed ? run.metrics.filter(within) : run.metrics;
  return {
    id,
    lines: finished,
    measured,
    references,
    marks: something ? marksAt(metrics, drawn) : [],
    broken: id === 'conservation' && something ? brokenAt(metrics, drawn) : [],
    rows: drawn,
    iterations: drawn.map((row) => row['iteration'] ?? 0),
    whole,
    shown,
    extent: extentDrawn(finished, drawn, zoomed ? [] : references),
    fromZero: zoomed === null && !FREE_AXIS.includes(id),
    limits,
    bucket: size,
    table: seen.filter((row) => lines.some((spec) => Number.isFinite(row[spec.metric]))),
  };
}

function rowsOf(run: ChartedRun, id: ChartId): readonly MetricsRow[] {
  return FROM_TIMING.includes(id) ? run.timing : run.metrics;
}

/** The lines of chart `id` that have a value; none where only what is not drawn has. */
function measuredLines(run: ChartedRun, id: ChartId): ChartLine[] {
  const rows = rowsOf(run, id);
  const found = linesOf(run, id).filter((spec) => rows.some((row) => Number.isFinite(row[spec.metric])));
  return found.some(({ mark }) => mark !== 'table') ? found : [];
}

/** Names of the metrics that chart `id` of a run draws or tables. */
export function chartMetrics(run: ChartedRun, id: ChartId): string[] {
  return measuredLines(run, id).map(({ metric }) => metric);
}

/** What the untrained team earned is what its curve is compared with, so it belongs to the picture; a target does not. */
function extentDrawn(
  lines: readonly ChartLine[],
  drawn: readonly ChartRow[],
  references: readonly ChartReference[],
): readonly [number, number] | null {
  const keys = lines.flatMap(({ metric, raw, mark }) => (mark === 'table' ? [] : raw === undefined ? [metric] : [metric, raw]));
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const take = (value: number | null | undefined): void => {
    if (value === null || value === undefined) return;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  };
  for (const row of drawn) for (const key of keys) take(row[key]);
  if (least > greatest) return null;
  for (const { id, value } of references) if (id === 'untrained') take(value);
  return [least, greatest];
}

function held(value: number, [least, greatest]: Limits): number {
  return Math.min(Math.max(value, least), greatest);
}

function linesOf(run: ChartedRun, id: ChartId): ChartLine[] {
  return CHARTS[id].flatMap((spec) => {
    if (spec.metric.includes('{k}')) {
      const ks = measuredKs(run.metrics, spec.metric);
      return ks.map((k, index) => ({
        ...spec,
        metric: spec.metric.replace('{k}', String(k)),
        k,
        strength: ks.length > 1 ? index / (ks.length - 1) : 1,
      }));
    }
    if (spec.subject !== 'agent') return [spec];
    return [...colorSlots(run.document)].map(([role, agent]) => ({ ...spec, metric: spec.metric.replace('{role}', role), role, agent }));
  });
}

/** The k, ascending, of the first evaluation in `rows`; all have the same. */
function measuredKs(rows: readonly MetricsRow[], metric: string): number[] {
  const prefix = metric.replace('{k}', '');
  const names = (row: MetricsRow) => Object.keys(row).filter((name) => name.startsWith(prefix));
  const first = rows.find((row) => names(row).length > 0);
  return first
    ? names(first)
        .map((name) => Number(name.slice(prefix.length)))
        .sort((a, b) => a - b)
    : [];
}

/** Where guards acted, each at the last drawn iteration that is not after it. */
function marksAt(metrics: readonly MetricsRow[], drawn: readonly ChartRow[]): GuardMark[] {
  const marks: { iteration: number; guards: Guard[] }[] = [];
  let index = 0;
  for (const row of metrics) {
    const acted = GUARDS.filter((guard) => (row[GUARD_METRICS[guard]] ?? 0) > 0);
    if (acted.length === 0 || row.iteration === undefined) continue;
    while (index + 1 < drawn.length && (drawn[index + 1]?.['iteration'] ?? Number.POSITIVE_INFINITY) <= row.iteration) index += 1;
    const iteration = drawn[index]?.['iteration'];
    if (typeof iteration !== 'number') continue;
    const held = marks.at(-1);
    if (held?.iteration === iteration) held.guards = GUARDS.filter((guard) => held.guards.includes(guard) || acted.includes(guard));
    else marks.push({ iteration, guards: acted });
  }
  return marks;
}

/** Where credit was not conserved, each at the last drawn iteration that is not after it. */
function brokenAt(metrics: readonly MetricsRow[], drawn: readonly ChartRow[]): number[] {
  const iterations = drawn.flatMap((row) => row['iteration'] ?? []);
  const broken = metrics.flatMap((row) => {
    if (!((row['credit/violations'] ?? 0) > 0) || row.iteration === undefined) return [];
    return iterations.findLast((iteration) => iteration <= (row.iteration ?? 0)) ?? [];
  });
  return [...new Set(broken)];
}

function referencesOf(run: ChartedRun, id: ChartId): ChartReference[] {
  if (id === 'reward') {
    // Row 1 was sampled before the first update, so it too measures the untrained team, on fewer episodes.
    const untrained = run.metrics.find((row) => Number.isFinite(row['reward/mean']));
    const value = untrained && untrained.iteration !== undefined && untrained.iteration <= 1 ? untrained['reward/mean'] : undefined;
    return value === undefined ? [] : [{ id: 'untrained', value }];
  }
  const { enabled, targetKl } = run.document.training.adaptiveLearningRate;
  return id === 'klOldNew' && enabled ? [{ id: 'targetKl', value: targetKl }] : [];
}

function write(rows: Record<string, number | null>[], key: string, values: readonly number[]): void {
  for (const [index, row] of rows.entries()) {
    const value = values[index];
    row[key] = value === undefined || Number.isNaN(value) ? null : value;
  }
}

/** First and last finite value of a line, for the sentence a screen reader gets in place of the picture. */
export function extentOf(model: ChartModel, metric: string): { first: number; last: number } | null {
  const values = model.table.map((row) => row[metric]).filter((value): value is number => Number.isFinite(value));
  const first = values[0];
  const last = values.at(-1);
  return first === undefined || last === undefined ? null : { first, last };
}
