/** The little that keeping runs asks of a file system, so that it is tried in Node on one that fails on purpose. */

export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
}

/** Paths are `/`-separated and relative to its root. Folders come into being with what is written into them. */
export interface FileSystem {
  /** What lies directly in `folder`; nothing where there is no such folder. */
  list(folder: string): Promise<readonly Entry[]>;
  /** The bytes of a file; null where there is none. */
  read(path: string): Promise<Uint8Array | null>;
  /** Bytes of a file; null where there is none. */
  size(path: string): Promise<number | null>;
  /** Puts `bytes` in place of what is there. Resolves once they are on the disk; a crash in between leaves a part of them. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Adds `bytes` at the end. A crash in between leaves a part of them. */
  append(path: string, bytes: Uint8Array): Promise<void>;
  /** Cuts a file to its first `size` bytes. */
  truncate(path: string, size: number): Promise<void>;
  /** Removes a file, or a folder with all that is in it; what is not there is removed already. */
  remove(path: string): Promise<void>;
}

/** Every file below `folder` with its size, by its path from there. */
export async function filesBelow(fs: FileSystem, folder: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const walk = async (at: string, prefix: string): Promise<void> => {
    for (const { name, kind } of await fs.list(at)) {
      if (kind === 'folder') await walk(`${at}/${name}`, `${prefix}${name}/`);
      else found.set(prefix + name, (await fs.size(`${at}/${name}`)) ?? 0);
    }
  };
  await walk(folder, '');
  return found;
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
