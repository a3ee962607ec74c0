/**
 * Where imported files lie between visits, by their digest: the browser's private file system, else IndexedDB. Forbidden
 * or full, nothing is kept, and the caller says so. Only the newest few are kept.
 */

export type KeptIn = 'files' | 'database' | 'nowhere';

export interface CachedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface FileCache {
  keep(digest: string, file: CachedFile): Promise<KeptIn>;
  /** The file, or null when it is not kept or cannot be read. */
  find(digest: string): Promise<CachedFile | null>;
}

const FOLDER = 'datasets';
const STORE = 'files';
const DATABASE = 'marft-workbench.datasets';
/** Files kept at one time. */
const MOST = 8;

/** The private file system and IndexedDB of this browser, or nothing where there are none. */
export const browserFileCache: FileCache = {
  async keep(digest, file) {
    try {
      await writeFile(digest, file);
      return 'files';
    } catch {
      // No private file system, forbidden, full, or one that pages cannot write to.
    }
    try {
      await inDatabase('readwrite', (store) => store.put({ ...file, at: Date.now() }, digest));
      return 'database';
    } catch {
      return 'nowhere';
    }
  },
  async find(digest) {
    try {
      const handle = await (await folder()).getFileHandle(digest);
      return unpack(new Uint8Array(await (await handle.getFile()).arrayBuffer()));
    } catch {
      // Not there; perhaps in the database.
    }
    try {
      const found = await inDatabase<unknown>('readonly', (store) => store.get(digest));
      return isCachedFile(found) ? found : null;
    } catch {
      return null;
    }
  },
};

async function folder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
}

async function writeFile(digest: string, file: CachedFile): Promise<void> {
  const directory = await folder();
  const stream = await (await directory.getFileHandle(digest, { create: true })).createWritable();
  await stream.write(pack(file));
  await stream.close();
  const kept: { readonly name: string; readonly at: number }[] = [];
  for await (const entry of directory.values())
    if (entry.kind === 'file') kept.push({ name: entry.name, at: (await entry.getFile()).lastModified });
  for (const { name } of kept.toSorted((a, b) => b.at - a.at).slice(MOST)) await directory.removeEntry(name);
}

/** The name's length in UTF-8 (four bytes), the name, the contents. */
function pack({ name, bytes }: CachedFile): Uint8Array<ArrayBuffer> {
  const title = new TextEncoder().encode(name);
  const packed = new Uint8Array(4 + title.length + bytes.length);
  new DataView(packed.buffer).setUint32(0, title.length);
  packed.set(title, 4);
  packed.set(bytes, 4 + title.length);
  return packed;
}

function unpack(packed: Uint8Array): CachedFile {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  return { name: new TextDecoder().decode(packed.subarray(4, 4 + length)), bytes: packed.slice(4 + length) };
}

function isCachedFile(value: unknown): value is CachedFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'bytes' in value &&
    value.bytes instanceof Uint8Array &&
    'name' in value &&
    typeof value.name === 'string'
  );
}

function inDatabase<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    const failed = (): void => reject(new Error(opening.error?.message ?? 'the database cannot be opened'));
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = failed;
    opening.onblocked = failed;
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(request.result);
      };
      transaction.onabort = () => {
        opening.result.close();
        reject(new Error(transaction.error?.message ?? 'the database refused'));
      };
    };
  });
}
