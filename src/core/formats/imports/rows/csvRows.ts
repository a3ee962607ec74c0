/** Rows of a table in CSV or TSV, each with the line it begins in. */
import Papa from 'papaparse';
import { faultAt } from '../../../faultAt.ts';
import { importFaults, importTraceFaults } from '../../../../words/words.ts';
import { MAX_LINE_BYTES } from '../limits.ts';
import type { GivenFile } from '../reader.ts';

/** Columns of a table. */
export const MAX_COLUMNS = 10_000;

export interface CsvRow {
  /** From 1, the header's being one of them. */
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** The rows of a file. Throws `E_IMPORT_SIZE` and `E_IMPORT_TEXT`, and `E_ROWS_CSV` for a line that is no row. */
export async function csvRows(file: GivenFile): Promise<CsvRow[]> {
  const subject = file.path;
  if (file.size > MAX_LINE_BYTES) throw faultAt(importFaults, 'E_IMPORT_SIZE', { subject, most: MAX_LINE_BYTES });
  const bytes = await file.read(0, MAX_LINE_BYTES + 1);
  if (bytes.length > MAX_LINE_BYTES) throw faultAt(importFaults, 'E_IMPORT_SIZE', { subject, most: MAX_LINE_BYTES });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw faultAt(importFaults, 'E_IMPORT_TEXT', { subject, line: 1 });
  }
  const rows: CsvRow[] = [];
  let header: readonly string[] | null = null;
  let failure: unknown = null;
  let [line, from] = [1, 0];
  Papa.parse<string[]>(text, {
    delimitersToGuess: [',', '\t', ';'],
    skipEmptyLines: 'greedy',
    step: ({ data, errors, meta }, parser) => {
      try {
        const here = line;
        for (let at = text.indexOf('\n', from); at >= 0 && at < meta.cursor; at = text.indexOf('\n', at + 1)) line += 1;
        from = meta.cursor;
        const refuse = (reason: string) => faultAt(importTraceFaults, 'E_ROWS_CSV', { subject, line: here, reason });
        const [error] = errors.filter(({ type }) => type === 'Quotes');
        if (error) throw refuse(error.message);
        if (header === null) {
          if (data.length > MAX_COLUMNS) throw faultAt(importTraceFaults, 'E_TRACE_MANY', { subject, found: 'columns', most: MAX_COLUMNS });
          header = data;
        } else if (data.length > header.length) throw refuse(`it has ${data.length} values for ${header.length} columns`);
        else rows.push({ line: here, cells: Object.fromEntries(header.map((name, column) => [name, data[column] ?? ''])) });
      } catch (error) {
        failure = error;
        parser.abort();
      }
    },
  });
  if (failure !== null) throw failure;
  return rows;
}

/**
 * The names of a table's columns by how its file begins; null for what is no table of at least two columns, of which only the first
 * may be without a name, as pandas writes an index.
 */
export function csvHeader(text: string): readonly string[] | null {
  const [first] = /^[^\r\n]+/.exec(text) ?? [];
  if (first === undefined || /^\s*[[{]/.test(first)) return null;
  const { data } = Papa.parse<string[]>(first, { delimitersToGuess: [',', '\t', ';'] });
  const names = data[0] ?? [];
  const named = names.slice(1).every((name) => name.trim() !== '');
  // What no text has, a table has not either.
  // oxlint-disable-next-line no-control-regex
  return names.length > 1 && named && !/[\u0000-\u0008\ufffd]/.test(first) ? names : null;
}

/** The number that a cell is; undefined for what is none. */
export function cellNumber(cell: string): number | undefined {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(cell) ? Number(cell) : undefined;
}
