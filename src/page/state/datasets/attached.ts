/** The data set of a document at work, as far as its rows are in this tab. */
import { type AttachedData, attachData, SOME_PROBLEMS, someProblems } from '../../../core/dataset/attach.ts';
import type { DataRow } from '../../../core/dataset/rows.ts';
import type { DatasetSettings } from '../../../core/document/schema.ts';
import { datasetsStore, type LoadedData } from './datasets.ts';

/** The last one, since drawing splits reads every row. */
let last: { readonly of: readonly unknown[]; readonly data: AttachedData } | null = null;

export function attachedHere(dataset: DatasetSettings | null, loaded: LoadedData | undefined): AttachedData | null {
  if (!dataset || !loaded) return null;
  const of = [dataset, loaded];
  if (!last || last.of.some((part, i) => part !== of[i])) last = { of, data: attachData(loaded.file.rows, dataset) };
  return last.data;
}

/** The same, looked for in this browser first; null when it is not here. */
export async function attachedTo(dataset: DatasetSettings | null): Promise<AttachedData | null> {
  if (!dataset) return null;
  const loaded = await datasetsStore
    .getState()
    .find(dataset)
    .catch(() => undefined); // the data set's own panel says that it is missing
  return attachedHere(dataset, loaded);
}

/** Some of its training problems as `reset` gets them; empty while the rows are not here. */
export function problemsHere(dataset: DatasetSettings | null): readonly DataRow[] {
  const data = attachedHere(dataset, datasetsStore.getState().loaded[dataset?.digest ?? '']);
  return data ? someProblems(data, SOME_PROBLEMS) : [];
}
