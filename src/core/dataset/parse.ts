/**
 * Reads a file of problems. What it is, its content says, never its name: Hugging Face's and MARFT's JSON and JSON Lines,
 * lists, columns, splits by key, the pages of Hugging Face's viewer, CSV and TSV.
 */
import { isRecord } from '../isRecord.ts';
import Papa from 'papaparse';
import { faultAt } from '../faultAt.ts';
import { datasetFaults } from '../../words/words.ts';
import { locationAt } from './textLocation.ts';
import { jsonErrorOffset } from './jsonError.ts';
import { checkSize, type DataRow, RowReader, SPLIT_COLUMN } from './rows.ts';

export type DataLayout = 'json_lines' | 'list' | 'data' | 'splits' | 'columns' | 'viewer' | 'csv' | 'tsv';

export interface DataFile {
  readonly name: string;
  readonly layout: DataLayout;
  /** In the order of the file; a row's index here is its number everywhere. */
  readonly rows: readonly DataRow[];
  /** In the order in which they first occur. */
  readonly columns: readonly string[];
  /** Keys left out because of their names (`__proto__` and the like). */
  readonly dropped: number;
}

/** The rows of a file; throws a fault `E_DATASET_…` that names its line and column where they are known. */
export function parseDataFile(bytes: Uint8Array, name: string): DataFile {
  checkSize(bytes.length, name);
  const text = decode(bytes, name);
  const first = /\S/.exec(text)?.[0];
  if (first === undefined) throw faultAt(datasetFaults, 'E_DATASET_EMPTY', { subject: name, found: 'nothing' });
  const reader = new RowReader(name);
  const layout = first === '{' || first === '[' ? readJson(text, reader) : readTable(text, reader);
  if (reader.rows.length === 0) throw faultAt(datasetFaults, 'E_DATASET_EMPTY', { subject: name, found: 'no_rows' });
  return { name, layout, rows: reader.rows, columns: reader.columns, dropped: reader.dropped };
}

function decode(bytes: Uint8Array, subject: string): string {
  // UTF-16 is what Excel writes as “Unicode text”.
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw faultAt(datasetFaults, 'E_DATASET_ENCODING', { subject });
  }
}

function readJson(text: string, reader: RowReader): DataLayout {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (isJson(firstLine(text))) return readLines(text, reader);
    const offset = jsonErrorOffset(text);
    const location = locationAt(text, Math.min(offset, text.length));
    throw faultAt(datasetFaults, 'E_DATASET_JSON', { subject: reader.file, ...location, layout: 'whole', unexpected: text[offset] });
  }
  return readValue(value, reader);
}

/** The first line that is not blank. */
function firstLine(text: string): string {
  const start = text.search(/\S/);
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? undefined : end);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readLines(text: string, reader: RowReader): 'json_lines' {
  let number = 0;
  for (const line of text.split('\n')) {
    number += 1;
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      const offset = jsonErrorOffset(line);
      const unexpected = line.trimEnd()[offset];
      const location = { line: number, column: offset + 1 };
      throw faultAt(datasetFaults, 'E_DATASET_JSON', { subject: reader.file, ...location, layout: 'lines', unexpected });
    }
    reader.add(value, { line: number });
  }
  return 'json_lines';
}

function readValue(value: unknown, reader: RowReader): DataLayout {
  const all = (rows: readonly unknown[], pick: (row: unknown) => unknown = (row) => row) => {
    for (const row of rows) reader.add(pick(row));
  };
  if (Array.isArray(value)) {
    all(value);
    return 'list';
  }
  if (!isRecord(value)) throw faultAt(datasetFaults, 'E_DATASET_LAYOUT', { subject: reader.file, found: 'no_rows' });
  const { rows, data } = value;
  if (Array.isArray(rows) && rows.every((entry) => isRecord(entry) && isRecord(entry['row']))) {
    all(rows, (entry) => (entry as { row: unknown }).row);
    return 'viewer';
  }
  if (Array.isArray(data) && data.every(isRecord)) {
    all(data);
    return 'data';
  }
  const entries = Object.entries(value);
  if (entries.length > 0 && entries.every(([, part]) => Array.isArray(part) && part.every(isRecord))) {
    for (const [key, part] of entries) for (const row of part as unknown[]) reader.add(row, undefined, { [SPLIT_COLUMN]: key });
    return 'splits';
  }
  const columns = columnsOf(value);
  if (columns) {
    const length = columns[0]?.[1].length ?? 0;
    const odd = columns.find(([, cells]) => cells.length !== length);
    if (odd) {
      const lengths = [...columns.slice(0, 1), odd].map(([name, cells]) => ({ name, values: cells.length }));
      throw faultAt(datasetFaults, 'E_DATASET_LAYOUT', { subject: reader.file, found: 'lengths', lengths });
    }
    for (let index = 0; index < length; index += 1) reader.add(Object.fromEntries(columns.map(([name, cells]) => [name, cells[index]])));
    return 'columns';
  }
  // One object on one line is the shortest JSON Lines file there is.
  reader.add(value);
  return 'json_lines';
}

/** Columns as lists, or as pandas writes them (`{"question": {"0": …}}`); null for anything else. */
function columnsOf(value: Record<string, unknown>): [string, unknown[]][] | null {
  const entries = Object.entries(value).filter(([, cells]) => !(isRecord(cells) && Object.keys(cells).length === 0));
  if (entries.length === 0) return null;
  if (entries.every(([, cells]) => Array.isArray(cells))) return entries as [string, unknown[]][];
  const numbered = entries.every(([, cells]) => isRecord(cells) && Object.keys(cells).every((key) => /^\d+$/.test(key)));
  return numbered ? entries.map(([name, cells]) => [name, Object.values(cells as object) as unknown[]]) : null;
}

function readTable(text: string, reader: RowReader): 'csv' | 'tsv' {
  let header: string[] | null = null;
  let delimiter = ',';
  let from = 0;
  let line = 1;
  let failure: Error | null = null;
  Papa.parse<string[]>(text, {
    delimitersToGuess: [',', '\t', ';', '|'],
    skipEmptyLines: 'greedy',
    step: ({ data, errors, meta }, parser) => {
      try {
        const { cursor } = meta;
        const location = { subject: reader.file, line };
        for (let at = text.indexOf('\n', from); at >= 0 && at < cursor; at = text.indexOf('\n', at + 1)) line += 1;
        from = cursor;
        delimiter = meta.delimiter;
        const [error] = errors.filter(({ type }) => type === 'Quotes');
        if (error) throw faultAt(datasetFaults, 'E_DATASET_CSV', { ...location, found: 'quote', reason: error.message });
        if (header === null) header = headerOf(data, location);
        else if (data.length > header.length)
          throw faultAt(datasetFaults, 'E_DATASET_CSV', { ...location, found: 'values', values: data.length, columns: header.length });
        else reader.add(Object.fromEntries(header.map((name, column) => [name, data[column] ?? ''])), location);
      } catch (error) {
        failure = error as Error;
        parser.abort();
      }
    },
  });
  if (failure) throw failure as Error;
  return delimiter === '\t' ? 'tsv' : 'csv';
}

function headerOf(cells: readonly string[], location: { readonly subject: string; readonly line: number }): string[] {
  const names = cells.map((cell, column) => cell.replace(/^\ufeff/, '').trim() || `column ${column + 1}`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw faultAt(datasetFaults, 'E_DATASET_CSV', { ...location, found: 'twice', name: twice });
  return names;
}
