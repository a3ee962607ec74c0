/**
 * Which metrics are drawn on which chart, and a run's charts as plain data: everything a chart component needs, computed
 * here, so that a number on screen, in a table and in a test comes from the same function.
 */
import { bucketSize, column, decimate, MAX_POINTS, slots, smooth } from './series.ts';
import type { MetricsRow, RunSet } from './types.ts';

export const CHART_IDS = [
  'reward',
  'klRef',
  'klOldNew',
  'entropy',
  'clipFraction',
  'explainedVariance',
  'policyLoss',
  'valueLoss',
  'tokensPerSecond',
  'responseLength',
  'learningRate',
  'gradNorm',
  'seconds',
] as const;
export type ChartId = (typeof CHART_IDS)[number];

/** Charts shown only on request. */
export const MORE_CHARTS: readonly ChartId[] = ['responseLength', 'learningRate', 'gradNorm', 'seconds'];

/** What a line stands for; the catalogue names those that are not an agent. */
export type LineSubject = 'sampled' | 'greedy' | 'greedyTest' | 'critic' | 'all' | 'rollout' | 'update' | 'agent';

export interface ChartLine {
  /** Metric name, the key of its values in `rows`. */
  readonly metric: string;
  readonly subject: LineSubject;
  /** The agent's role and place in the team, when `subject` is `agent`. */
  readonly role?: string;
  readonly agent?: number;
  /** `dots`: measured at intervals, so nothing is drawn between. */
  readonly mark: 'line' | 'dots';
  /** Key of the unsmoothed underlay, when smoothing is on. */
  readonly raw?: string;
  /** Key of the values as measured where they lie beyond the chart's limits, null elsewhere. */
  readonly beyond?: string;
}

export interface ChartReference {
  readonly id: 'untrained' | 'targetKl';
  readonly value: number;
}

/** One drawn position: `iteration` and, by metric name, a number or null for a gap. */
export type ChartRow = Readonly<Record<string, number | null>>;

export interface ChartModel {
  readonly id: ChartId;
  readonly lines: readonly ChartLine[];
  readonly references: readonly ChartReference[];
  readonly rows: readonly ChartRow[];
  /** Whether the axis shows zero: so for amounts, where a cut-off axis would magnify small changes. */
  readonly fromZero: boolean;
  /** The least and the greatest value drawn: what lies beyond is drawn there, and marked. Null where everything is drawn. */
  readonly limits: Limits | null;
  /** Iterations between two drawn positions' buckets; 1 when every iteration is drawn. */
  readonly bucket: number;
  /** All rows that hold a value of this chart, neither smoothed nor thinned: the table view. */
  readonly table: readonly MetricsRow[];
}

export type Limits = readonly [least: number, greatest: number];

type LineSpec = Pick<ChartLine, 'metric' | 'subject' | 'mark'>;

const line = (metric: string, subject: LineSubject): LineSpec => ({ metric, subject, mark: 'line' });
const dots = (metric: string, subject: LineSubject): LineSpec => ({ metric, subject, mark: 'dots' });

/** `{role}` stands for each agent in turn. */
const CHARTS: Readonly<Record<ChartId, readonly LineSpec[]>> = {
  reward: [line('reward/mean', 'sampled'), dots('reward/greedy', 'greedy'), dots('reward/greedy_test', 'greedyTest')],
  klRef: [line('actor/{role}/kl_ref', 'agent')],
  klOldNew: [line('actor/{role}/ppo_kl', 'agent')],
  entropy: [line('actor/{role}/entropy', 'agent')],
  clipFraction: [line('actor/{role}/pg_clipfrac', 'agent')],
  explainedVariance: [line('critic/vf_explained_var', 'critic')],
  policyLoss: [line('actor/{role}/pg_loss', 'agent')],
  valueLoss: [line('critic/vf_loss', 'critic')],
  tokensPerSecond: [line('perf/tokens_per_s', 'all')],
  responseLength: [line('response_length/{role}/mean', 'agent')],
  learningRate: [line('actor/{role}/lr', 'agent')],
  gradNorm: [line('actor/{role}/grad_norm', 'agent')],
  seconds: [line('timing_s/rollout', 'rollout'), line('timing_s/update', 'update')],
};

/** Charts whose numbers depend on a clock. */
const FROM_TIMING: readonly ChartId[] = ['tokensPerSecond', 'seconds'];

/** Charts of signed quantities whose interesting range may lie anywhere. */
const FREE_AXIS: readonly ChartId[] = ['explainedVariance', 'policyLoss'];

/**
 * Of the returns' variance a critic explains at most all (1); where nearly all returns are equal the share has no lower
 * bound, and one such iteration would leave nothing to see of the others.
 */
const LIMITS: Readonly<Partial<Record<ChartId, Limits>>> = { explainedVariance: [-1, 1] };

export interface ChartOptions {
  /** Weight of the moving average in [0, 1); 0 draws the data as they are. */
  readonly smoothing: number;
  readonly maxPoints?: number;
}

/** What of a run its charts depend on. */
export type ChartedRun = Pick<RunSet, 'document' | 'metrics' | 'timing'>;

/** The chart `id` of a run; lines without any value are left out. */
export function chartModel(run: ChartedRun, id: ChartId, options: ChartOptions): ChartModel {
  const rows = FROM_TIMING.includes(id) ? run.timing : run.metrics;
  const lines = linesOf(run, id).filter((spec) => rows.some((row) => Number.isFinite(row[spec.metric])));
  const size = bucketSize(rows.length, options.maxPoints ?? MAX_POINTS);
  const at = slots(rows.length, size);
  const drawn: Record<string, number | null>[] = at.map((index) => ({ iteration: rows[index]?.iteration ?? index }));

  const limits = LIMITS[id] ?? null;
  const finished = lines.map((plain): ChartLine => {
    const measured = column(rows, plain.metric);
    // Held before it is smoothed: otherwise one value far out would draw the mean after it out as well.
    const values = limits ? measured.map((value) => held(value, limits)) : measured;
    const spec = limits ? { ...plain, beyond: `${plain.metric}:beyond` } : plain;
    if (limits && spec.beyond) {
      const outside = measured.map((value) => (value === held(value, limits) ? Number.NaN : value));
      write(drawn, spec.beyond, decimate(outside, size));
    }
    const smoothed = spec.mark === 'line' && options.smoothing > 0;
    write(drawn, spec.metric, decimate(smoothed ? smooth(values, options.smoothing) : values, size));
    if (!smoothed) return spec;
    const raw = `${spec.metric}:raw`;
    write(drawn, raw, decimate(values, size));
    return { ...spec, raw };
  });

  return {
    id,
    lines: finished,
    references: finished.length > 0 ? referencesOf(run, id) : [],
    rows: drawn,
    fromZero: !FREE_AXIS.includes(id),
    limits,
    bucket: size,
    table: rows.filter((row) => lines.some((spec) => Number.isFinite(row[spec.metric]))),
  };
}

function held(value: number, [least, greatest]: Limits): number {
  return Math.min(Math.max(value, least), greatest);
}

function linesOf(run: ChartedRun, id: ChartId): ChartLine[] {
  return CHARTS[id].flatMap((spec) => {
    if (spec.subject !== 'agent') return [spec];
    return run.document.team.agents.map(({ role }, agent) => ({ ...spec, metric: spec.metric.replace('{role}', role), role, agent }));
  });
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
