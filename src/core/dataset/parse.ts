/**
 * Reads a file of problems. What it is, its content says, never its name: Hugging Face's and MARFT's JSON and JSON Lines,
 * lists, columns, splits by key, the pages of Hugging Face's viewer, CSV and TSV.
 */
import { isRecord } from '../isRecord.ts';
import Papa from 'papaparse';
import { dataFault, placeAt } from './faults.ts';
import { jsonErrorOffset } from './jsonError.ts';
import { DATA_LIMITS, type DataRow, RowReader, SPLIT_COLUMN } from './rows.ts';

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
  if (bytes.length > DATA_LIMITS.bytes)
    throw dataFault(
      'SIZE',
      name,
      `has ${Math.ceil(bytes.length / 2 ** 20)} MB, at most ${DATA_LIMITS.bytes / 2 ** 20} MB are read.`,
      'Import a part of it.',
    );
  const text = decode(bytes, name);
  const first = /\S/.exec(text)?.[0];
  if (first === undefined) throw dataFault('EMPTY', name, 'is empty.', 'Choose a file with a row for each problem.');
  const reader = new RowReader(name);
  const layout = first === '{' || first === '[' ? readJson(text, reader) : readTable(text, reader);
  if (reader.rows.length === 0) throw dataFault('EMPTY', name, 'has no rows.', 'Choose a file with a row for each problem.');
  return { name, layout, rows: reader.rows, columns: reader.columns, dropped: reader.dropped };
}

function decode(bytes: Uint8Array, name: string): string {
  // UTF-16 is what Excel writes as “Unicode text”.
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw dataFault(
      'ENCODING',
      name,
      'is not a text in UTF-8.',
      'Parquet, Arrow and zip files cannot be read: save the data set as JSON Lines or CSV.',
    );
  }
}

function readJson(text: string, reader: RowReader): DataLayout {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (isJson(firstLine(text))) return readLines(text, reader);
    const offset = jsonErrorOffset(text);
    const found =
      offset >= text.length ? 'ends in the middle' : `cannot be read as JSON: ${JSON.stringify(text[offset])} is not expected there`;
    throw dataFault(
      'JSON',
      reader.file,
      `${found}.`,
      'Save it as a list of objects, or as JSON Lines with one object a line.',
      placeAt(text, Math.min(offset, text.length)),
    );
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
      const found =
        offset >= line.trimEnd().length
          ? 'ends in the middle'
          : `cannot be read as JSON: ${JSON.stringify(line[offset])} is not expected there`;
      throw dataFault('JSON', reader.file, `${found}.`, 'Correct or remove that line.', { line: number, column: offset + 1 });
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
  if (!isRecord(value)) throw dataFault('LAYOUT', reader.file, 'holds no rows.', 'Save it as a list of objects.');
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
    if (odd)
      throw dataFault(
        'LAYOUT',
        reader.file,
        `has columns of different lengths: “${columns[0]?.[0]}” has ${length} values, “${odd[0]}” has ${odd[1].length}.`,
        'Every column needs a value for each row.',
      );
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

const HEADER_HINT = 'The first line names the columns; quote texts that hold commas, quotes or line ends, and double the quotes inside.';

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
        const place = { line };
        for (let at = text.indexOf('\n', from); at >= 0 && at < cursor; at = text.indexOf('\n', at + 1)) line += 1;
        from = cursor;
        delimiter = meta.delimiter;
        const [error] = errors.filter(({ type }) => type === 'Quotes');
        if (error) throw dataFault('CSV', reader.file, `has a quote that does not end: ${error.message}.`, HEADER_HINT, place);
        if (header === null) header = headerOf(data, reader.file, place.line);
        else if (data.length > header.length)
          throw dataFault('CSV', reader.file, `has ${data.length} values, but there are ${header.length} columns.`, HEADER_HINT, place);
        else reader.add(Object.fromEntries(header.map((name, column) => [name, data[column] ?? ''])), place);
      } catch (error) {
        failure = error as Error;
        parser.abort();
      }
    },
  });
  if (failure) throw failure as Error;
  return delimiter === '\t' ? 'tsv' : 'csv';
}

function headerOf(cells: readonly string[], file: string, line: number): string[] {
  const names = cells.map((cell, column) => cell.replace(/^\ufeff/, '').trim() || `column ${column + 1}`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw dataFault('CSV', file, `names the column “${twice}” twice.`, 'Give every column a name of its own.', { line });
  return names;
}
