/** The rows of an imported file: plain objects, cleaned of what is only there to do harm, within limits. */
import { isRecord } from '../isRecord.ts';
import type { Json } from '../json.ts';
import { dataFault, type TextPlace } from './faults.ts';

export type DataRow = Readonly<Record<string, Json>>;

/** The column that a file with splits by key gets: the key each row stood under. */
export const SPLIT_COLUMN = 'split';

/** What may be imported; lengths in UTF-16 units of the row's JSON. */
export const DATA_LIMITS = { bytes: 64 * 1024 * 1024, rows: 1_000_000, row: 128 * 1024, columns: 200, depth: 32 } as const;

/** Names that mean something to JavaScript's objects; data has no use for them. */
const HOSTILE = new Set(['__proto__', 'constructor', 'prototype']);

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
  add(value: unknown, place?: TextPlace, extra: DataRow = {}): void {
    const number = this.rows.length + 1;
    if (number > DATA_LIMITS.rows)
      throw dataFault('SIZE', this.file, `has more than ${DATA_LIMITS.rows.toLocaleString('en')} rows.`, 'Import a part of it.');
    const cleaned = this.#clean(value, 0, place);
    const row: DataRow = { ...(isRecord(cleaned) ? cleaned : { value: cleaned as Json }), ...extra };
    const length = JSON.stringify(row).length;
    if (length > DATA_LIMITS.row)
      throw dataFault(
        'SIZE',
        this.file,
        `: row ${number} is ${Math.ceil(length / 1024)} KB long, at most ${DATA_LIMITS.row / 1024} KB are allowed.`,
        'Leave long columns out of the file, or shorten them.',
        place,
      );
    for (const name of Object.keys(row)) this.#columns.add(name);
    if (this.#columns.size > DATA_LIMITS.columns)
      throw dataFault(
        'SIZE',
        this.file,
        `has more than ${DATA_LIMITS.columns} columns.`,
        'Rows are records with the same fields; is this a file of rows?',
        place,
      );
    this.rows.push(row);
  }

  #clean(value: unknown, depth: number, place?: TextPlace): Json {
    if (depth > DATA_LIMITS.depth)
      throw dataFault(
        'ROW',
        this.file,
        `: row ${this.rows.length + 1} is nested deeper than ${DATA_LIMITS.depth} levels.`,
        'Flatten it.',
        place,
      );
    // `1e999` is JSON, infinity is not.
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (Array.isArray(value)) return value.map((element) => this.#clean(element, depth + 1, place));
    if (!isRecord(value)) return null;
    const kept = Object.entries(value).filter(([key]) => !HOSTILE.has(key));
    this.dropped += Object.keys(value).length - kept.length;
    return Object.fromEntries(kept.map(([key, element]) => [key, this.#clean(element, depth + 1, place)]));
  }
}
