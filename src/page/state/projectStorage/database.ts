/**
 * Projects kept in the browser across visits (IndexedDB): a card each, which lists read, and beside it the document's text.
 * A write names the revision it was made from, so that of two tabs none overwrites what the other one kept.
 */
import { twoStores } from '../storage/twoStores.ts';

export interface ProjectCard {
  readonly id: string;
  readonly name: string;
  /** When its document was changed last, milliseconds since 1970. */
  readonly changed: number;
  /** Counts the writes of its document. */
  readonly revision: number;
  /** The tab that wrote it last. */
  readonly by: string;
  /** When it was deleted; it can be brought back until it is purged. */
  readonly removed: number | null;
  readonly agents: number;
  /** Size of its text. */
  readonly bytes: number;
}

export interface KeptProject {
  readonly card: ProjectCard;
  /** The document as JSON, as it was written: hostile until parsed. */
  readonly text: string;
  /** A teacher's view of it, hostile too; null where there is none. */
  readonly lesson: unknown;
}

export interface ProjectDatabase {
  list(): Promise<readonly ProjectCard[]>;
  read(id: string): Promise<KeptProject | null>;
  /** Writes if what is kept has the revision `expected` (null: nothing is kept); false, and nothing written, when it has not. */
  write(project: KeptProject, expected: number | null): Promise<boolean>;
  /** Marks as deleted, or as not; an unknown id changes nothing. */
  mark(id: string, removed: number | null): Promise<void>;
  /** Forgets it for good; where a revision is given, only if what is kept has that one. */
  purge(id: string, expected?: number | null): Promise<void>;
}

/** Keeps projects as long as the tab lives: for browsers that keep nothing, and for tests. */
export function memoryDatabase(entries: Iterable<KeptProject> = []): ProjectDatabase {
  const kept = new Map([...entries].map((project) => [project.card.id, project]));
  return {
    list: async () => [...kept.values()].map(({ card }) => card),
    read: async (id) => kept.get(id) ?? null,
    write: async (project, expected) => {
      if ((kept.get(project.card.id)?.card.revision ?? null) !== expected) return false;
      kept.set(project.card.id, project);
      return true;
    },
    mark: async (id, removed) => {
      const project = kept.get(id);
      if (project) kept.set(id, { ...project, card: { ...project.card, removed } });
    },
    purge: async (id, expected) => {
      if (expected === undefined || (kept.get(id)?.card.revision ?? null) === expected) kept.delete(id);
    },
  };
}

type Text = Pick<KeptProject, 'text' | 'lesson'>;

/** The database of this browser; every call rejects where the browser keeps nothing. */
export function browserProjectDatabase(): ProjectDatabase {
  const transaction = twoStores('marft-workbench-projects', 'cards', 'texts');
  return {
    list: () =>
      transaction('readonly', (cards) => {
        const all = cards.getAll() as IDBRequest<ProjectCard[]>;
        return () => all.result;
      }),
    read: (id) =>
      transaction('readonly', (cards, texts) => {
        const card = cards.get(id) as IDBRequest<ProjectCard | undefined>;
        const text = texts.get(id) as IDBRequest<Text | undefined>;
        return () => (card.result && text.result ? { card: card.result, ...text.result } : null);
      }),
    write: ({ card, text, lesson }, expected) =>
      transaction('readwrite', (cards, texts) => {
        const present = cards.get(card.id) as IDBRequest<ProjectCard | undefined>;
        let fits = false;
        present.onsuccess = () => {
          fits = (present.result?.revision ?? null) === expected;
          if (!fits) return;
          cards.put(card, card.id);
          texts.put({ text, lesson } satisfies Text, card.id);
        };
        return () => fits;
      }),
    mark: (id, removed) =>
      transaction('readwrite', (cards) => {
        const present = cards.get(id) as IDBRequest<ProjectCard | undefined>;
        present.onsuccess = () => {
          if (present.result) cards.put({ ...present.result, removed }, id);
        };
        return () => undefined;
      }),
    purge: (id, expected) =>
      transaction('readwrite', (cards, texts) => {
        const present = cards.get(id) as IDBRequest<ProjectCard | undefined>;
        present.onsuccess = () => {
          if (expected !== undefined && (present.result?.revision ?? null) !== expected) return;
          cards.delete(id);
          texts.delete(id);
        };
        return () => undefined;
      }),
  };
}
