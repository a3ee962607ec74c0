/** Reports as CSV, a row for each figure; an empty field is what is not known. */
import type { Recomputed } from '../../../core/credit/recomputedGae.ts';
import { totalReport, type TrainerReport } from '../../../core/credit/trainerReport.ts';
import { csvText } from '../../../core/formats/csv.ts';
import type { ReportOfStep } from './allSteps.ts';
import { REPORTED } from './reported.ts';

const HEAD = ['step', 'figure', 'count', 'of'];

export function reportCsv(step: number, report: TrainerReport, recomputed: Recomputed | null): string {
  return csvText([
    HEAD,
    ...rowsOf(step, report),
    [step, 'gae_mean_difference', recomputed?.mean, recomputed?.count],
    [step, 'gae_largest_difference', recomputed?.largest, recomputed?.count],
    [step, 'gae_fit_explained', recomputed?.fit.explained, recomputed?.count],
  ]);
}

/** All steps together, then each by itself. */
export function stepsCsv(reports: readonly ReportOfStep[]): string {
  const total = totalReport(reports.map(({ report }) => report));
  return csvText([HEAD, ...rowsOf('all', total), ...reports.flatMap(({ step, report }) => rowsOf(step, report))]);
}

function rowsOf(step: number | 'all', report: TrainerReport) {
  const { mismatch, lengths, outsideClip } = report;
  return [
    ...REPORTED.map((name) => [step, name, report[name]?.count, report[name]?.of]),
    [step, 'lengths', lengths.count, lengths.of],
    [step, 'mismatch_kl_mean', mismatch?.mean, outsideClip?.of],
    [step, 'mismatch_log_ratio_max', mismatch?.largest, outsideClip?.of],
  ];
}
