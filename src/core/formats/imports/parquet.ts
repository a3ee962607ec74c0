/**
 * Rows of a Parquet file, read by hyparquet, which is fetched when the first such file is. hyparquet believes what a file says of its
 * sizes, so every page is looked at first: a run that is longer than its page, or a page larger than any trainer writes, is a fault
 * instead of a full memory. Of encodings those that pandas and Arrow write by default. Source: the Apache Parquet format,
 * “Data Pages” and “Run Length Encoding / Bit-Packing Hybrid”.
 */
import type { FileMetaData, PageHeader, SchemaTree } from 'hyparquet';
import { importFaults } from '../../../words/words.ts';
import { faultAt } from '../../faultAt.ts';
import { FaultError } from '../../faults.ts';
import { isRecord } from '../../isRecord.ts';
import type { Fields } from './fields.ts';
import {
  MAX_INFO_DEPTH,
  MAX_PARQUET_BYTES,
  MAX_PARQUET_CHARACTERS,
  MAX_PARQUET_METADATA_BYTES,
  MAX_PARQUET_PAGE_BYTES,
  MAX_PARQUET_PAGE_VALUES,
  MAX_PARQUET_ROWS,
  MAX_PARQUET_VALUES,
} from './limits.ts';
import type { JsonLine } from './lines.ts';
import type { GivenFile } from './reader.ts';

export interface ParquetTable {
  /** Names of the columns, in their order, and whether each holds fractions: those are what trainers note rewards and advantages as. */
  readonly columns: ReadonlyMap<string, 'fractions' | 'other'>;
  /** Rows by row group; lists and structures as JSON has them. */
  rows(): AsyncGenerator<readonly JsonLine[]>;
}

/** Whether these bytes, of a file's beginning or end, are Parquet's. */
export const isParquet = (bytes: Uint8Array): boolean => String.fromCharCode(...bytes.subarray(0, 4)) === 'PAR1';

/** Opens a table. Throws `E_IMPORT_PARQUET…`, `E_IMPORT_NO_PARQUET` and `E_IMPORT_SIZE`; so do its rows. */
export async function parquetTable(file: GivenFile): Promise<ParquetTable> {
  if (file.size > MAX_PARQUET_BYTES) throw faultAt(importFaults, 'E_IMPORT_SIZE', { subject: file.path, most: MAX_PARQUET_BYTES });
  const tail = await file.read(Math.max(0, file.size - 8), file.size);
  if (!isParquet(tail.subarray(4))) {
    const whose = isParquet(await file.read(0, 4)) ? 'E_IMPORT_PARQUET_CUT' : 'E_IMPORT_NO_PARQUET';
    throw faultAt(importFaults, whose, { subject: file.path });
  }
  const told = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);
  if (told > MAX_PARQUET_METADATA_BYTES) throw unreadable(file.path, `metadata of ${told} bytes`);
  const library = await import('hyparquet');
  const pages = await import('hyparquet/src/column.js');
  const source = {
    byteLength: file.size,
    async slice(start: number, end: number = file.size): Promise<ArrayBuffer> {
      if (!(start >= 0 && end >= start && end <= file.size)) throw new Error('a place behind its end');
      const bytes = await file.read(start, end);
      if (bytes.length !== end - start) throw new Error('it is shorter than it should be');
      return new Uint8Array(bytes).buffer;
    },
  };
  const { metadata, tree } = await orFault(file.path, async () => {
    const read = await library.parquetMetadataAsync(source, { geoparquet: false });
    return { metadata: read, tree: library.parquetSchema(read) };
  });
  const rowCount = metadata.row_groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0);
  if (!(rowCount >= 0 && rowCount <= MAX_PARQUET_ROWS)) throw unreadable(file.path, `it says that it has ${rowCount} rows`);
  const names = tree.children.map(({ element }) => element.name);
  if (new Set(names).size !== names.length) throw unreadable(file.path, 'two columns have one name');
  const fractions = (column: SchemaTree): boolean => column.element.type === 'DOUBLE' || column.element.type === 'FLOAT';
  return {
    columns: new Map(tree.children.map((column) => [column.element.name, fractions(column) ? 'fractions' : 'other'])),
    async *rows() {
      let before = 0;
      for (const group of metadata.row_groups) {
        const count = Number(group.num_rows);
        const rowStart = before;
        before += count;
        if (count === 0) continue;
        const rows = await orFault(file.path, async () => {
          checkPacking(group, file.path);
          await checkPages(source, group, tree, { ...library, ...pages });
          let read: unknown[][] = [];
          await library.parquetRead({
            file: source,
            metadata,
            columns: names,
            rowStart,
            rowEnd: rowStart + count,
            onComplete: (all: unknown[][]) => {
              read = all;
            },
          });
          if (read.length !== count) throw new Error(`it has ${read.length} of ${count} rows`);
          // A dictionary tells a text once, however many rows have it.
          const characters = read.reduce(
            (sum, row) => row.reduce<number>((of, value) => of + (typeof value === 'string' ? value.length : 0), sum),
            0,
          );
          if (characters > MAX_PARQUET_CHARACTERS) throw new Error(`texts of ${characters} characters`);
          return read.map((row): Fields => Object.fromEntries(names.map((name, index) => [name, plain(row[index], 0)])));
        });
        yield rows.map((value, index) => ({ line: rowStart + index + 1, value }));
      }
    },
  };
}

