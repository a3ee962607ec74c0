/**
 * The index of an iteration's windows, kept in a file beside the rollout, so that a file of gigabytes is looked through once and not once a
 * visit. It says of which file it is: by its size and a digest of its beginning and its end, and of itself. Whatever does not fit is as good as
 * absent, and so is an index that cannot be written: then the file is looked through again.
 */
import { z } from 'zod';
import { encodeJson } from '../core/formats/files.ts';
import { concatenate } from '../core/formats/protobuf.ts';
import { sha256 } from '../core/sha256.ts';
import type { WindowIndex, WindowLimits } from './episodeWindows.ts';
import type { FileSystem } from './fileSystem.ts';

const VERSION = 1;

/** Bytes of the rollout's beginning, and of its end, that the digest is of. */
const ENDS = 64 * 2 ** 10;

const count = z.int().min(0);
const indexSchema = z.object({
  version: z.literal(VERSION),
  size: count,
  digest: z.string(),
  limits: z.object({ whole: count, lines: count, bytes: count }),
  /** Begin and end in bytes, lines before it and in it, least and most number of its episodes (null where none is told), whether some are untold. */
  windows: z.array(z.tuple([count, count, count, count, count.nullable(), count.nullable(), z.boolean()])),
});

/** The index of `path`, or of its beginning if it grew since; null where none is kept that is known to be of it and of these limits. */
export async function keptIndex(fs: FileSystem, path: string, size: number, limits: WindowLimits): Promise<WindowIndex | null> {
  const bytes = await fs.read(indexPath(path));
  const kept = bytes && indexSchema.safeParse(jsonOf(bytes)).data;
  if (!kept || kept.size > size || JSON.stringify(kept.limits) !== JSON.stringify(limitsOf(limits))) return null;
  const windows = kept.windows.map(([begin, end, first, lines, least, most, untold]) => ({
    ...{ begin, end, first, lines, untold },
    least: least ?? Infinity,
    most: most ?? -Infinity,
  }));
  return (await digestOf(fs, path, kept)) === kept.digest ? { size: kept.size, windows } : null;
}

/** Keeps an index; where it cannot, nothing is lost but time. */
export async function keepIndex(fs: FileSystem, path: string, { size, windows }: WindowIndex, limits: WindowLimits): Promise<void> {
  const told = (number: number): number | null => (Number.isFinite(number) ? number : null);
  const kept = {
    ...{ version: VERSION, size, limits: limitsOf(limits) },
    windows: windows.map(({ begin, end, first, lines, least, most, untold }) => [
      begin,
      end,
      first,
      lines,
      told(least),
      told(most),
      untold,
    ]),
  };
  try {
    await fs.write(indexPath(path), encodeJson({ ...kept, digest: await digestOf(fs, path, kept) }));
  } catch {
    // The disk is full, or another tab writes the same.
  }
}

const limitsOf = ({ whole, lines, bytes }: WindowLimits): WindowLimits => ({ whole, lines, bytes });

/** Of the first `size` bytes of a file where they begin and where they end, and of what is kept of its windows. */
async function digestOf(
  fs: FileSystem,
  path: string,
  { size, windows }: { readonly size: number; readonly windows: unknown },
): Promise<string> {
  const from = Math.max(0, size - ENDS);
  const ends = [await fs.readPart(path, 0, Math.min(ENDS, size)), await fs.readPart(path, from, size - from)];
  return sha256(concatenate([...ends, new TextEncoder().encode(JSON.stringify(windows))]));
}

const indexPath = (path: string): string => path.replace(/\.jsonl$/, '.windows.json');

/** Whether a path of a run folder is such a file, which is no part of the run and made anew where it is missing. */
export const isIndexPath = (path: string): boolean => path.endsWith('.windows.json');

/** Forgets the index of a rollout that goes. */
export const removeIndex = (fs: FileSystem, path: string): Promise<void> => fs.remove(indexPath(path));

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
