/**
 * Base models a person made here, and where the browser has no private files those chosen from this computer, kept in it across
 * visits (IndexedDB). Sizes stand beside the files, so that a list of them reads no weights. Every call rejects where the browser
 * keeps nothing.
 */
import type { GivenFiles } from '../../../core/formats/files.ts';
import { twoStores } from '../storage/twoStores.ts';

/** One kept base. */
export interface KeptBase {
  readonly name: string;
  readonly bytes: number;
}

export interface BaseDatabase {
  list(): Promise<readonly KeptBase[]>;
  /** The files of a base; null when there is none of that name. */
  read(name: string): Promise<GivenFiles | null>;
  /** Takes the place of one of the same name. */
  write(name: string, files: GivenFiles): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The database of this browser. */
export function browserBases(): BaseDatabase {
  const transaction = twoStores('marft-workbench', 'base-files', 'base-sizes');
  return {
    list: () =>
      transaction('readonly', (_, sizes) => {
        const names = sizes.getAllKeys();
        const bytes = sizes.getAll() as IDBRequest<number[]>;
        return () => names.result.map((name, index) => ({ name: String(name), bytes: bytes.result[index] ?? 0 }));
      }),
    read: (name) =>
      transaction('readonly', (files) => {
        const found = files.get(name) as IDBRequest<GivenFiles | undefined>;
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

export const sizeOf = (files: GivenFiles): number =>
  Object.values(files).reduce((sum, file) => sum + (file instanceof Blob ? file.size : file.byteLength), 0);
