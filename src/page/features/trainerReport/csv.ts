/** The report as CSV; an empty field is what is not known. */
import type { Recomputed } from '../../../core/credit/recomputedGae.ts';
import type { TrainerReport } from '../../../core/credit/trainerReport.ts';
import { csvText } from '../../../core/formats/csv.ts';
import { REPORTED } from './reported.ts';

export function reportCsv(report: TrainerReport, recomputed: Recomputed | null): string {
  const { mismatch, lengths } = report;
  return csvText([
    ['figure', 'count', 'of'],
    ...REPORTED.map((name) => [name, report[name]?.count, report[name]?.of]),
    ['lengths', lengths.count, lengths.of],
    ['mismatch_kl_mean', mismatch?.mean, undefined],
    ['mismatch_log_ratio_max', mismatch?.largest, undefined],
    ['gae_mean_difference', recomputed?.mean, recomputed?.count],
    ['gae_largest_difference', recomputed?.largest, recomputed?.count],
    ['gae_fit_explained', recomputed?.fit.explained, recomputed?.count],
  ]);
}
