/**
 * A database of this browser (IndexedDB) with two stores under the same keys: what lists read, and beside it what is read one
 * by one. Every transaction goes over both, so that they never differ. Whoever asks gets a rejection where the browser keeps nothing.
 * Where a newer workbench has changed the database, which this build then cannot open, it is left as it is, and the person told by name.
 */
import { FaultError } from '../../../core/faults.ts';
import type { KeptThing } from '../../../words/words.ts';
import { tellNewer } from './keptNews.ts';

/** Version of every such database; a newer workbench may raise it. */
const VERSION = 1;

/** What each of them keeps, by its name. */
const KEEPS = {
  'marft-workbench': 'bases',
  'marft-workbench-projects': 'projects',
  'marft-workbench.branches': 'branches',
} as const satisfies Readonly<Record<string, KeptThing>>;

/** Runs `work` in a transaction and resolves, once that is on disk, with what the function it gives then says. */
export type Transaction = <T>(mode: IDBTransactionMode, work: (first: IDBObjectStore, second: IDBObjectStore) => () => T) => Promise<T>;

/** Transactions over the stores `first` and `second` of the database `name`, which is opened by the first of them. */
export function twoStores(name: keyof typeof KEEPS, first: string, second: string): Transaction {
  let opened: Promise<IDBDatabase> | null = null;
  const reset = (): void => {
    opened = null;
  };
  const database = (): Promise<IDBDatabase> => {
    opened ??= open(name, [first, second], reset).catch((error: unknown) => {
      reset(); // the next call tries again
      throw error;
    });
    return opened;
  };
  return async (mode, work) => {
    const running = (await database()).transaction([first, second], mode);
    const result = work(running.objectStore(first), running.objectStore(second));
    await ended(running);
    return result();
  };
}

/** `closed` is called when it makes way for a newer workbench in another tab, which waits until every older one has. */
function open(name: keyof typeof KEEPS, stores: readonly string[], closed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store);
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => {
        request.result.close();
        closed();
      };
      resolve(request.result);
    };
    request.onerror = () => {
      const { error } = request;
      if (error?.name === 'VersionError') reject(new FaultError(tellNewer(KEEPS[name], null, VERSION)));
      else reject(error ?? new Error('the browser’s database does not open'));
    };
    request.onblocked = () => reject(new Error('another tab holds an older version of the browser’s database'));
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('the browser’s database refused'));
  });
}