const unreadable = (path: string, reason: string): FaultError =>
  faultAt(importFaults, 'E_IMPORT_PARQUET', { subject: path }, reason.slice(0, 200));

/** What hyparquet throws, of whatever kind, is about the file. */
async function orFault<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FaultError ? error : unreadable(path, error instanceof Error ? error.message : String(error));
  }
}

/** A value as JSON has it: whole numbers of 64 bits as numbers, or as texts where they are larger; bytes that are no text are unknown. */
function plain(value: unknown, depth: number): unknown {
  if (depth > MAX_INFO_DEPTH) throw new Error('it is nested too deep');
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === undefined || value === null || value instanceof Uint8Array) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, (item) => plain(item, depth + 1));
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, depth + 1)]));
  return value;
}

interface PageReading {
  parquetHeader(reader: { view: DataView; offset: number }): PageHeader;
  snappyUncompress(input: Uint8Array, output: Uint8Array): void;
}

function checkPacking(group: FileMetaData['row_groups'][number], path: string): void {
  for (const { meta_data: column } of group.columns)
    if (column && column.codec !== 'SNAPPY' && column.codec !== 'UNCOMPRESSED')
      throw faultAt(importFaults, 'E_IMPORT_PARQUET_PACKED', { subject: path, codec: String(column.codec).slice(0, 40) });
}

