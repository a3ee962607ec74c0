/** Which charts there are, which metrics each draws (docs/metrics.md has the names), and how. */
import { LIVE_EPISODES } from '../../../core/counterfactual/turned/liveShares.ts';
import { needsCritic } from '../../../core/document/derived.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { MetricsRow } from '../runs/types.ts';
import { hasClocks } from '../../../core/team/clock.ts';
import { distils } from '../../../core/document/teachers.ts';

export const CHART_IDS = [
  'reward',
  'klRef',
  'teacherKl',
  'entropy',
  'klOldNew',
  'passAtK',
  'saved',
  'spoiled',
  'decides',
  'calls',
  'callCost',
  'arrival',
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
  'rolloutWeight',
  'rolloutCapped',
  'rolloutKl',
  'routing',
] as const;
export type ChartId = (typeof CHART_IDS)[number];

/** Charts shown only on request: those from here on. */
const FIRST_OF_MORE: ChartId = 'responseLength';

/** Charts of what only some settings measure, and when that is; without it they would stay empty. */
const ONLY_WHEN: Readonly<Partial<Record<ChartId, (document: ProjectDocument) => boolean>>> = {
  passAtK: ({ training }) => training.evaluateEvery > 0 && training.evaluateSamples > 0,
  // Elsewhere every episode has as many as turns and agents make, or as the environment leaves it.
  calls: ({ team, training }) => training.callCost > 0 || team.orchestration !== 'static' || team.agents.some(({ stops }) => stops !== ''),
  callCost: ({ training }) => training.callCost > 0,
  arrival: ({ team }) => hasClocks(team),
  // Methods that compare the returns of episodes train no critic.
  explainedVariance: ({ training }) => needsCritic(training),
  valueLoss: ({ training }) => needsCritic(training),
  teacherKl: ({ training }) => distils(training),
  refusedSteps: ({ training }) => training.klGate > 0,
  klCoef: ({ training }) => training.klCoef > 0,
  lowerClipFraction: ({ training }) => training.dualClip > 0,
  valueClipFraction: ({ training }) => needsCritic(training) && training.critic.valueClip > 0,
  behaveWeight: ({ training }) => training.decoupled.enabled,
  behaveKl: ({ training }) => training.decoupled.enabled,
  cappedFraction: ({ training }) => training.decoupled.enabled,
  rolloutWeight: ({ training }) => training.rolloutCorrection.mode !== 'off',
  rolloutCapped: ({ training }) => training.rolloutCorrection.mode !== 'off',
  rolloutKl: ({ training }) => training.rolloutCorrection.mode !== 'off',
  routing: ({ team }) => team.orchestration !== 'static',
};

/** Charts of what was asked of episodes; older runs asked nothing, and no run does before there is enough to be asked for. */
const ONLY_ASKED: readonly ChartId[] = ['saved', 'spoiled', 'decides'];

