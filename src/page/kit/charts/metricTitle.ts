/** What a metric is called on the page: by the chart that draws it, and what tells its line from that chart's others. */
import { decisionLevel } from '../../../core/document/derived.ts';
import type { KlEstimator } from '../../../core/objectives/kl.ts';
import { klRefEstimator } from '../../state/charts/olderBuilds.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { metricTerm, type ChartId, type LineSubject } from '../../state/charts/chartSpecs.ts';
import { CHART_TERMS, metricWord } from '../help/termLinks.ts';
import { inspectText, type TermId } from '../../../words/words.ts';

export interface MetricTitle {
  readonly title: string;
  readonly unit: string;
  /** What it is and what is healthy; null for metrics that no chart explains. */
  readonly help: { readonly what: string; readonly healthy: string } | null;
  /** The word of the glossary that it is about. */
  readonly term: TermId | null;
}

/** Lines that are what their chart is about, so that its title is enough. */
const PLAIN: readonly LineSubject[] = ['sampled', 'all', 'critic'];

export function metricTitle(metric: string): MetricTitle {
  const term = metricTerm(metric);
  if (!term) return { title: metric.replace(/^skill\//, ''), unit: '', help: null, term: metricWord(metric) };
  const { title, unit, what, healthy } = inspectText.charts.terms[term.chart];
  const { subject, role, k } = term;
  const name = subject === 'agent' ? (role ?? '') : PLAIN.includes(subject) ? '' : inspectText.charts.lines[subject];
  const own = k === undefined ? [title, name] : [inspectText.charts.passAt(k, name)];
  return { title: own.filter(Boolean).join(' · '), unit, help: { what, healthy }, term: CHART_TERMS[term.chart] };
}

type MeasuredRun = Pick<RunSet, 'document' | 'info'>;

/**
 * A chart's unit in a run: what is counted per decision is counted per message where a message is one, and a KL says from what to what
 * it is, and by which estimator it was measured.
 */
export function unitOf(id: ChartId, run: MeasuredRun): string {
  const perMessage = decisionLevel(run.document.training) === 'message' ? inspectText.charts.unitsPerMessage[id] : undefined;
  return [klOf(id, [run]), perMessage ?? inspectText.charts.terms[id].unit].filter(Boolean).join(' · ');
}

/** The same of a metric of several runs, which may have measured a KL by different estimators. */
export function unitOfRuns(metric: string, runs: readonly MeasuredRun[]): string {
  const term = metricTerm(metric);
  return term ? [klOf(term.chart, runs), inspectText.charts.terms[term.chart].unit].filter(Boolean).join(' · ') : '';
}

/** Estimators of the KLs that no setting chooses: `ppo_kl` and `behave_kl` (`objectives/policy`), `rollout_kl`, `teacher_kl`; docs/metrics.md. */
const ESTIMATORS: Readonly<Partial<Record<ChartId, KlEstimator>>> = { klOldNew: 'k3', teacherKl: 'k1', behaveKl: 'k3', rolloutKl: 'k1' };

/** Direction and estimator of the KL that chart `id` draws; empty of others. */
function klOf(id: ChartId, runs: readonly MeasuredRun[]): string {
  const direction = inspectText.charts.klDirections[id];
  if (direction === undefined) return '';
  const own = ESTIMATORS[id];
  return inspectText.charts.kl(direction, own ? [own] : [...new Set(runs.map(klRefEstimator))]);
}
