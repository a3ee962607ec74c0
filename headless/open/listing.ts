/** What of a folder, or which one file, is handed over to the page: listed once, so that nothing else can be asked for later. */
import { constants } from 'node:fs';
import { access, lstat, readdir, realpath } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fault, FaultError } from '../../src/core/faults.ts';
import { chosenFaults, listingFaults, pathFaults } from '../../src/words/words.ts';

/** Files of a folder: a trainer writes one a step and more. The page takes as many of a folder that is dropped. */
const MOST_FILES = 100_000;

export interface ListedFile {
  /** `/`-separated, below the folder; of one file its name. */
  readonly path: string;
  /** Where it lies, with no link in it. */
  readonly real: string;
  /** Bytes. */
  readonly size: number;
  /** Which file it is to the operating system, whatever it is called. */
  readonly dev: bigint;
  readonly ino: bigint;
}

export interface Listing {
  readonly name: string;
  readonly kind: 'folder' | 'file';
  readonly files: readonly ListedFile[];
  /** Of all files. */
  readonly bytes: number;
  /** What was left out: links, which may lead anywhere; hidden files and folders; folders that may not be read. */
  readonly left: { readonly links: number; readonly hidden: number; readonly closed: number };
}

/**
 * What lies at `path`, in the order of its paths. Throws `E_FILE_MISSING` where there is nothing, `E_OPEN_KIND` for a device,
 * `E_OPEN_NOTHING` where nothing in it can be read, `E_FOLDER_FILES` where there are more files than any run has.
 */
export async function listHanded(path: string, mostFiles = MOST_FILES): Promise<Listing> {
  const name = basename(resolve(path)) || path;
  const root = await realpath(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR')
      throw new FaultError(fault(pathFaults, 'E_FILE_MISSING', { path, wanted: 'run' }));
    throw error;
  });
  const status = await lstat(root, { bigint: true });
  const listed = (at: string, real: string, { size, dev, ino }: typeof status): ListedFile => ({
    path: at,
    real,
    size: Number(size),
    dev,
    ino,
  });
  const files: ListedFile[] = [];
  const left = { links: 0, hidden: 0, closed: 0 };

  const walk = async (folder: string, prefix: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      // Of the folder that was named the operating system’s own word is told.
      if (folder === root || !(isGone(error) || codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM')) throw error;
      if (!isGone(error)) left.closed += 1;
      return [];
    });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const real = join(folder, entry.name);
      if (entry.isSymbolicLink()) left.links += 1;
      else if (entry.name.startsWith('.')) left.hidden += 1;
      else if (entry.isDirectory()) await walk(real, `${prefix}${entry.name}/`);
      else if (entry.isFile()) {
        if (files.length === mostFiles) throw new FaultError(fault(chosenFaults, 'E_FOLDER_FILES', { folder: name, files: mostFiles }));
        const found = await lstat(real, { bigint: true }).catch((error: unknown) => {
          if (isGone(error)) return null;
          throw error;
        });
        if (found) files.push(listed(prefix + entry.name, real, found));
      }
    }
  };

  if (status.isFile()) files.push(listed(name, root, status));
  else if (status.isDirectory()) await walk(root, '');
  else throw new FaultError(fault(listingFaults, 'E_OPEN_KIND', { path }));
  if (!(await anyReadable(files)))
    throw new FaultError(fault(listingFaults, 'E_OPEN_NOTHING', { path, left: files.length + left.links + left.hidden + left.closed }));
  return { name, kind: status.isFile() ? 'file' : 'folder', files, bytes: files.reduce((sum, { size }) => sum + size, 0), left };
}

async function anyReadable(files: readonly ListedFile[]): Promise<boolean> {
  for (const { real, size } of files)
    if (size > 0) {
      const readable = await access(real, constants.R_OK).then(
        () => true,
        () => false,
      );
      if (readable) return true;
    }
  return false;
}

/** Whether what was named a moment ago is no more: a trainer renames and removes while its folder is listed. */
const isGone = (error: unknown): boolean => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
