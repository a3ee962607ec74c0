/** What the estimators say of a batch as CSV: numbers as JavaScript writes them, an empty field for what is not known. */
import { ESTIMATORS, type AskedTruth, type FrozenBatch } from '../../../core/credit/estimators.ts';
import type { Discounts } from '../../../core/credit/advantages/decisions.ts';
import type { FidelityPoint } from '../../../core/credit/fidelity.ts';
import { csvText } from '../../../core/formats/csv.ts';
import type { EstimatorsModel } from './model.ts';

/** One row per message of the batch, one column per estimator, shown or not. */
export function creditCsv(batch: FrozenBatch, discounts: Discounts, asked: AskedTruth): string {
  const credits = ESTIMATORS.map((id) => {
    const found = batch.credit(id, discounts, asked);
    return 'credit' in found ? found.credit : [];
  });
  const rows = batch.records.flatMap(({ episode, messages }, index) =>
    messages.map(({ role, turn }, message) => [episode, message, role, turn, ...credits.map((credit) => credit[index]?.[message])]),
  );
  return csvText([['episode', 'message', 'role', 'turn', ...ESTIMATORS], ...rows]);
}

/** Fidelity, variance and the rank correlations between the estimators that are shown. */
export function agreementCsv({ rows, agreements }: EstimatorsModel): string {
  return csvText([
    ['estimator', 'fidelity', 'variance', ...rows.map(({ id }) => id)],
    ...rows.map(({ id, fidelity, variance }, index) => [id, fidelity, variance, ...(agreements[index] ?? [])]),
  ]);
}

export function curveCsv(lines: readonly { readonly id: string; readonly points: readonly FidelityPoint[] }[]): string {
  const lambdas = lines[0]?.points.map(({ lambda }) => lambda) ?? [];
  return csvText([
    ['lambda', ...lines.map(({ id }) => id)],
    ...lambdas.map((lambda, index) => [lambda, ...lines.map(({ points }) => points[index]?.fidelity)]),
  ]);
}
