/** Small JSON files that are written over: aside first, so that a crash leaves the older or the newer contents, never a part. */
import type { FileSystem } from './fileSystem.ts';

/** What is being written has this at its end. */
const ASIDE = '.partial';

export async function writeWhole(fs: FileSystem, path: string, bytes: Uint8Array): Promise<void> {
  await fs.write(path + ASIDE, bytes);
  await fs.write(path, bytes);
  await fs.remove(path + ASIDE);
}

/** The bytes of such a file; those aside where the file itself was cut off. Null where there is none. */
export async function readWhole(fs: FileSystem, path: string): Promise<Uint8Array | null> {
  const bytes = await fs.read(path);
  if (!bytes || isWhole(bytes)) return bytes;
  const aside = await fs.read(path + ASIDE);
  return aside && isWhole(aside) ? aside : bytes;
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
