/** Zip archives of folders: ours with the same bytes for the same files, others' read with limits. */
import { unzipSync, zipSync } from 'fflate';
import { faultAt } from '../faultAt.ts';
import { FaultError } from '../faults.ts';
import { fileFaults } from '../../words/words.ts';
import type { Files } from './files.ts';

/** What an archive may unpack to; a small file can claim terabytes. */
export interface ArchiveLimits {
  readonly files: number;
  /** Total size, unpacked. */
  readonly bytes: number;
}

export const DEFAULT_ARCHIVE_LIMITS: ArchiveLimits = { files: 20_000, bytes: 2 ** 30 };

/** The oldest time a zip can hold, in local fields as zip stores them: nothing of the clock or its zone gets in. */
export const ZIP_EPOCH = new Date(1980, 0, 1);

/** A zip of `files`, sorted by path: equal files give equal bytes. Packing weights costs much and saves little: `stored` leaves them. */
export function zipFiles(files: Files, { stored = false } = {}): Uint8Array {
  const paths = Object.keys(files).sort();
  for (const path of paths) if (!isPlainPath(path)) throw new Error(`zipFiles: "${path}" is no plain relative path`);
  return zipSync(Object.fromEntries(paths.map((path) => [path, files[path] ?? new Uint8Array()])), {
    level: stored ? 0 : 6,
    mtime: ZIP_EPOCH,
  });
}

/** The files of a zip; folders without files are left out. Throws `E_ARCHIVE_*` for anything odd, before unpacking it. */
export function unzipFiles(
  bytes: Uint8Array,
  limits: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS,
  subject = 'the archive',
): Record<string, Uint8Array> {
  const sizes = new Map<string, number>();
  let entries = 0;
  let total = 0;
  let packed = 0;
  const admit = ({ name, size, originalSize }: { name: string; size: number; originalSize: number }): boolean => {
    entries += 1;
    total += originalSize;
    packed += size;
    if (entries > limits.files) throw faultAt(fileFaults, 'E_ARCHIVE_LIMIT', { found: 'files', subject, most: limits.files });
    if (total > limits.bytes) throw faultAt(fileFaults, 'E_ARCHIVE_LIMIT', { found: 'bytes', subject, most: limits.bytes });
    // Entries that share their bytes make a bomb of any small archive, in time as well as in space.
    if (packed > bytes.length) throw faultAt(fileFaults, 'E_ARCHIVE_DAMAGED', { found: 'overlap', subject });
    if (name.endsWith('/') && isPlainPath(name.slice(0, -1))) return false;
    if (!isPlainPath(name)) throw faultAt(fileFaults, 'E_ARCHIVE_PATH', { found: 'unsafe', subject, path: name.slice(0, 120) });
    if (sizes.has(name)) throw faultAt(fileFaults, 'E_ARCHIVE_PATH', { found: 'twice', subject, path: name.slice(0, 120) });
    sizes.set(name, originalSize);
    return true;
  };
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, { filter: admit });
  } catch (error) {
    throw error instanceof FaultError ? error : packingFault(subject, error);
  }
  // A size stated too small cuts the file, which the reader of its own format finds; here memory stays within bounds.
  for (const [name, size] of sizes) {
    if (files[name]?.length !== size) throw faultAt(fileFaults, 'E_ARCHIVE_DAMAGED', { found: 'size', subject, path: name.slice(0, 120) });
  }
  return files;
}

/** The least deep file of a zip whose path is `wanted`, alone of all unpacked; null when there is none. */
export function unzipOne(
  bytes: Uint8Array,
  wanted: (path: string) => boolean,
  most: number,
  subject = 'the archive',
): { readonly path: string; readonly bytes: Uint8Array } | null {
  let path: string | null = null;
  const depth = (name: string): number => name.split('/').length;
  const read = (take: (name: string, size: number) => boolean): Record<string, Uint8Array> => {
    try {
      return unzipSync(bytes, { filter: ({ name, originalSize }) => take(name, originalSize) });
    } catch (error) {
      throw error instanceof FaultError ? error : packingFault(subject, error);
    }
  };
  read((name) => {
    if (isPlainPath(name) && wanted(name) && (path === null || depth(name) < depth(path))) path = name;
    return false;
  });
  if (path === null) return null;
  const chosen: string = path;
  let size = 0;
  const found = read((name, originalSize) => {
    if (name !== chosen || size > 0) return false;
    if (originalSize > most) throw faultAt(fileFaults, 'E_ARCHIVE_LIMIT', { found: 'file', subject, path: chosen, most });
    size = originalSize;
    return true;
  })[chosen];
  if (!found || found.length !== size) throw faultAt(fileFaults, 'E_ARCHIVE_DAMAGED', { found: 'size', subject, path: chosen });
  return { path: chosen, bytes: found };
}

/** Relative, `/`-separated, never leaving its folder, and safe as a key and on every file system. */
export function isPlainPath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
  if (path.length > 1024 || /[\\:\u0000-\u001f]/.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part !== '__proto__');
}

function packingFault(subject: string, error: unknown): FaultError {
  const reason = error instanceof Error ? error.message : String(error);
  return faultAt(fileFaults, 'E_ARCHIVE_DAMAGED', { found: 'packing', subject, reason });
}
