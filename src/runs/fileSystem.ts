/**
 * The little that keeping runs asks of a file system. It is the browser's private files (`workers/opfs/opfs.ts`), a disk
 * (`headless/kit/nodeFileSystem.ts`) or memory (`memoryFileSystem.ts`), so that one library serves page, terminal and tests.
 */

export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
}

/**
 * Paths are `/`-separated and relative to its root, which is ''. Folders come into being with what is written into them. A change
 * resolves once it is on the disk: it outlasts what comes after, a loss of power too, as far as the system below keeps its promises.
 */
export interface FileSystem {
  /** What lies directly in `folder`; nothing where there is no such folder. */
  list(folder: string): Promise<readonly Entry[]>;
  /** The bytes of a file; null where there is none. */
  read(path: string): Promise<Uint8Array | null>;
  /** Up to `bytes` bytes of a file from byte `from`; fewer at its end, none where there is no file. */
  readPart(path: string, from: number, bytes: number): Promise<Uint8Array>;
  /** Bytes of a file; null where there is none. */
  size(path: string): Promise<number | null>;
  /**
   * Puts `bytes` in place of what is there. A crash in between leaves a part of them; with `firstByteLast`, where nothing can be
   * renamed, a part without their first byte, by which it can be told from the whole.
   */
  write(path: string, bytes: Uint8Array, firstByteLast?: boolean): Promise<void>;
  /** Adds `bytes` at the end. A crash in between leaves a part of them. */
  append(path: string, bytes: Uint8Array): Promise<void>;
  /** Cuts a file to its first `size` bytes. */
  truncate(path: string, size: number): Promise<void>;
  /** Removes a file, or a folder with all that is in it; what is not there is removed already. */
  remove(path: string): Promise<void>;
  /**
   * Gives a file or folder the place of `to`, where a file may be but no folder. A crash leaves the one or the other, whole. Absent
   * where that cannot be had: not every browser can rename.
   */
  readonly rename?: (from: string, to: string) => Promise<void>;
}

/** `folder` of `fs` as a file system of its own. */
export function below(fs: FileSystem, folder: string): FileSystem {
  const at = (path: string): string => (path === '' ? folder : `${folder}/${path}`);
  const { rename } = fs;
  return {
    list: (path) => fs.list(at(path)),
    read: (path) => fs.read(at(path)),
    readPart: (path, from, bytes) => fs.readPart(at(path), from, bytes),
    size: (path) => fs.size(at(path)),
    write: (path, bytes, firstByteLast) => fs.write(at(path), bytes, firstByteLast),
    append: (path, bytes) => fs.append(at(path), bytes),
    truncate: (path, size) => fs.truncate(at(path), size),
    remove: (path) => fs.remove(at(path)),
    ...(rename && { rename: (from, to) => rename.call(fs, at(from), at(to)) }),
  };
}

/** Every file below `folder` with its size in bytes, by its path from there. */
export async function filesBelow(fs: FileSystem, folder = ''): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const walk = async (at: string, prefix: string): Promise<void> => {
    for (const { name, kind } of await fs.list(at)) {
      const path = at === '' ? name : `${at}/${name}`;
      if (kind === 'folder') await walk(path, `${prefix}${name}/`);
      else found.set(prefix + name, (await fs.size(path)) ?? 0);
    }
  };
  await walk(folder, '');
  return found;
}

/** The text of a file; null where there is none. */
export async function readText(fs: FileSystem, path: string): Promise<string | null> {
  const bytes = await fs.read(path);
  return bytes && new TextDecoder().decode(bytes);
}

/** Whether an error says that there is no room left. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError';
}

/** What a file system throws when there is no room left. */
export function fullError(): Error {
  const error = new Error('the storage of this browser is full');
  error.name = 'QuotaExceededError';
  return error;
}
