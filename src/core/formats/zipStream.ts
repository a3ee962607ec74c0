/**
 * A zip that is written piece by piece: files are read a stretch at a time and what is packed leaves in parts, so that neither a large
 * file nor the archive lies in memory whole.
 */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { fault, FaultError } from '../faults.ts';
import { fileFaults } from '../../words/words.ts';
import { isPlainPath, ZIP_EPOCH } from './archive.ts';
import { sourceOf } from './byteSource.ts';
import type { ModelFiles } from './files.ts';

/** Bytes that are read at once, and of every part but the last. */
export const PART_BYTES = 4 * 2 ** 20;
/** Files of weights from this size on are stored as they are: packing them costs much and saves little. */
const STORED = 16 * 2 ** 20;
/** What sizes and offsets of a zip can say without its 64-bit extension, which is not written here. */
const MOST_BYTES = 2 ** 32 - 1;
/** Bytes of an entry beside its file and its path, in both of its headers and its descriptor, and more than that. */
const ENTRY_BYTES = 256;

/**
 * Writes a zip of `files`, sorted by path: equal files give equal bytes. Each part is `put` before more is read; it is the receiver's
 * own. Answers how many bytes there were. Throws `E_ARCHIVE_LARGE` for more than a zip holds, before anything is read.
 */
export async function writeZip(files: ModelFiles, put: (part: Uint8Array<ArrayBuffer>) => Promise<void> | void): Promise<number> {
  const paths = Object.keys(files).sort();
  for (const path of paths) if (!isPlainPath(path)) throw new Error(`writeZip: "${path}" is no plain relative path`);
  const most = paths.reduce((sum, path) => sum + sourceOf(files[path] ?? new Uint8Array()).size + 6 * path.length + ENTRY_BYTES, 0);
  if (most > MOST_BYTES) throw new FaultError(fault(fileFaults, 'E_ARCHIVE_LARGE', { bytes: most, most: MOST_BYTES }));

  let part = new Uint8Array(PART_BYTES);
  let [filled, written] = [0, 0];
  const packed: Uint8Array[] = [];
  const leave = async (): Promise<void> => {
    const own = filled === part.length ? part : part.slice(0, filled);
    part = new Uint8Array(PART_BYTES);
    filled = 0;
    written += own.length;
    await put(own);
  };
  // What was packed is copied at once: a source's bytes are only of use until the next are read.
  const take = async (): Promise<void> => {
    for (const bytes of packed.splice(0)) {
      for (let from = 0; from < bytes.length; ) {
        const some = bytes.subarray(from, from + PART_BYTES - filled);
        part.set(some, filled);
        filled += some.length;
        from += some.length;
        if (filled === PART_BYTES) await leave();
      }
    }
  };

  let failed: Error | null = null;
  const zip = new Zip((error, bytes) => {
    failed ??= error;
    if (!error) packed.push(bytes);
  });
  for (const path of paths) {
    const source = sourceOf(files[path] ?? new Uint8Array());
    const stored = path.endsWith('.safetensors') && source.size >= STORED;
    const entry = stored ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
    entry.mtime = ZIP_EPOCH;
    zip.add(entry);
    let from = 0;
    do {
      const to = Math.min(source.size, from + PART_BYTES);
      entry.push(source.slice(from, to), to === source.size);
      if (failed) throw failed as Error;
      await take();
      from = to;
    } while (from < source.size);
  }
  zip.end();
  await take();
  if (filled > 0) await leave();
  return written;
}
