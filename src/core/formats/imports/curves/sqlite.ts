/**
 * Tables of an SQLite database, read from the format itself (https://www.sqlite.org/fileformat2.html): table b-trees, records,
 * overflow pages and the write-ahead log; no indices, no SQL. SQLite compiled to WebAssembly would take a megabyte, hold the whole
 * database in memory and not open one whose log is not yet merged, as a tracker leaves it. Nothing in the file is believed: pages
 * are bounded by the file, each is visited once, and what a row claims to hold is bounded.
 */
import { faultAt } from '../../../faultAt.ts';
import { importTraceFaults, type CurvesDamage } from '../../../../words/words.ts';
import type { GivenFile } from '../reader.ts';
import { NO_LOG, readLog, type SqliteLog } from './sqliteLog.ts';

/** Bytes of one row. */
export const MAX_ROW_BYTES = 64 * 2 ** 20;
/** Levels of a b-tree; twenty reach 2⁶⁴ rows. */
const MAX_DEPTH = 20;
/** Bytes read ahead at once, and how many such stretches are held. */
const STRETCH = 2 ** 18;
const STRETCHES = 8;

const HEADER_BYTES = 100;
const SCHEMA_PAGE = 1;
const [INTERIOR, LEAF] = [5, 13];

export type SqliteValue = null | number | string | Uint8Array;

export interface SqliteTable {
  readonly name: string;
  readonly root: number;
  /** In the order of a row's values. */
  readonly columns: readonly string[];
}

export class SqliteFile {
  readonly #stretches = new Map<number, Uint8Array>();

  private constructor(
    readonly file: GivenFile,
    readonly log: GivenFile | null,
    readonly pageSize: number,
    readonly usable: number,
    readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be',
    /** Whether writers of this database keep a log, so that the newest rows may be there. */
    readonly keepsLog: boolean,
    readonly newer: SqliteLog,
  ) {}

