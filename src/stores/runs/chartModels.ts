/**
 * Which metrics are drawn on which chart, and a run's charts as plain data: everything a chart component needs, computed
 * here, so that a number on screen, in a table and in a test comes from the same function.
 */
import { needsCritic } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { bucketSize, column, decimate, MAX_POINTS, slots, smooth, withoutHoles } from './series.ts';
import type { MetricsRow, RunSet } from './types.ts';

export const CHART_IDS = [
  'reward',
  'klRef',
  'klOldNew',
  'passAtK',
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
  'conservation',
  'zeroSpread',
  'refusedSteps',
  'klCoef',
  'lowerClipFraction',
  'valueClipFraction',
  'behaveWeight',
  'behaveKl',
  'cappedFraction',
  'routing',
] as const;
export type ChartId = (typeof CHART_IDS)[number];

/** Charts shown only on request: those from here on. */
const FIRST_OF_MORE: ChartId = 'responseLength';

/** Charts of what only some settings measure, and when that is; without it they would stay empty. */
const ONLY_WHEN: Readonly<Partial<Record<ChartId, (document: ProjectDocument) => boolean>>> = {
  passAtK: ({ training }) => training.evaluateEvery > 0 && training.evaluateSamples > 0,
  // Methods that compare the returns of episodes train no critic.
  explainedVariance: ({ training }) => needsCritic(training),
  valueLoss: ({ training }) => needsCritic(training),
  refusedSteps: ({ training }) => training.klGate > 0,
  klCoef: ({ training }) => training.klCoef > 0,
  lowerClipFraction: ({ training }) => training.dualClip > 0,
  valueClipFraction: ({ training }) => needsCritic(training) && training.critic.valueClip > 0,
  behaveWeight: ({ training }) => training.decoupled.enabled,
  behaveKl: ({ training }) => training.decoupled.enabled,
  cappedFraction: ({ training }) => training.decoupled.enabled,
  routing: ({ team }) => team.orchestration === 'dynamic',
};

/** The charts of a run of `document`: those shown at once, and those shown on request. */
export function chartsOf(document: ProjectDocument): { readonly first: readonly ChartId[]; readonly more: readonly ChartId[] } {
  const measured = CHART_IDS.filter((id) => ONLY_WHEN[id]?.(document) ?? true);
  const shownAtOnce = (id: ChartId): boolean => CHART_IDS.indexOf(id) < CHART_IDS.indexOf(FIRST_OF_MORE);
  return { first: measured.filter(shownAtOnce), more: measured.filter((id) => !shownAtOnce(id)) };
}

/** What a line stands for; the catalogue names those that are not an agent. */
export type LineSubject =
  | 'sampled'
  | 'greedy'
  | 'greedyTest'
  | 'meanTrain'
  | 'meanTest'
  | 'passTrain'
  | 'passTest'
  | 'critic'
  | 'declared'
  | 'paid'
  | 'violations'
  | 'all'
  | 'rollout'
  | 'update'
  | 'orchestratorCalls'
  | 'specialistCalls'
  | 'unknownRole'
  | 'noTag'
  | 'limit'
  | 'agent';

