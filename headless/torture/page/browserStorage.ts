/**
 * What a browser keeps of projects, local storage and IndexedDB, and how it is found when the page, the browser or the computer ended: each
 * writes in order, the one when it likes, the other a transaction at a time, so that of each a beginning is left of what it was told.
 */
import { type KeptProject, memoryDatabase, type ProjectDatabase } from '../../../src/page/state/projectStorage/database.ts';
import type { ProjectStorage } from '../../../src/page/state/projectStorage/ahead.ts';
import type { Draws } from '../draws.ts';

type Texts = ReadonlyMap<string, string>;
type Projects = ReadonlyMap<string, KeptProject>;

export class KeptInBrowser {
  /** As it was after each change, the newest last. */
  #texts: Texts[];
  #projects: Projects[];
  /** Whether it refuses what it is asked, as a full disk does; of the database each call. */
  full = false;
  refuses = false;
  /** Whether the page is gone: what it still asks is not done. */
  #gone = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(texts: Texts = new Map(), projects: Projects = new Map()) {
    this.#texts = [texts];
    this.#projects = [projects];
  }

  readonly storage: ProjectStorage = {
    read: (key) => this.texts.get(key) ?? null,
    write: (key, text) => {
      if (this.#gone || this.full) return false;
      this.#texts.push(new Map(this.texts).set(key, text));
      return true;
    },
    keys: (prefix) => [...this.texts.keys()].filter((key) => key.startsWith(prefix)),
    remove: (key) => {
      const next = new Map(this.texts);
      if (!this.#gone && next.delete(key)) this.#texts.push(next);
    },
  };

  readonly database: ProjectDatabase = {
    list: () => this.#transaction((database) => database.list()),
    read: (id) => this.#transaction((database) => database.read(id)),
    write: (project, expected) => this.#transaction((database) => database.write(project, expected)),
    mark: (id, removed) => this.#transaction((database) => database.mark(id, removed)),
    purge: (id, expected) => this.#transaction((database) => database.purge(id, expected)),
  };

  get texts(): Texts {
    return this.#texts.at(-1) ?? new Map();
  }

  get projects(): Projects {
    return this.#projects.at(-1) ?? new Map();
  }

  /** As the next page finds it. `closed`: the browser goes on, and all that it was told is there; `power lost`: of each a beginning. */
  afterwards(how: 'closed' | 'power lost', draw: Draws): KeptInBrowser {
    this.#gone = true;
    const one = <T>(states: readonly T[]): T => states[how === 'closed' ? states.length - 1 : draw.below(states.length)] as T;
    return new KeptInBrowser(one(this.#texts), one(this.#projects));
  }

  /** Does `work` on the projects as they are then, one after the other; what a page that is gone asks never comes to an end. */
  #transaction<T>(work: (database: ProjectDatabase) => Promise<T>): Promise<T> {
    const turn = this.#queue.then(async () => {
      if (this.#gone) return new Promise<T>(() => undefined);
      if (this.refuses) throw new DOMException('the database refuses', 'QuotaExceededError');
      const next = memoryDatabase(this.projects.values());
      const done = await work(next);
      const projects = new Map<string, KeptProject>();
      for (const { id } of await next.list()) {
        const project = await next.read(id);
        if (project) projects.set(id, project);
      }
      this.#projects.push(projects);
      return done;
    });
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}