/** Looks at every page of a row group as far as sizes go; throws for what says more than it holds. */
async function checkPages(
  source: { slice(start: number, end?: number): Promise<ArrayBuffer> },
  group: FileMetaData['row_groups'][number],
  tree: SchemaTree,
  { parquetHeader, snappyUncompress }: PageReading,
): Promise<void> {
  for (const { meta_data: column } of group.columns) {
    if (!column) throw new Error('a column without its place');
    const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
    const bytes = await source.slice(start, start + Number(column.total_compressed_size));
    const { definition, repetition } = levels(tree, column.path_in_schema);
    const reader = { view: new DataView(bytes), offset: 0 };
    let values = 0;
    while (reader.offset < bytes.byteLength - 1) {
      const header = parquetHeader(reader);
      const [packed, size] = [header.compressed_page_size, header.uncompressed_page_size];
      if (!(packed >= 0 && reader.offset + packed <= bytes.byteLength)) throw new Error('a page is longer than its column');
      if (!(size >= 0 && size <= MAX_PARQUET_PAGE_BYTES)) throw new Error(`a page of ${size} bytes`);
      const page = new Uint8Array(bytes, reader.offset, packed);
      reader.offset += packed;
      const held = header.data_page_header ?? header.dictionary_page_header;
      if (!held || (header.type !== 'DATA_PAGE' && header.type !== 'DICTIONARY_PAGE')) throw new Error(`a page of the kind ${header.type}`);
      if (!(held.num_values >= 0 && held.num_values <= MAX_PARQUET_PAGE_VALUES)) throw new Error(`a page of ${held.num_values} values`);
      const unpacked = column.codec === 'SNAPPY' ? new Uint8Array(size) : page;
      if (column.codec === 'SNAPPY') snappyUncompress(page, unpacked);
      // Each value of a dictionary takes a byte at least, so such a page cannot claim more than it has.
      if (header.type === 'DICTIONARY_PAGE') {
        if (held.num_values > size) throw new Error('a dictionary is shorter than it says');
        continue;
      }
      values += held.num_values;
      if (values > MAX_PARQUET_VALUES) throw new Error(`a column of ${values} values`);
      if (values > Number(column.num_values)) throw new Error('its pages hold more values than their column');
      checkRuns(unpacked, held.num_values, held.encoding, { definition, repetition });
    }
    if (values !== Number(column.num_values)) throw new Error('its pages hold fewer values than their column');
    if (repetition === 0 && values !== Number(group.num_rows)) throw new Error('a column has another number of rows');
  }
}

/** How deep the definition and repetition levels of a column go. */
function levels(tree: SchemaTree, path: readonly string[]): { readonly definition: number; readonly repetition: number } {
  let [definition, repetition] = [0, 0];
  let at: SchemaTree | undefined = tree;
  for (const name of path) {
    at = at?.children.find(({ element }) => element.name === name);
    if (!at) throw new Error('a column that its schema has not');
    const type = at.element.repetition_type;
    if (type !== 'REQUIRED') definition += 1;
    if (type === 'REPEATED') repetition += 1;
  }
  return { definition, repetition };
}

const widthOf = (most: number): number => 32 - Math.clz32(most);

function checkRuns(page: Uint8Array, count: number, encoding: string, most: { definition: number; repetition: number }): void {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  let at = 0;
  for (const level of [most.repetition, most.definition]) {
    if (level === 0) continue;
    const length = view.getUint32(at, true);
    at += 4;
    if (at + length > page.length) throw new Error('levels longer than their page');
    checkHybrid(page.subarray(at, at + length), count, widthOf(level));
    at += length;
  }
  if (encoding === 'PLAIN') {
    if (count > 8 * page.length && most.definition === 0) throw new Error('a page is shorter than it says');
  } else if (encoding === 'RLE_DICTIONARY' || encoding === 'PLAIN_DICTIONARY') {
    const width = page[at] ?? 0;
    if (width > 32) throw new Error(`indices of ${width} bits`);
    // How many values are there depends on the levels: no more than places.
    if (width > 0) checkHybrid(page.subarray(at + 1), count, width, true);
  } else throw new Error(`values written as ${encoding}`);
}

/** Runs of a hybrid encoding must hold `count` values, or at most as many, and no run more than there are. */
function checkHybrid(bytes: Uint8Array, count: number, width: number, fewer = false): void {
  let [at, seen] = [0, 0];
  while (seen < count) {
    if (at >= bytes.length) {
      if (fewer) return;
      throw new Error('runs that end too early');
    }
    let [header, shift] = [0, 0];
    for (;;) {
      const byte = bytes[at];
      at += 1;
      if (byte === undefined || shift > 28) throw new Error('a run without its length');
      header += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if (byte < 0x80) break;
    }
    const length = Math.floor(header / 2);
    const packed = header % 2 === 1;
    seen += packed ? 8 * length : length;
    at += packed ? length * width : Math.ceil(width / 8);
    if (seen > count + (packed ? 7 : 0)) throw new Error('a run that is longer than its page');
  }
}
