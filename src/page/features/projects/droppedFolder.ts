/** A folder that was dropped on the page, read into memory within limits. */
import { askStorage, bytesOf } from '../../../core/askStorage.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import { DEFAULT_ARCHIVE_LIMITS } from '../../../core/formats/archive.ts';
import type { Files } from '../../../core/formats/files.ts';
import { chosenFaults } from '../../../words/words.ts';

/** The first of what was dropped, if it is a folder. */
export function droppedFolder(dropped: DataTransfer | null): FileSystemDirectoryEntry | null {
  const entry = dropped?.items[0]?.webkitGetAsEntry?.() ?? null;
  return entry?.isDirectory ? (entry as FileSystemDirectoryEntry) : null;
}

/** Files that were dropped together, by their names. */
export async function readFiles(files: readonly File[]): Promise<Files> {
  const { files: most, bytes: room } = DEFAULT_ARCHIVE_LIMITS;
  const [first] = files;
  if (first && (files.length > most || files.reduce((sum, { size }) => sum + size, 0) > room))
    throw new FaultError(fault(chosenFaults, 'E_DOCUMENT_SIZE', { folder: first.name, files: most, bytes: room }));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file.name, await bytesOf(file)] as const)));
}

/** Its files by their path in it. Throws `E_DOCUMENT_SIZE` where they are more than an archive may hold. */
export async function readDropped(folder: FileSystemDirectoryEntry): Promise<Files> {
  const { files: most, bytes: room } = DEFAULT_ARCHIVE_LIMITS;
  const found: Record<string, Uint8Array> = {};
  let [count, bytes] = [0, 0];
  const walk = async (at: FileSystemDirectoryEntry, prefix: string): Promise<void> => {
    for (const entry of await entriesOf(at)) {
      if (entry.isDirectory) await walk(entry as FileSystemDirectoryEntry, `${prefix}${entry.name}/`);
      if (!entry.isFile) continue;
      const file = await askStorage(() => new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
      count += 1;
      bytes += file.size;
      if (count > most || bytes > room)
        throw new FaultError(fault(chosenFaults, 'E_DOCUMENT_SIZE', { folder: folder.name, files: most, bytes: room }));
      found[prefix + entry.name] = await bytesOf(file);
    }
  };
  await walk(folder, '');
  return found;
}

/** A reader hands its entries over in parts, and an empty one at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await askStorage(() => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)));
    if (part.length === 0) return all;
    all.push(...part);
  }
}
