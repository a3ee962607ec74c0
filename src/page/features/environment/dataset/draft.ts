/** What a person says in the dialogue before it is part of the document: rows of fields instead of a record. */
import { type AttachedData, attachData } from '../../../../core/dataset/attach.ts';
import { guessColumns, guessSplitColumn } from '../../../../core/dataset/columns.ts';
import { datasetSchema, type ColumnSettings, type DatasetSettings } from '../../../../core/document/schema.ts';
import type { LoadedData } from '../../../state/datasets/datasets.ts';
import { datasetText } from '../../../../words/words.ts';

export interface FieldDraft extends ColumnSettings {
  /** Stays the same while the field is renamed. */
  readonly id: number;
  readonly field: string;
}

export interface DatasetDraft {
  readonly fields: readonly FieldDraft[];
  readonly splitColumn: string;
  /** Share of the test split, percent. */
  readonly testPercent: number;
  readonly sample: number;
  readonly seed: number;
}

let ids = 0;
export const newField = (field = '', column = '', part: ColumnSettings['part'] = 'whole'): FieldDraft => ({
  id: (ids += 1),
  field,
  column,
  part,
});

/** The document's own settings for this file, else likely ones. */
export function draftFor({ file, digest }: LoadedData, named: DatasetSettings | null): DatasetDraft {
  const known = named?.digest === digest ? named : null;
  const columns = known?.columns ?? guessColumns(file);
  return {
    fields: Object.entries(columns).map(([field, { column, part }]) => newField(field, column, part)),
    splitColumn: known?.split.column ?? guessSplitColumn(file),
    testPercent: Math.round((known?.split.test ?? 0.2) * 1000) / 10,
    sample: known?.sample ?? 0,
    seed: known?.seed ?? 1,
  };
}

/** What keeps a field from being taken over; null when nothing does. */
export function fieldProblem(draft: DatasetDraft, field: FieldDraft, columns: readonly string[]): string | null {
  const words = datasetText.dialogue;
  if (field.field.trim() === '') return words.noName;
  if (draft.fields.some((other) => other.id !== field.id && other.field.trim() === field.field.trim()))
    return words.sameName(field.field.trim());
  return columns.includes(field.column) ? null : words.noColumn(field.column);
}

/** The draft as the document holds it; null while something in it is wrong. */
export function settingsFrom(draft: DatasetDraft, { file, digest }: LoadedData): DatasetSettings | null {
  if (draft.fields.some((field) => fieldProblem(draft, field, file.columns) !== null)) return null;
  const parsed = datasetSchema.safeParse({
    name: file.name,
    digest,
    rows: file.rows.length,
    columns: Object.fromEntries(draft.fields.map(({ field, column, part }) => [field.trim(), { column, part }])),
    split: { column: draft.splitColumn, test: draft.testPercent / 100 },
    sample: draft.sample,
    seed: draft.seed,
  });
  return parsed.success ? parsed.data : null;
}

/** The rows as the draft says; null while something in it is wrong. */
export function attachedFrom(draft: DatasetDraft, data: LoadedData): AttachedData | null {
  const settings = settingsFrom(draft, data);
  return settings && attachData(data.file.rows, settings);
}
