/** The rows of an imported file: plain objects, cleaned of what is only there to do harm, within limits. */
import { isRecord } from '../isRecord.ts';
import type { Json } from '../json.ts';
import { faultAt } from '../faultAt.ts';
import { datasetFaults } from '../../words/words.ts';
import type { TextLocation } from './textLocation.ts';

export type DataRow = Readonly<Record<string, Json>>;

/** The column that a file with splits by key gets: the key each row stood under. */
export const SPLIT_COLUMN = 'split';

/** What may be imported; lengths in UTF-16 units of the row's JSON. */
export const DATA_LIMITS = { bytes: 64 * 1024 * 1024, rows: 1_000_000, row: 128 * 1024, columns: 200, depth: 32 } as const;

/** Refuses a file of so many `bytes`, before it is read. */
export function checkSize(bytes: number, subject: string): void {
  const most = DATA_LIMITS.bytes;
  if (bytes > most) throw faultAt(datasetFaults, 'E_DATASET_SIZE', { subject, found: 'bytes', size: bytes, most });
}

/** Names that mean something to JavaScript's objects; data has no use for them. */
const HOSTILE = new Set(['__proto__', 'constructor', 'prototype']);

/** A file, and where in it. */
type FileLocation = { readonly subject: string } & Partial<TextLocation>;

/** Takes rows in one after the other, and counts what it had to leave out. */
export class RowReader {
  readonly rows: DataRow[] = [];
  readonly #columns = new Set<string>();
  /** Keys that were left out because of their names. */
  dropped = 0;

  constructor(readonly file: string) {}

  get columns(): string[] {
    return [...this.#columns];
  }

  /** `value` as a row; what is no object becomes the column `value`. `extra` are columns that the layout adds. */
  add(value: unknown, location?: TextLocation, extra: DataRow = {}): void {
    const number = this.rows.length + 1;
    const at: FileLocation = { subject: this.file, ...location };
    const most = DATA_LIMITS;
    if (number > most.rows) throw faultAt(datasetFaults, 'E_DATASET_SIZE', { subject: this.file, found: 'rows', most: most.rows });
    const cleaned = this.#clean(value, 0, at);
    const row: DataRow = { ...(isRecord(cleaned) ? cleaned : { value: cleaned as Json }), ...extra };
    const length = JSON.stringify(row).length;
    if (length > most.row)
      throw faultAt(datasetFaults, 'E_DATASET_SIZE', { ...at, found: 'row', row: number, size: length, most: most.row });
    for (const name of Object.keys(row)) this.#columns.add(name);
    if (this.#columns.size > most.columns) throw faultAt(datasetFaults, 'E_DATASET_SIZE', { ...at, found: 'columns', most: most.columns });
    this.rows.push(row);
  }

  #clean(value: unknown, depth: number, at: FileLocation): Json {
    if (depth > DATA_LIMITS.depth)
      throw faultAt(datasetFaults, 'E_DATASET_ROW', { ...at, row: this.rows.length + 1, most: DATA_LIMITS.depth });
    // `1e999` is JSON, infinity is not.
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (Array.isArray(value)) return value.map((element) => this.#clean(element, depth + 1, at));
    if (!isRecord(value)) return null;
    const kept = Object.entries(value).filter(([key]) => !HOSTILE.has(key));
    this.dropped += Object.keys(value).length - kept.length;
    return Object.fromEntries(kept.map(([key, element]) => [key, this.#clean(element, depth + 1, at)]));
  }
}
