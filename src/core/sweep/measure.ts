/** One number for a run: a metric of its rows, and how they are drawn together. */
import { mean } from '../statistics/intervals.ts';

/** Rows of `metrics.jsonl`, ascending by `iteration`. */
export type Rows = readonly Readonly<Record<string, number>>[];

/**
 * `final`: mean of the last `window` rows that have it. `best`: the best mean of `window` such rows in a row (one row alone is
 * mostly luck). `area`: mean over the training, by the trapezoidal rule over iterations, which rewards learning early.
 */
export const SUMMARIES = ['final', 'best', 'area'] as const;
export type Summary = (typeof SUMMARIES)[number];

export interface Measure {
  /** As in docs/metrics.md. */
  readonly metric: string;
  readonly summary: Summary;
  /** Rows, for `final` and `best`. */
  readonly window: number;
  readonly better: 'higher' | 'lower';
}

/** A metric by its mean over the last ten iterations; evaluations, which have many episodes and come seldom, by the last one. */
export function usualMeasure(metric: string): Measure {
  return { metric, summary: 'final', window: /^(eval\/|reward\/greedy)/.test(metric) ? 1 : 10, better: betterOf(metric) };
}

export const USUAL_MEASURE = usualMeasure('reward/mean');

/** Rewards, accuracies, skills and speed are better when higher; losses, KL, times and counts of trouble when lower. */
export function betterOf(metric: string): Measure['better'] {
  return /^(reward\/(?!frac)|eval\/|skill\/|critic\/vf_explained_var|perf\/)/.test(metric) ? 'higher' : 'lower';
}

/**
 * The number of a run; null where it has no finite value of the metric. The untrained team (iteration 0) counts in the area
 * only, or where there is nothing else.
 */
export function measureRun(rows: Rows, { metric, summary, window, better }: Measure): number | null {
  const points = rows.flatMap((row) => {
    const value = row[metric];
    return value === undefined || !Number.isFinite(value) ? [] : [{ iteration: row['iteration'] ?? 0, value }];
  });
  if (points.length === 0) return null;
  const trained = points.filter(({ iteration }) => iteration > 0);
  const values = (trained.length > 0 ? trained : points).map(({ value }) => value);
  if (summary === 'final') return mean(values.slice(-window));
  if (summary === 'best') {
    const width = Math.min(window, values.length);
    const means = Array.from({ length: values.length - width + 1 }, (_, start) => mean(values.slice(start, start + width)));
    return better === 'higher' ? Math.max(...means) : Math.min(...means);
  }
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || last.iteration === first.iteration) return first?.value ?? null;
  const area = points.slice(1).reduce((sum, { iteration, value }, at) => {
    const before = points[at];
    return before ? sum + ((value + before.value) / 2) * (iteration - before.iteration) : sum;
  }, 0);
  return area / (last.iteration - first.iteration);
}
