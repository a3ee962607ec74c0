/**
 * JSON Lines of any length, read in pieces: of a file no more than a piece and a line lie in memory. Python's NaN and Infinity,
 * which JSON does not know, are null, as unknown as any. Packed by gzip or not.
 */
import { Gunzip } from 'fflate';
import { importFaults } from '../../../words/words.ts';
import { faultAt } from '../../faultAt.ts';
import { type Fault, fault, FaultError } from '../../faults.ts';
import type { ImportedPart } from './importedRun.ts';
import { MAX_LINE_BYTES, MAX_UNPACKED_BYTES, PIECE_BYTES } from './limits.ts';
import type { GivenFile } from './reader.ts';

export interface JsonLine {
  /** From 1. */
  readonly line: number;
  readonly value: unknown;
}

const NEWLINE = 10;
/** Packed bytes that are unpacked at a time: gzip makes a thousand of one, and those lie in memory at once. */
const PACKED_SLICE = 2 ** 14;

/**
 * The values of a file's lines, some at a time; blank ones are skipped. A line that is no JSON is left out where others can be read, as a
 * trainer that is stopped and started again leaves one in the middle, and a last one without its newline was cut off while it was
 * written: `onLeft` is told of them, in the end. Throws `E_IMPORT_*` with file and line where none can be read, and at limits.
 * `most`: bytes of a line.
 */
export async function* jsonLines(
  file: GivenFile,
  onLeft: (notice: ImportedPart) => void,
  most: number = MAX_LINE_BYTES,
): AsyncGenerator<readonly JsonLine[]> {
  let line = 0;
  let values = 0;
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  let cut = false;
  const broken = new BrokenLines();
  for await (const piece of pieces(file)) {
    if (piece === 'cut') {
      cut = true;
      break;
    }
    const last = piece.lastIndexOf(NEWLINE);
    if (last < 0) {
      rest.push(piece);
      restBytes += piece.length;
      if (restBytes > most) throw limit(file.path, line + 1, most);
      continue;
    }
    const whole = joined(rest, piece.subarray(0, last + 1));
    const batch: JsonLine[] = [];
    for (const text of textLines(whole, file.path, line, most)) {
      line += 1;
      if (text?.trim() === '') continue;
      const value = broken.orLeft(() => parsedLine(text, file.path, line));
      if (value !== LEFT) batch.push({ line, value });
    }
    rest = [piece.slice(last + 1)];
    restBytes = piece.length - last - 1;
    values += batch.length;
    if (batch.length > 0) yield batch;
  }
  const end = joined(rest, new Uint8Array());
  if (end.length > 0 || cut) {
    const last = new BrokenLines();
    const value = last.orLeft(() => parsedEnd(end, file.path, line + 1));
    if (value === LEFT || (cut && value === undefined)) {
      const packed = (): FaultError => faultAt(importFaults, 'E_IMPORT_PACKED', { subject: file.path, reason: 'its end is missing' });
      if (values === 0) throw broken.first ?? last.first ?? packed();
      onLeft(noticeOf(fault(importFaults, 'E_IMPORT_CUT', { subject: file.path, line: line + 1 })));
    } else if (value !== undefined) {
      values += 1;
      yield [{ line: line + 1, value }];
    }
  }
  if (values === 0) throw broken.first ?? faultAt(importFaults, 'E_IMPORT_EMPTY', { subject: file.path });
  if (broken.first) {
    const { line: first = 0 } = broken.first.fault.place ?? {};
    onLeft(noticeOf(fault(importFaults, 'E_IMPORT_LEFT_OUT', { subject: file.path, line: first, count: broken.count, of: line })));
  }
}

const LEFT = Symbol('left out');

/** Counts lines that cannot be read, and remembers what is wrong with the first. */
class BrokenLines {
  count = 0;
  first: FaultError | null = null;

  orLeft(read: () => unknown): unknown {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      this.count += 1;
      this.first ??= error;
      return LEFT;
    }
  }
}

/** A file that is one JSON value of at most `most` bytes. Throws `E_IMPORT_*`. */
export async function wholeJson(file: GivenFile, most: number = MAX_LINE_BYTES): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces(file)) {
    if (piece === 'cut') throw faultAt(importFaults, 'E_IMPORT_PACKED', { subject: file.path, reason: 'its end is missing' });
    parts.push(piece);
    bytes += piece.length;
    if (bytes > most) throw faultAt(importFaults, 'E_IMPORT_SIZE', { subject: file.path, most });
  }
  const text = decoded(joined(parts, new Uint8Array()), file.path, 1);
  if (text.trim() === '') throw faultAt(importFaults, 'E_IMPORT_EMPTY', { subject: file.path });
  return parsed(text, file.path, 1);
}

