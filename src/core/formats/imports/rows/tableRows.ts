/** The rows of any table, JSON Lines, JSON or CSV, and the columns in them: a column is a key, or the dotted path of one within tables. */
import { isRecord } from '../../../isRecord.ts';
import type { ImportedPart } from '../importedRun.ts';
import type { GivenFile } from '../reader.ts';
import { beginningOf, entriesOf, jsonOf, type Table } from '../traces/values.ts';
import { cellNumber, csvHeader, csvRows } from './csvRows.ts';

export interface TableRow {
  /** From 1: the line of a text file, or the element of a list. */
  readonly line: number;
  readonly row: Table;
}

/** The rows of a file. In CSV everything is a text: what is a number or a list in JSON becomes one, and empty cells null. */
export async function* tableRows(file: GivenFile, tell: (notice: ImportedPart) => void): AsyncGenerator<TableRow> {
  if (csvHeader(await beginningOf(file))) {
    for (const { line, cells } of await csvRows(file)) yield { line, row: typed(cells) };
    return;
  }
  for await (const { item, value } of entriesOf(file, ['data', 'rows'], tell)) yield { line: item, row: value };
}

const typed = (cells: Readonly<Record<string, string>>): Table =>
  Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => {
      if (cell === '') return [name, null];
      return [name, cellNumber(cell) ?? (/^\s*[[{]/.test(cell) ? (jsonOf(cell) ?? cell) : cell)];
    }),
  );

/** What stands in a column of a row; undefined where the row has no such. A key that contains dots comes before a path. */
export function cellAt(row: Table, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  let at: unknown = row;
  for (const step of column.split('.')) {
    if (Array.isArray(at) && /^\d{1,9}$/.test(step)) at = (at as unknown[])[Number(step)];
    else if (isRecord(at) && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}

/** Columns that are looked at to guess. */
export const MAX_GUESSED = 500;
/** Tables within tables whose keys are columns. */
const LEVELS = 3;

/** The columns of some rows in the order in which they come, tables within them by dotted paths. */
export function columnsIn(rows: readonly Table[]): readonly string[] {
  const columns = new Set<string>();
  const walk = (table: Table, before: string, level: number): void => {
    for (const [key, value] of Object.entries(table)) {
      if (columns.size >= MAX_GUESSED) return;
      if (isRecord(value) && level < LEVELS) walk(value, `${before}${key}.`, level + 1);
      else columns.add(`${before}${key}`);
    }
  };
  for (const row of rows) walk(row, '', 1);
  return [...columns];
}
