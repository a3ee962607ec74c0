/**
 * Base models a person made here or chose from this computer, kept in the browser across visits (IndexedDB). Sizes stand
 * beside the files, so that a list of them reads no weights. Every call rejects where the browser keeps nothing.
 */
import type { Files } from '../core/formats/files.ts';

/** One kept base. */
export interface KeptBase {
  readonly name: string;
  readonly bytes: number;
}

export interface BaseKeeper {
  list(): Promise<readonly KeptBase[]>;
  /** The files of a base; null when there is none of that name. */
  read(name: string): Promise<Files | null>;
  /** Takes the place of one of the same name. */
  write(name: string, files: Files): Promise<void>;
  remove(name: string): Promise<void>;
}

const DATABASE = 'marft-workbench';
const VERSION = 1;
const FILES = 'base-files';
const SIZES = 'base-sizes';

/** The keeper of this browser. */
export function browserKeeper(): BaseKeeper {
  let opened: Promise<IDBDatabase> | null = null;
  const database = (): Promise<IDBDatabase> => {
    opened ??= open().catch((error: unknown) => {
      opened = null; // the next call tries again
      throw error;
    });
    return opened;
  };
  const transaction = async <T>(mode: IDBTransactionMode, work: (files: IDBObjectStore, sizes: IDBObjectStore) => () => T): Promise<T> => {
    const running = (await database()).transaction([FILES, SIZES], mode);
    const result = work(running.objectStore(FILES), running.objectStore(SIZES));
    await ended(running);
    return result();
  };
  return {
    list: () =>
      transaction('readonly', (_, sizes) => {
        const names = sizes.getAllKeys();
        const bytes = sizes.getAll() as IDBRequest<number[]>;
        return () => names.result.map((name, index) => ({ name: String(name), bytes: bytes.result[index] ?? 0 }));
      }),
    read: (name) =>
      transaction('readonly', (files) => {
        const found = files.get(name) as IDBRequest<Files | undefined>;
        return () => found.result ?? null;
      }),
    write: (name, given) =>
      transaction('readwrite', (files, sizes) => {
        files.put(given, name);
        sizes.put(sizeOf(given), name);
        return () => undefined;
      }),
    remove: (name) =>
      transaction('readwrite', (files, sizes) => {
        files.delete(name);
        sizes.delete(name);
        return () => undefined;
      }),
  };
}

export const sizeOf = (files: Files): number => Object.values(files).reduce((sum, { byteLength }) => sum + byteLength, 0);

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => {
      for (const store of [FILES, SIZES]) request.result.createObjectStore(store);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser’s database does not open'));
    request.onblocked = () => reject(new Error('another tab holds an older version of the browser’s database'));
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('the browser’s database refused'));
  });
}