/** A fault's sentence as a notice. */
export const noticeOf = ({ code, message }: Fault): ImportedPart => ({ kind: 'notice', code, message });

/** The file's bytes, unpacked where they are packed, in pieces of bounded size; `cut` where a packed file ends too early. */
async function* pieces(file: GivenFile): AsyncGenerator<Uint8Array | 'cut'> {
  const magic = await beginning(file);
  const packed = magic[0] === 0x1f && magic[1] === 0x8b;
  let first = true;
  const withoutMark = (bytes: Uint8Array): Uint8Array => {
    const marked = first && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    first = false;
    return marked ? bytes.subarray(3) : bytes;
  };
  if (!packed) {
    yield withoutMark(magic);
    // The size may be told wrongly: what counts is whether bytes come.
    for (let start = magic.length; ; ) {
      const bytes = await file.read(start, start + PIECE_BYTES);
      if (bytes.length === 0) return;
      start += bytes.length;
      yield bytes;
    }
  }
  let ready: Uint8Array[] = [];
  let total = 0;
  const gunzip = new Gunzip((bytes) => {
    total += bytes.length;
    ready.push(bytes);
  });
  const push = (bytes: Uint8Array, end: boolean): boolean => {
    try {
      gunzip.push(bytes, end);
      return true;
    } catch (error) {
      if (end) return false;
      const reason = error instanceof Error ? error.message : String(error);
      throw faultAt(importFaults, 'E_IMPORT_PACKED', { subject: file.path, reason });
    }
  };
  for (let start = 0; ; ) {
    const bytes = await file.read(start, start + PACKED_SLICE);
    const whole = push(bytes, bytes.length === 0);
    if (total > MAX_UNPACKED_BYTES) throw faultAt(importFaults, 'E_IMPORT_SIZE', { subject: file.path, most: MAX_UNPACKED_BYTES });
    for (const piece of ready) if (piece.length > 0) yield withoutMark(piece);
    ready = [];
    if (bytes.length === 0) {
      if (!whole) yield 'cut';
      return;
    }
    start += bytes.length;
  }
}

/** Three bytes, in which a file tells what it is, or all it has. */
async function beginning(file: GivenFile): Promise<Uint8Array> {
  let bytes = new Uint8Array();
  for (;;) {
    const more = await file.read(bytes.length, 3);
    if (more.length === 0) return bytes;
    bytes = new Uint8Array([...bytes, ...more]);
    if (bytes.length >= 3) return bytes;
  }
}

function joined(parts: readonly Uint8Array[], end: Uint8Array): Uint8Array {
  if (parts.length === 0) return end;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, end.length));
  let at = 0;
  for (const part of [...parts, end]) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Texts of whole lines, null for what is no text; `before` lines stand before them. */
function textLines(bytes: Uint8Array, path: string, before: number, most: number): (string | null)[] {
  const lines = longest(bytes, most) > most ? null : tryDecoded(bytes)?.split('\n');
  if (lines) return lines.slice(0, -1);
  // Something is wrong: line by line, to say where.
  const texts: (string | null)[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end - start > most) throw limit(path, before + texts.length + 1, most);
    texts.push(tryDecoded(bytes.subarray(start, end)));
    start = end + 1;
  }
  return texts;
}

/** Bytes of the longest of whole lines; only the first can be longer than a piece. */
const longest = (bytes: Uint8Array, most: number): number => (bytes.length <= most ? bytes.length : bytes.indexOf(NEWLINE));

function tryDecoded(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

const decoded = (bytes: Uint8Array, path: string, line: number): string => textOr(tryDecoded(bytes), path, line);

function textOr(text: string | null, path: string, line: number): string {
  if (text === null) throw faultAt(importFaults, 'E_IMPORT_TEXT', { subject: path, line });
  return text;
}

const parsedLine = (text: string | null, path: string, line: number): unknown => parsed(textOr(text, path, line), path, line);

/** Strings, which are left alone, and what Python writes for numbers that JSON does not know. */
const NON_FINITE = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\bInfinity\b|\bNaN\b/g;

function parsed(text: string, path: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const broken = faultAt(importFaults, 'E_IMPORT_LINE', { subject: path, line, reason: reason.slice(0, 200) });
    if (!/NaN|Infinity/.test(text)) throw broken;
    try {
      return JSON.parse(text.replace(NON_FINITE, (found) => (found.startsWith('"') ? found : 'null')));
    } catch {
      throw broken;
    }
  }
}

function parsedEnd(bytes: Uint8Array, path: string, line: number): unknown {
  const text = decoded(bytes, path, line);
  return text.trim() === '' ? undefined : parsed(text, path, line);
}

const limit = (path: string, line: number, most: number): FaultError =>
  faultAt(importFaults, 'E_IMPORT_LIMIT', { subject: path, line, what: 'line', most });
