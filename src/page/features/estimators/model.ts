/** A batch under the chosen estimators, as it is shown: a row each, the messages of the episode that is read as columns. */
import type { Discounts } from '../../../core/credit/advantages/decisions.ts';
import { type AskedTruth, type BatchCredit, type EstimatorId, type FrozenBatch, type Missing } from '../../../core/credit/estimators.ts';
import { agreements, creditVariance } from '../../../core/credit/fidelity.ts';

/** A row as far as it is of the whole batch. */
export interface BatchRow {
  readonly id: EstimatorId;
  /** Why the batch has no such credit; null where it has. */
  readonly missing: Missing | null;
  readonly credit: BatchCredit | null;
  /** Over all messages of the batch that the estimator knows; null for fewer than two. */
  readonly variance: number | null;
  /** Rank correlation with the tree; null where either is not known. */
  readonly fidelity: number | null;
}

export interface EstimatorRow extends BatchRow {
  /** Credit in the episode that is read, [messages]; null where the estimator does not know it. */
  readonly cells: readonly number[] | null;
  /** Half-width of the row's colours: its largest credit in this episode. Units differ between estimators, so rows do not share it. */
  readonly range: number;
}

export interface BatchModel<Row = BatchRow> {
  readonly rows: readonly Row[];
  /** Rank correlations between the rows that have credit, by row. */
  readonly agreements: readonly (readonly (number | null)[])[];
  /** The truth's credit; null while it was not asked. */
  readonly truth: BatchCredit | null;
  /** Messages the truth is known of. */
  readonly judged: number;
}

export type EstimatorsModel = BatchModel<EstimatorRow>;

/** The whole batch under the chosen estimators. Whoever asks can pause where it yields: many messages take long to sort. */
export function* batchModel(
  batch: FrozenBatch,
  chosen: readonly EstimatorId[],
  discounts: Discounts,
  asked: AskedTruth,
): Generator<undefined, BatchModel, undefined> {
  const truth = batch.missing('tree', asked) ? null : batch.treeCredit(asked.values);
  const found: { readonly id: EstimatorId; readonly missing: Missing | null; readonly credit: BatchCredit | null }[] = [];
  for (const id of chosen) {
    const of = batch.credit(id, discounts, asked);
    found.push({ id, missing: 'missing' in of ? of.missing : null, credit: 'credit' in of ? of.credit : null });
    yield;
  }
  // The truth takes part whether it is shown or not: its column is the fidelity.
  const all = yield* agreements([...found.map(({ credit }) => credit), truth]);
  return {
    rows: found.map(({ id, missing, credit }, index) => ({
      id,
      missing,
      credit,
      variance: credit && creditVariance(credit),
      fidelity: all[index]?.at(-1) ?? null,
    })),
    agreements: all.slice(0, -1).map((line) => line.slice(0, -1)),
    truth,
    judged: (truth ?? []).reduce((sum, messages) => sum + (messages?.length ?? 0), 0),
  };
}

/** With the messages of one episode; `index` is the episode's in the batch. */
export function modelOfEpisode(model: BatchModel, index: number): EstimatorsModel {
  const rows = model.rows.map((row): EstimatorRow => {
    const cells = row.credit?.[index] ?? null;
    return { ...row, cells, range: Math.max(0, ...(cells ?? []).map(Math.abs)) };
  });
  return { ...model, rows };
}
