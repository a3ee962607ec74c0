/** A batch under the chosen estimators, as it is shown: a row each, the messages of the episode that is read as columns. */
import type { Discounts } from '../../core/credit/decisions.ts';
import { type AskedTruth, type BatchCredit, type EstimatorId, type FrozenBatch, type Missing } from '../../core/credit/estimators.ts';
import { agreements, creditVariance } from '../../core/credit/fidelity.ts';

export interface EstimatorRow {
  readonly id: EstimatorId;
  /** Why the batch has no such credit; null where it has. */
  readonly missing: Missing | null;
  readonly credit: BatchCredit | null;
  /** Of the episode that is read, [messages]; null where the estimator does not know it. */
  readonly cells: readonly number[] | null;
  /** Half-width of the row's colours: its largest credit in this episode. Units differ between estimators, so rows do not share it. */
  readonly range: number;
  /** Over all messages of the batch that the estimator knows; null for fewer than two. */
  readonly variance: number | null;
  /** Rank correlation with the tree; null where either is not known. */
  readonly fidelity: number | null;
}

export interface EstimatorsModel {
  readonly rows: readonly EstimatorRow[];
  /** Rank correlations between the rows that have credit, by row. */
  readonly agreements: readonly (readonly (number | null)[])[];
  /** The truth's credit; null while it was not asked. */
  readonly truth: BatchCredit | null;
  /** Messages the truth is known of. */
  readonly judged: number;
}

/** `place`: index of the episode that is read in the batch. */
export function estimatorsModel(
  batch: FrozenBatch,
  chosen: readonly EstimatorId[],
  discounts: Discounts,
  asked: AskedTruth,
  place: number,
): EstimatorsModel {
  const truth = batch.missing('tree', asked) ? null : batch.treeCredit(asked.values);
  const found = chosen.map((id) => ({ id, of: batch.credit(id, discounts, asked) }));
  const credits = found.map(({ of }) => ('credit' in of ? of.credit : null));
  // The truth takes part whether it is shown or not: its column is the fidelity.
  const all = agreements([...credits, truth]);
  const rows = found.map(({ id, of }, index): EstimatorRow => {
    const credit = credits[index] ?? null;
    const cells = credit?.[place] ?? null;
    return {
      id,
      missing: 'missing' in of ? of.missing : null,
      credit,
      cells,
      range: Math.max(0, ...(cells ?? []).map(Math.abs)),
      variance: credit && creditVariance(credit),
      fidelity: all[index]?.at(-1) ?? null,
    };
  });
  return {
    rows,
    agreements: all.slice(0, -1).map((line) => line.slice(0, -1)),
    truth,
    judged: (truth ?? []).reduce((sum, messages) => sum + (messages?.length ?? 0), 0),
  };
}
