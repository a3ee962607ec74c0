/** What a browser keeps of projects, of which single operations fail: the nth write of local storage, or transaction of IndexedDB. */
import type { ProjectStorage } from '../../../src/page/state/projectStorage/ahead.ts';
import type { ProjectDatabase } from '../../../src/page/state/projectStorage/database.ts';
import { KeptInBrowser } from './browserStorage.ts';

export interface Failing {
  /** `storage`: a write finds no room; `refused`: a transaction is not begun; `aborted`: it is taken back behind its work. */
  readonly what: 'storage' | 'refused' | 'aborted';
  /** The first and the last operation that fails, from 0, of those of its kind. */
  readonly from: number;
  readonly to: number;
}

export class FailingInBrowser extends KeptInBrowser {
  fails: Failing | null = null;
  /** How many there were. */
  readonly operations = { storage: 0, database: 0 };

  /** What a page is given: the same, of which operations fail. */
  readonly handed = {
    storage: failingStorage(this.storage, () => this.#due('storage', this.operations.storage++)),
    database: failingDatabase(this.database, () => {
      const operation = this.operations.database++;
      if (this.#due('refused', operation)) return 'refused';
      return this.#due('aborted', operation) ? 'aborted' : null;
    }),
  };

  #due(what: Failing['what'], operation: number): boolean {
    return this.fails?.what === what && operation >= this.fails.from && operation <= this.fails.to;
  }
}

const failingStorage = (storage: ProjectStorage, fails: () => boolean): ProjectStorage => ({
  ...storage,
  write: (key, text) => !fails() && storage.write(key, text),
});

/** An aborted transaction did nothing, and says so when it is over. */
function failingDatabase(database: ProjectDatabase, fails: () => 'refused' | 'aborted' | null): ProjectDatabase {
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    const how = fails();
    if (how === 'refused') throw new DOMException('the database refuses', 'QuotaExceededError');
    if (how === null) return work();
    await Promise.resolve();
    await new Promise<void>((resolve) => setImmediate(resolve));
    throw new DOMException('the transaction was aborted', 'AbortError');
  };
  return {
    list: () => asked(() => database.list()),
    read: (id) => asked(() => database.read(id)),
    write: (project, expected) => asked(() => database.write(project, expected)),
    mark: (id, removed) => asked(() => database.mark(id, removed)),
    purge: (id) => asked(() => database.purge(id)),
  };
}