/** The charts of a run of `document` with these rows: those shown at once, and those shown on request. */
export function chartsOf(
  document: ProjectDocument,
  metrics: readonly MetricsRow[],
): { readonly first: readonly ChartId[]; readonly more: readonly ChartId[] } {
  // What is known stays in every row.
  const asked = metrics.at(-1)?.[LIVE_EPISODES] !== undefined;
  const measured = CHART_IDS.filter((id) => (ONLY_WHEN[id]?.(document) ?? true) && (asked || !ONLY_ASKED.includes(id)));
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

export type Limits = readonly [least: number, greatest: number];

export interface LineSpec {
  /** `{role}` stands for each agent in turn, `{k}` for each k that was measured. */
  readonly metric: string;
  readonly subject: LineSubject;
  /**
   * `band`: broad and pale, for another line to lie on. `dots`: measured at intervals, so nothing is drawn between. `joined`: the
   * same, joined to be followed among others. `table`: told in the table and where it is pointed at, not drawn.
   */
  readonly mark: 'line' | 'band' | 'dots' | 'joined' | 'table';
}

const line = (metric: string, subject: LineSubject): LineSpec => ({ metric, subject, mark: 'line' });
const dots = (metric: string, subject: LineSubject): LineSpec => ({ metric, subject, mark: 'dots' });
const joined = (metric: string, subject: LineSubject): LineSpec => ({ metric, subject, mark: 'joined' });

/** Every chart's lines, in the order they are drawn. */
export const CHARTS: Readonly<Record<ChartId, readonly LineSpec[]>> = {
  reward: [
    line('reward/mean', 'sampled'),
    dots('reward/greedy', 'greedy'),
    dots('reward/greedy_test', 'greedyTest'),
    joined('eval/train/mean', 'meanTrain'),
    joined('eval/test/mean', 'meanTest'),
  ],
  passAtK: [joined('eval/train/pass@{k}', 'passTrain'), joined('eval/test/pass@{k}', 'passTest')],
  saved: [line('turned/{role}/saved', 'agent')],
  spoiled: [line('turned/{role}/spoiled', 'agent')],
  decides: [line('turned/{role}/decides', 'agent')],
  calls: [line('rollout/calls', 'all')],
  callCost: [line('reward/call_cost', 'all')],
  arrival: [line('arrival/{role}/mean', 'agent')],
  teacherKl: [line('actor/{role}/teacher_kl', 'agent')],
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
  rolloutWeight: [line('actor/{role}/rollout_weight', 'agent')],
  rolloutCapped: [line('actor/{role}/rollout_capped_frac', 'agent')],
  rolloutKl: [line('actor/{role}/rollout_kl', 'agent')],
  routing: [
    line('routing/orchestrator_calls', 'orchestratorCalls'),
    line('routing/specialist_calls', 'specialistCalls'),
    line('routing/unknown_role', 'unknownRole'),
    line('routing/no_tag', 'noTag'),
    line('routing/limit', 'limit'),
  ],
};

/** Charts whose numbers depend on a clock. */
export const FROM_TIMING: readonly ChartId[] = ['tokensPerSecond', 'seconds'];

/** Charts of signed quantities whose interesting range may lie anywhere. */
export const FREE_AXIS: readonly ChartId[] = ['explainedVariance', 'policyLoss'];

/** Charts that show whether numbers are equal, which a moving average would blur, or that are averages already. */
export const UNSMOOTHED: readonly ChartId[] = ['conservation', 'saved', 'spoiled', 'decides'];

/** A share or a probability; what counts or measures a size. */
const SHARE: Limits = [0, 1];
const AMOUNT: Limits = [0, Number.POSITIVE_INFINITY];

/**
 * Limits of axes: what is possible of the quantity, so that no axis, band or estimate says more. A KL is never below 0, though its
 * estimator k1 may be. A critic explains at most all of the returns' variance (1); where nearly all returns are equal the share has
 * no lower bound, and one such iteration would leave nothing to see of the others.
 */
export const LIMITS: Readonly<Partial<Record<ChartId, Limits>>> = {
  calls: AMOUNT,
  callCost: AMOUNT,
  arrival: AMOUNT,
  explainedVariance: [-1, 1],
  passAtK: SHARE,
  saved: SHARE,
  spoiled: SHARE,
  decides: SHARE,
  clipFraction: SHARE,
  zeroSpread: SHARE,
  lowerClipFraction: SHARE,
  valueClipFraction: SHARE,
  cappedFraction: SHARE,
  rolloutCapped: SHARE,
  klRef: AMOUNT,
  teacherKl: AMOUNT,
  klOldNew: AMOUNT,
  behaveKl: AMOUNT,
  rolloutKl: AMOUNT,
  entropy: AMOUNT,
  valueLoss: AMOUNT,
  tokensPerSecond: AMOUNT,
  responseLength: AMOUNT,
  learningRate: AMOUNT,
  gradNorm: AMOUNT,
  seconds: AMOUNT,
  refusedSteps: AMOUNT,
  klCoef: AMOUNT,
  behaveWeight: AMOUNT,
  rolloutWeight: AMOUNT,
  routing: AMOUNT,
};

/**
 * Charts whose values are held within their limits before they are smoothed and averaged: one value far out would draw the mean after
 * it out as well. Elsewhere that would bend the mean: of a KL around 0 to above it.
 */
export const HELD_FIRST: readonly ChartId[] = ['explainedVariance'];

/** Where a metric is drawn, and as what: the way from its name to its title, unit and sentence. */
export interface MetricTerm {
  readonly chart: ChartId;
  readonly subject: LineSubject;
  readonly mark: LineSpec['mark'];
  /** The agent it is of. */
  readonly role?: string;
  readonly k?: number;
}

const PATTERNS = CHART_IDS.flatMap((chart) =>
  CHARTS[chart].map(({ metric, subject, mark }) => {
    const escaped = metric.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
    const pattern = new RegExp(`^${escaped.replace('{role}', '(?<role>[A-Za-z][A-Za-z0-9_-]*)').replace('{k}', '(?<k>\\d+)')}$`);
    return { chart, subject, mark, pattern };
  }),
);

/** The chart that draws `metric`; null where none does. */
export function metricTerm(metric: string): MetricTerm | null {
  for (const { chart, subject, mark, pattern } of PATTERNS) {
    const groups = pattern.exec(metric)?.groups;
    if (groups === undefined && !pattern.test(metric)) continue;
    const { role, k } = groups ?? {};
    return { chart, subject, mark, ...(role === undefined ? {} : { role }), ...(k === undefined ? {} : { k: Number(k) }) };
  }
  return null;
}

/** Whether `metric` is measured at intervals only, as evaluations are: its points are joined, and never smoothed. */
export function measuredAtIntervals(metric: string): boolean {
  const mark = metricTerm(metric)?.mark;
  return mark === undefined ? metric.startsWith('eval/') : mark === 'dots' || mark === 'joined';
}
