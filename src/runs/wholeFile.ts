/**
 * Files and folders that are whole or absent, whatever crashes in between: written aside first, then put into place. Where nothing
 * can be renamed a file's contents are written twice, and a folder has a file that says it is whole.
 */
import { isBytes, type ModelFile } from '../core/formats/byteSource.ts';
import type { ModelFiles } from '../core/formats/files.ts';
import type { FileSystem } from './fileSystem.ts';

/** What is being written and not yet in its place has this at its end. */
export const PARTIAL = '.partial';

/** Bytes of a file that is read piece by piece which are in memory at a time. */
const PIECE = 4 * 2 ** 20;

/** Writes a file so that a crash leaves its older or its newer contents: in its place, or aside. */
export async function writeWhole(fs: FileSystem, path: string, bytes: Uint8Array): Promise<void> {
  if (fs.rename) {
    await fs.write(path + PARTIAL, bytes);
    return fs.rename(path + PARTIAL, path);
  }
  const own = await fs.read(path);
  // No browser says when the name of what is aside is on the disk: what need not be written anew cannot be torn.
  if (!own || !equalBytes(own, bytes)) {
    // Of a file that was cut off in its place the only whole contents may be those aside: they stay until the new ones are in its place.
    if (!(await wholeAside(fs, path, own))) await fs.write(path + PARTIAL, bytes);
    await fs.write(path, bytes);
  }
  await fs.remove(path + PARTIAL);
}

/**
 * Writes a folder by the paths in it, in place of what is there. Only where it can be renamed, an older one outlasts a crash;
 * everywhere the file `mark` is in a whole folder alone.
 */
export async function writeFolderWhole(fs: FileSystem, folder: string, files: ModelFiles, mark?: string): Promise<void> {
  if (!fs.rename) {
    await removeMarked(fs, folder, mark);
    const marksLast = Object.entries(files).sort(([a], [b]) => Number(a === mark) - Number(b === mark));
    for (const [path, file] of marksLast) await writePieces(fs, `${folder}/${path}`, file);
    return;
  }
  const aside = folder + PARTIAL;
  await fs.remove(aside);
  for (const [path, file] of Object.entries(files)) await writePieces(fs, `${aside}/${path}`, file);
  // An older one is taken out of its place whole: half deleted, it would look complete.
  const older = `${folder}.older${PARTIAL}`;
  await fs.remove(older);
  if ((await fs.list(folder)).length > 0) await fs.rename(folder, older);
  else await fs.remove(folder);
  await fs.rename(aside, folder);
  await fs.remove(older);
}

/** Bytes at once; what is read piece by piece is written so. */
async function writePieces(fs: FileSystem, path: string, file: ModelFile): Promise<void> {
  if (isBytes(file)) return fs.write(path, file);
  await fs.write(path, new Uint8Array());
  for (let at = 0; at < file.size; at += PIECE) await fs.append(path, file.slice(at, Math.min(file.size, at + PIECE)));
}

/** Removes a folder, first of all the file that says it is whole. */
export async function removeMarked(fs: FileSystem, folder: string, mark?: string): Promise<void> {
  if (mark !== undefined) await fs.remove(`${folder}/${mark}`);
  await fs.remove(folder);
}

/** Removes such a file with what is aside, which goes first: alone it would be taken for a file that was cut off. */
export async function removeWhole(fs: FileSystem, path: string): Promise<void> {
  await fs.remove(path + PARTIAL);
  await fs.remove(path);
}

/** The path of such a file, whether it is named itself or what is aside. */
export const wholePath = (path: string): string => (path.endsWith(PARTIAL) ? path.slice(0, -PARTIAL.length) : path);

/** What a crash left aside among `paths`, which is of no use where things are renamed: the files and folders to be removed. */
export function partsAmong(paths: Iterable<string>): Set<string> {
  const parts = [...paths].map((path) => {
    const names = path.split('/');
    return names.slice(0, names.findIndex((name) => name.endsWith(PARTIAL)) + 1).join('/');
  });
  return new Set(parts.filter((part) => part !== ''));
}

/**
 * The bytes of such a file, of JSON or, ending with `.jsonl`, of JSON Lines that never change once they are there; those aside where
 * the file itself was cut off. Null where there is none.
 */
export async function readWhole(fs: FileSystem, path: string): Promise<Uint8Array | null> {
  const own = await fs.read(path);
  return (await wholeAside(fs, path, own)) ?? own;
}

/** What is aside where that is whole and `own`, in its place, was cut off; else null. */
async function wholeAside(fs: FileSystem, path: string, own: Uint8Array | null): Promise<Uint8Array | null> {
  const areLines = path.endsWith('.jsonl');
  if (!areLines && (fs.rename || !own || isWhole(own))) return null;
  const aside = await fs.read(path + PARTIAL);
  if (!aside || !(areLines ? areWholeLines : isWhole)(aside)) return null;
  // Lines may be cut off at the end of one, in either: the longer are all of them.
  return areLines && own && areWholeLines(own) && own.byteLength >= aside.byteLength ? null : aside;
}

const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => a.byteLength === b.byteLength && a.every((byte, at) => byte === b[at]);

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
