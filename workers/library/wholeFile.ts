/** Files that are written over: aside first, so that a crash leaves the older or the newer contents, never a part. */
import type { FileSystem } from './fileSystem.ts';

/** What is being written has this at its end. */
const ASIDE = '.partial';

export async function writeWhole(fs: FileSystem, path: string, bytes: Uint8Array): Promise<void> {
  await fs.write(path + ASIDE, bytes);
  await fs.write(path, bytes);
  await fs.remove(path + ASIDE);
}

/** Removes such a file with what is aside, which goes first: alone it would be taken for a file that was cut off. */
export async function removeWhole(fs: FileSystem, path: string): Promise<void> {
  await fs.remove(path + ASIDE);
  await fs.remove(path);
}

/** The path of such a file, whether it is named itself or what is aside. */
export const wholePath = (path: string): string => (path.endsWith(ASIDE) ? path.slice(0, -ASIDE.length) : path);

/** The bytes of such a JSON file; those aside where the file itself was cut off. Null where there is none. */
export async function readWhole(fs: FileSystem, path: string): Promise<Uint8Array | null> {
  const bytes = await fs.read(path);
  if (!bytes || isWhole(bytes)) return bytes;
  const aside = await fs.read(path + ASIDE);
  return aside && isWhole(aside) ? aside : bytes;
}

/**
 * The bytes of such a file of JSON Lines whose contents never change once it is there: the longer where both it and what is
 * aside end with a whole line, for a write may be cut off at the end of one. Its own bytes where neither does; null where
 * nothing can be read.
 */
export async function readWholeLines(fs: FileSystem, path: string): Promise<Uint8Array | null> {
  const [own, aside] = [await fs.read(path), await fs.read(path + ASIDE)];
  const whole = [own, aside].filter((bytes) => bytes !== null).filter(areWholeLines);
  return whole.sort((a, b) => b.byteLength - a.byteLength)[0] ?? own;
}

/** Whether these end with a JSON value and its newline. */
function areWholeLines(bytes: Uint8Array): boolean {
  const last = bytes.lastIndexOf(10, bytes.byteLength - 2) + 1;
  return isWhole(bytes.subarray(last));
}

/** Whether these are one JSON value and its newline. */
export function isWhole(bytes: Uint8Array): boolean {
  if (bytes.at(-1) !== 10) return false;
  try {
    JSON.parse(new TextDecoder().decode(bytes));
    return true;
  } catch {
    return false;
  }
}
