/**
 * A database of this browser (IndexedDB) with two stores under the same keys: what lists read, and beside it what is read one
 * by one. Every transaction goes over both, so that they never differ. Whoever asks gets a rejection where the browser keeps nothing.
 */

/** Runs `work` in a transaction and resolves, once that is on disk, with what the function it gives then says. */
export type Transaction = <T>(mode: IDBTransactionMode, work: (first: IDBObjectStore, second: IDBObjectStore) => () => T) => Promise<T>;

/** Transactions over the stores `first` and `second` of the database `name`, which is opened by the first of them. */
export function twoStores(name: string, first: string, second: string): Transaction {
  let opened: Promise<IDBDatabase> | null = null;
  const database = (): Promise<IDBDatabase> => {
    opened ??= open(name, [first, second]).catch((error: unknown) => {
      opened = null; // the next call tries again
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

function open(name: string, stores: readonly string[]): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store);
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
