/** A folder that was dropped on the page. */
import { askStorage } from '../../../core/askStorage.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import { chosenFaults } from '../../../words/words.ts';
import type { FolderFiles } from '../../kit/files/openFile.ts';

/** Files of a folder: a trainer writes one a step and more. */
const MOST_FILES = 100_000;

/** The first of what was dropped, if it is a folder. */
export function droppedFolder(dropped: DataTransfer | null): FileSystemDirectoryEntry | null {
  const entry = dropped?.items[0]?.webkitGetAsEntry?.() ?? null;
  return entry?.isDirectory ? (entry as FileSystemDirectoryEntry) : null;
}

/** Its files by their path in it. Throws `E_FOLDER_FILES` where there are more than any run has. */
export async function listDropped(folder: FileSystemDirectoryEntry): Promise<FolderFiles> {
  const found: { path: string; file: File }[] = [];
  const walk = async (at: FileSystemDirectoryEntry, prefix: string): Promise<void> => {
    for (const entry of await entriesOf(at)) {
      if (entry.isDirectory) await walk(entry as FileSystemDirectoryEntry, `${prefix}${entry.name}/`);
      if (!entry.isFile) continue;
      const file = await askStorage(() => new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
      found.push({ path: prefix + entry.name, file });
      if (found.length > MOST_FILES)
        throw new FaultError(fault(chosenFaults, 'E_FOLDER_FILES', { folder: folder.name, files: MOST_FILES }));
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