  /** Throws `E_CURVES_BYTES` for what is no database. */
  static async open(file: GivenFile, log: GivenFile | null): Promise<SqliteFile> {
    const damaged = (offset: number, found: CurvesDamage) =>
      faultAt(importTraceFaults, 'E_CURVES_BYTES', { subject: file.path, offset, found });
    const header = await file.read(0, HEADER_BYTES);
    if (!isSqlite(header) || header.length < HEADER_BYTES) throw damaged(0, 'header');
    const view = new DataView(header.buffer, header.byteOffset, HEADER_BYTES);
    const stated = view.getUint16(16);
    const pageSize = stated === 1 ? 65_536 : stated;
    const usable = pageSize - view.getUint8(20);
    if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0 || usable < 480) throw damaged(16, 'header');
    const encoding = ([undefined, 'utf-8', 'utf-16le', 'utf-16be'] as const)[view.getUint32(56)];
    if (!encoding) throw damaged(56, 'header');
    const newer = log ? await readLog(log, pageSize) : NO_LOG;
    return new SqliteFile(file, log, pageSize, usable, encoding, view.getUint8(18) === 2, newer);
  }

  /** The database's tables with rows of their own. */
  async tables(): Promise<SqliteTable[]> {
    const tables: SqliteTable[] = [];
    for await (const [type, name, , root, sql] of this.rows(SCHEMA_PAGE))
      if (type === 'table' && typeof name === 'string' && typeof root === 'number' && typeof sql === 'string')
        tables.push({ name, root, columns: columnsOf(sql) });
    return tables;
  }

  /** The rows of the tree at a page, in the order of their ids. A row that was written before a column was added is shorter. */
  async *rows(root: number): AsyncGenerator<SqliteValue[]> {
    yield* this.#tree(root, 0, new Set());
  }

  async *#tree(page: number, depth: number, visited: Set<number>): AsyncGenerator<SqliteValue[]> {
    if (depth > MAX_DEPTH || visited.has(page)) throw this.#damaged(page, 'loop');
    visited.add(page);
    const bytes = await this.#page(page);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const head = page === 1 ? HEADER_BYTES : 0;
    const kind = view.getUint8(head);
    if (kind !== INTERIOR && kind !== LEAF) throw this.#damaged(page, 'page');
    const cells = view.getUint16(head + 3);
    const first = head + (kind === INTERIOR ? 12 : 8);
    if (first + 2 * cells > this.usable) throw this.#damaged(page, 'page');
    for (let cell = 0; cell < cells; cell += 1) {
      const at = view.getUint16(first + 2 * cell);
      if (at < first + 2 * cells || at + 4 > this.usable) throw this.#damaged(page, 'page');
      if (kind === INTERIOR) yield* this.#tree(view.getUint32(at), depth + 1, visited);
      else yield this.#record(await this.#payload(bytes, at, page, visited), page);
    }
    if (kind === INTERIOR) yield* this.#tree(view.getUint32(head + 8), depth + 1, visited);
  }

  /** The bytes of a leaf's row, with what lies on overflow pages. */
  async #payload(page: Uint8Array, at: number, number: number, visited: Set<number>): Promise<Uint8Array> {
    const damaged = () => this.#damaged(number, 'length');
    const size = varintAt(page, at);
    if (!size || size.value > MAX_ROW_BYTES) throw damaged();
    const id = varintAt(page, size.end);
    if (!id) throw damaged();
    const here = this.#inPage(size.value);
    if (id.end + here + (here < size.value ? 4 : 0) > this.usable) throw damaged();
    if (here === size.value) return page.subarray(id.end, id.end + here);
    const whole = new Uint8Array(size.value);
    whole.set(page.subarray(id.end, id.end + here));
    let next = uint32(page, id.end + here);
    for (let filled = here; filled < size.value; ) {
      if (visited.has(next)) throw this.#damaged(next, 'loop');
      visited.add(next);
      const overflow = await this.#page(next);
      const part = overflow.subarray(4, Math.min(this.usable, 4 + size.value - filled));
      whole.set(part, filled);
      filled += part.length;
      next = uint32(overflow, 0);
    }
    return whole;
  }

  /** Of a row's bytes those that lie in its leaf. */
  #inPage(size: number): number {
    const most = this.usable - 35;
    if (size <= most) return size;
    const least = Math.floor(((this.usable - 12) * 32) / 255) - 23;
    const kept = least + ((size - least) % (this.usable - 4));
    return kept <= most ? kept : least;
  }

  #record(bytes: Uint8Array, page: number): SqliteValue[] {
    const damaged = () => this.#damaged(page, 'length');
    const header = varintAt(bytes, 0);
    if (!header || header.value > bytes.length) throw damaged();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const values: SqliteValue[] = [];
    let at = header.value;
    for (let head = header.end; head < header.value; ) {
      const type = varintAt(bytes, head);
      if (!type) throw damaged();
      head = type.end;
      const length = type.value >= 12 ? Math.floor((type.value - 12) / 2) : (LENGTHS[type.value] ?? -1);
      if (length < 0 || at + length > bytes.length) throw damaged();
      values.push(this.#value(view, type.value, at, length));
      at += length;
    }
    return values;
  }

  #value(view: DataView, type: number, at: number, length: number): SqliteValue {
    if (type >= 12) {
      const bytes = new Uint8Array(view.buffer, view.byteOffset + at, length);
      return type % 2 === 0 ? bytes.slice() : new TextDecoder(this.encoding).decode(bytes);
    }
    if (type === 0) return null;
    if (type === 7) return view.getFloat64(at);
    if (type >= 8) return type - 8;
    let value = view.getInt8(at);
    for (let byte = 1; byte < length; byte += 1) value = value * 256 + view.getUint8(at + byte);
    return value;
  }

  async #page(page: number): Promise<Uint8Array> {
    const offset = this.newer.pages.get(page);
    if (offset !== undefined && this.log) {
      const bytes = await this.log.read(offset, offset + this.pageSize);
      if (bytes.length === this.pageSize) return bytes;
    }
    const from = (page - 1) * this.pageSize;
    if (page < 1 || from + this.pageSize > this.file.size) throw this.#damaged(page, 'page');
    const stretch = Math.floor(from / STRETCH);
    let held = this.#stretches.get(stretch);
    if (!held) {
      held = await this.file.read(stretch * STRETCH, Math.min(this.file.size, (stretch + 1) * STRETCH));
      const [oldest] = this.#stretches.keys();
      if (this.#stretches.size >= STRETCHES && oldest !== undefined) this.#stretches.delete(oldest);
      this.#stretches.set(stretch, held);
    }
    const bytes = held.subarray(from - stretch * STRETCH, from - stretch * STRETCH + this.pageSize);
    if (bytes.length < this.pageSize) throw this.#damaged(page, 'page');
    return bytes;
  }

  #damaged(page: number, found: CurvesDamage) {
    const offset = Math.max(0, page - 1) * this.pageSize;
    return faultAt(importTraceFaults, 'E_CURVES_BYTES', { subject: this.file.path, offset, found });
  }
}

const MAGIC = new TextEncoder().encode('SQLite format 3\0');

export const isSqlite = (bytes: Uint8Array): boolean => MAGIC.every((byte, at) => bytes[at] === byte);

/** Bytes of the values of the types below 12; types 10 and 11 are SQLite's own. */
const LENGTHS: readonly number[] = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

const uint32 = (bytes: Uint8Array, at: number): number => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at);

/** A big-endian varint of at most nine bytes, as the nearest number; undefined where the bytes end in it. */
function varintAt(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } | undefined {
  let value = 0;
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) return undefined;
    if (index === 8) return { value: value * 256 + byte, end: at + 9 };
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return undefined;
}

/** Letters of a statement that makes a table. */
const MAX_SQL = 65_536;

/** Words that begin a constraint of a table instead of a column. */
const CONSTRAINTS = new Set(['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN']);

/** The names of a table's columns, from the statement that made it. */
export function columnsOf(sql: string): string[] {
  const parts: string[] = [];
  if (sql.length > MAX_SQL) return [];
  let [depth, part] = [0, ''];
  for (const [token] of sql.matchAll(/--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[^]/g)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue;
    if (token === ')') depth -= 1;
    if (depth === 0 && part !== '') break;
    if (depth === 1 && token === ',') {
      parts.push(part);
      part = '';
    } else if (depth > 0) part += token;
    if (token === '(') depth += 1;
  }
  parts.push(part);
  return parts.flatMap((column) => {
    const [, quoted, marked, bracketed, plain = ''] = /^\s*(?:"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|([^\s(]+))/.exec(column) ?? [];
    if (CONSTRAINTS.has(plain.toUpperCase())) return [];
    const name = quoted?.replaceAll('""', '"') ?? marked ?? bracketed ?? plain;
    return name === '' ? [] : [name];
  });
}