export interface ChartLine {
  /** Metric name, the key of its values in `rows`. */
  readonly metric: string;
  readonly subject: LineSubject;
  /** The agent's role and place in the team, when `subject` is `agent`. */
  readonly role?: string;
  readonly agent?: number;
  /** The k of pass@k, and its place among those drawn: 0 for the least, 1 for the greatest. */
  readonly k?: number;
  readonly strength?: number;
  /**
   * `band`: broad and pale, for another line to lie on. `dots`: measured at intervals, so nothing is drawn between. `joined`: the
   * same, joined to be followed among others. `table`: told in the table and where it is pointed at, not drawn.
   */
  readonly mark: 'line' | 'band' | 'dots' | 'joined' | 'table';
  /** Key of the unsmoothed underlay, when smoothing is on. */
  readonly raw?: string;
  /** Key of the values as measured where they lie beyond the chart's limits, null elsewhere. */
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
  readonly lines: readonly ChartLine[];
  readonly references: readonly ChartReference[];
  /** Where guards acted, at drawn iterations. */
  readonly marks: readonly GuardMark[];
  /** Drawn iterations at which, or in whose bucket, credit was not conserved; of the chart that is about it. */
  readonly broken: readonly number[];
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

type LineSpec = Pick<ChartLine, 'metric' | 'subject' | 'mark' | 'k' | 'strength'>;

const line = (metric: string, subject: LineSubject): LineSpec => ({ metric, subject, mark: 'line' });
const dots = (metric: string, subject: LineSubject): LineSpec => ({ metric, subject, mark: 'dots' });
const joined = (metric: string, subject: LineSubject): LineSpec => ({ metric, subject, mark: 'joined' });

/** `{role}` stands for each agent in turn, `{k}` for each k that was measured. */
const CHARTS: Readonly<Record<ChartId, readonly LineSpec[]>> = {
  reward: [
    line('reward/mean', 'sampled'),
    dots('reward/greedy', 'greedy'),
    dots('reward/greedy_test', 'greedyTest'),
    joined('eval/train/mean', 'meanTrain'),
    joined('eval/test/mean', 'meanTest'),
  ],
  passAtK: [joined('eval/train/pass@{k}', 'passTrain'), joined('eval/test/pass@{k}', 'passTest')],
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
  conservation: [
    { metric: 'credit/declared', subject: 'declared', mark: 'band' },
    line('credit/paid', 'paid'),
    { metric: 'credit/violations', subject: 'violations', mark: 'table' },
  ],
  zeroSpread: [line('reward/frac_zero_std', 'all')],
  refusedSteps: [line('actor/{role}/skipped', 'agent')],
  klCoef: [line('actor/kl_coef', 'all')],
  lowerClipFraction: [line('actor/{role}/pg_clipfrac_lower', 'agent')],
  valueClipFraction: [line('critic/vf_clipfrac', 'critic')],
  behaveWeight: [line('actor/{role}/behave_weight', 'agent')],
  behaveKl: [line('actor/{role}/behave_kl', 'agent')],
  cappedFraction: [line('actor/{role}/capped_frac', 'agent')],
  routing: [
    line('routing/orchestrator_calls', 'orchestratorCalls'),
    line('routing/specialist_calls', 'specialistCalls'),
    line('routing/unknown_role', 'unknownRole'),
    line('routing/no_tag', 'noTag'),
    line('routing/limit', 'limit'),
  ],
};

/** Charts whose numbers depend on a clock. */
const FROM_TIMING: readonly ChartId[] = ['tokensPerSecond', 'seconds'];

/** Charts of signed quantities whose interesting range may lie anywhere. */
const FREE_AXIS: readonly ChartId[] = ['explainedVariance', 'policyLoss'];

/** Charts that show whether numbers are equal, which a moving average would blur. */
const UNSMOOTHED: readonly ChartId[] = ['conservation'];

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
  const measured = linesOf(run, id).filter((spec) => rows.some((row) => Number.isFinite(row[spec.metric])));
  const lines = measured.some(({ mark }) => mark !== 'table') ? measured : [];
  const smoothing = UNSMOOTHED.includes(id) ? 0 : options.smoothing;
  const size = bucketSize(rows.length, options.maxPoints ?? MAX_POINTS);
  const at = slots(rows.length, size);
  const drawn: Record<string, number | null>[] = at.map((index) => ({ iteration: rows[index]?.iteration ?? index }));

  const limits = LIMITS[id] ?? null;
  const finished = lines.map((plain): ChartLine => {
    const asMeasured = column(rows, plain.metric);
    // Held before it is smoothed: otherwise one value far out would draw the mean after it out as well.
    const values = limits ? asMeasured.map((value) => held(value, limits)) : asMeasured;
    const spec = limits ? { ...plain, beyond: `${plain.metric}:beyond` } : plain;
    if (limits && spec.beyond) {
      const outside = asMeasured.map((value) => (value === held(value, limits) ? Number.NaN : value));
      write(drawn, spec.beyond, decimate(outside, size));
    }
    const curve = spec.mark === 'line' || spec.mark === 'band';
    const smoothed = curve && smoothing > 0;
    const thinned = (all: readonly number[]) => (curve ? withoutHoles(decimate(all, size), size) : decimate(all, size));
    write(drawn, spec.metric, thinned(smoothed ? smooth(values, smoothing) : values));
    if (!smoothed) return spec;
    const raw = `${spec.metric}:raw`;
    write(drawn, raw, thinned(values));
    return { ...spec, raw };
  });

  return {
    id,
    lines: finished,
    references: finished.length > 0 ? referencesOf(run, id) : [],
    marks: finished.length > 0 ? marksAt(run.metrics, drawn) : [],
    broken: id === 'conservation' && finished.length > 0 ? brokenAt(run.metrics, drawn) : [],
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
    if (spec.metric.includes('{k}')) {
      const ks = measuredKs(run.metrics, spec.metric);
      return ks.map((k, place) => ({
        ...spec,
        metric: spec.metric.replace('{k}', String(k)),
        k,
        strength: ks.length > 1 ? place / (ks.length - 1) : 1,
      }));
    }
    if (spec.subject !== 'agent') return [spec];
    return run.document.team.agents.map(({ role }, agent) => ({ ...spec, metric: spec.metric.replace('{role}', role), role, agent }));
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
  let place = 0;
  for (const row of metrics) {
    const acted = GUARDS.filter((guard) => (row[GUARD_METRICS[guard]] ?? 0) > 0);
    if (acted.length === 0 || row.iteration === undefined) continue;
    while (place + 1 < drawn.length && (drawn[place + 1]?.['iteration'] ?? Number.POSITIVE_INFINITY) <= row.iteration) place += 1;
    const iteration = drawn[place]?.['iteration'];
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
