/**
 * The files of a `.tar.gz`, as a server packs a folder: POSIX ustar with pax or GNU long names. Others' archives, so read with
 * limits; links and devices are left out, since nothing of ours has any.
 * Source: POSIX.1-2017, pax, “ustar Interchange Format” and “pax Interchange Format”.
 */
import { Gunzip } from 'fflate';
import { faultAt } from '../faultAt.ts';
import { FaultError } from '../faults.ts';
import { fileFaults } from '../../words/words.ts';
import { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS, isPlainPath } from './archive.ts';

const BLOCK = 512;
/** Packed bytes that are unpacked at a time, so that a bomb is noticed early. */
const SLICE = 2 ** 16;

/** The files of a `.tar.gz` by path; folders are left out. Throws `E_ARCHIVE_*`. */
export function readTarGz(
  packed: Uint8Array,
  limits: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS,
  subject = 'the archive',
): Record<string, Uint8Array> {
  const tar = gunzipped(packed, limits, subject);
  const files: Record<string, Uint8Array> = {};
  let entries = 0;
  let longName: string | null = null;
  let longSize: number | null = null;
  for (let start = 0; start + BLOCK <= tar.length; ) {
    const header = tar.subarray(start, start + BLOCK);
    if (header.every((byte) => byte === 0)) return files;
    if (!soundHeader(header)) throw damaged(subject, 'a header is not as it was written');
    const kind = String.fromCharCode(header[156] ?? 0);
    const isExtra = kind === 'x' || kind === 'g' || kind === 'L';
    const size: number = isExtra ? numberIn(header, 124, 12) : (longSize ?? numberIn(header, 124, 12));
    const from = start + BLOCK;
    if (!Number.isSafeInteger(size) || size < 0 || from + size > tar.length) throw damaged(subject, 'it ends within a file');
    const bytes = tar.subarray(from, from + size);
    start = from + Math.ceil(size / BLOCK) * BLOCK;
    entries += 1;
    if (entries > limits.files) throw faultAt(fileFaults, 'E_ARCHIVE_LIMIT', { found: 'files', subject, most: limits.files });
    if (kind === 'x') {
      const fields = paxFields(bytes);
      longName = fields.get('path') ?? longName;
      longSize = fields.has('size') ? Number(fields.get('size')) : longSize;
    } else if (kind === 'L') longName = textIn(bytes, 0, bytes.length);
    if (isExtra) continue;
    const path = (longName ?? nameIn(header)).replace(/^(?:\.\/)+/, '');
    longName = null;
    longSize = null;
    if (kind !== '0' && kind !== '\0') continue;
    if (!isPlainPath(path)) throw faultAt(fileFaults, 'E_ARCHIVE_PATH', { found: 'unsafe', subject, path: path.slice(0, 120) });
    if (Object.hasOwn(files, path)) throw faultAt(fileFaults, 'E_ARCHIVE_PATH', { found: 'twice', subject, path: path.slice(0, 120) });
    // A copy, so that one small file does not keep the whole archive in memory.
    files[path] = bytes.slice();
  }
  throw damaged(subject, 'its end is missing');
}

function gunzipped(packed: Uint8Array, limits: ArchiveLimits, subject: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const gunzip = new Gunzip((part) => {
    bytes += part.length;
    if (bytes > limits.bytes) throw faultAt(fileFaults, 'E_ARCHIVE_LIMIT', { found: 'bytes', subject, most: limits.bytes });
    parts.push(part);
  });
  try {
    for (let from = 0; from < packed.length; from += SLICE) gunzip.push(packed.subarray(from, from + SLICE), from + SLICE >= packed.length);
  } catch (error) {
    throw error instanceof FaultError ? error : damaged(subject, error instanceof Error ? error.message : String(error));
  }
  const tar = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    tar.set(part, at);
    at += part.length;
  }
  return tar;
}

/** Whether the bytes of a header add up to its checksum, whose own field counts as spaces. */
function soundHeader(header: Uint8Array): boolean {
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  return sum === numberIn(header, 148, 8);
}

/** A number in octal digits, or in base 256 where it is too large for them. */
function numberIn(header: Uint8Array, from: number, length: number): number {
  const field = header.subarray(from, from + length);
  if (((field[0] ?? 0) & 0x80) !== 0) return field.slice(1).reduce((value, byte) => value * 256 + byte, (field[0] ?? 0) & 0x7f);
  const digits = textIn(header, from, length).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : Number.NaN;
}

function nameIn(header: Uint8Array): string {
  const prefix = textIn(header, 257, 5) === 'ustar' && header[262] === 0 ? textIn(header, 345, 155) : '';
  const name = textIn(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** The text of a field, up to its first zero byte. */
function textIn(bytes: Uint8Array, from: number, length: number): string {
  const field = bytes.subarray(from, from + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
}

/** Records of a pax header, `<length> <key>=<value>\n` each. */
function paxFields(bytes: Uint8Array): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (let from = 0; from < bytes.length; ) {
    const length = Number.parseInt(textIn(bytes, from, 20), 10);
    if (!Number.isInteger(length) || length <= 0) return fields;
    const [, key, value] = /^\d+ ([^=]*)=([\s\S]*)\n$/.exec(new TextDecoder().decode(bytes.subarray(from, from + length))) ?? [];
    if (key !== undefined && value !== undefined) fields.set(key, value);
    from += length;
  }
  return fields;
}

const damaged = (subject: string, reason: string): FaultError =>
  faultAt(fileFaults, 'E_ARCHIVE_DAMAGED', { found: 'packing', subject, reason });
