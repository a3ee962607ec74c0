/**
 * Charts as CSV: every value as it was measured, neither smoothed, thinned nor zoomed, under the metric's own name
 * (docs/metrics.md); what was not measured is an empty field.
 */
import { csvText } from '../../../core/formats/csv.ts';
import { chartsOf, type ChartId } from './chartSpecs.ts';
import { chartMetrics, type ChartedRun } from './chartModels.ts';
import { manyRunsTable, type RunGroup } from './manyRuns.ts';
import type { MetricsRow } from '../runs/types.ts';

/** All that chart `id` of a run draws, lines a person has hidden too; one row per iteration that has any of it. */
export function chartCsv(run: ChartedRun, id: ChartId): string {
  return rowsCsv(run, chartMetrics(run, id));
}

/** The same of all charts a run of this document has, those shown on request too. */
export function allChartsCsv(run: ChartedRun): string {
  const { first, more } = chartsOf(run.document, run.metrics);
  return rowsCsv(run, [...new Set([...first, ...more].flatMap((id) => chartMetrics(run, id)))]);
}

/**
 * A chart of many runs: of each group mean, both ends of the interval and number of runs, then every run. As measured, by iteration,
 * wherever the runs lie in the picture.
 */
export function manyRunsCsv(drawn: readonly RunGroup[], metric: string): string {
  const groups = drawn.map((group) => ({ ...group, runs: group.runs.map(({ positions: _, ...run }) => run) }));
  const head = groups.flatMap(({ label, runs }) => [
    ...['mean', 'low', 'high', 'n'].map((what) => `${label} ${what}`),
    ...runs.map((run) => `${label} / ${run.label}`),
  ]);
  const rows = manyRunsTable(groups, metric).map(({ iteration, groups: cells }) => [
    iteration,
    ...groups.flatMap(({ id, runs }) => {
      const cell = cells[id];
      return [cell?.mean, cell?.low, cell?.high, cell?.count ?? 0, ...runs.map((run) => cell?.runs[run.id])];
    }),
  ]);
  return csvText([['iteration', ...head.map((name) => `${metric} ${name}`)], ...rows]);
}

function rowsCsv({ metrics, timing }: ChartedRun, names: readonly string[]): string {
  const byIteration = new Map<number, MetricsRow>();
  for (const row of [...metrics, ...timing]) {
    const iteration = row['iteration'] ?? 0;
    byIteration.set(iteration, { ...byIteration.get(iteration), ...row });
  }
  const rows = [...byIteration]
    .sort(([a], [b]) => a - b)
    .filter(([, row]) => names.some((name) => Number.isFinite(row[name])))
    .map(([iteration, row]) => [iteration, ...names.map((name) => row[name])]);
  return csvText([['iteration', ...names], ...rows]);
}
