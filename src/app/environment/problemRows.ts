/** Which rows of the document's data set are the problems that are tried beside the editor. */
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { Json, Split } from '../../core/environment/contract.ts';
import { datasetsStore } from '../../stores/datasets.ts';
import { attachedHere } from '../../stores/datasets/attached.ts';

export interface ProblemRows {
  /** The `place`-th problem of a split, beginning anew behind the last: its number in the file, and the row. */
  at(split: Split, place: number): { readonly index: number; readonly problem?: Json };
}

/** Null where the rows are named and not here: then no problem can be drawn. */
export function problemRows({ environment: { dataset } }: Pick<ProjectDocument, 'environment'>): ProblemRows | null {
  if (!dataset) return { at: (_, place) => ({ index: place }) };
  const data = attachedHere(dataset, datasetsStore.getState().loaded[dataset.digest]);
  if (!data) return null;
  return {
    at: (split, place) => {
      const rows = data.splits[split];
      const index = rows[place % Math.max(1, rows.length)];
      return index === undefined ? { index: place } : { index, problem: data.problem(index) };
    },
  };
}
