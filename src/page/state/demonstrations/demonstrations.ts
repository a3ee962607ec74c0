/**
 * Demonstrations a person has kept: won episodes, as lines of a file that a warm start reads (`core/formats/runs/episodes.ts`). They
 * belong to the environment they are of, by its code.
 */
import { z } from 'zod';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { sha256 } from '../../../core/sha256.ts';
import { keptText, listIn } from '../storage/kept.ts';
import { browserStorage, STORAGE_KEYS, type TextStorage } from '../storage/storage.ts';

/** Most environments with demonstrations, and most of each; the oldest go first. */
const MOST_ENVIRONMENTS = 50;
const MOST_LINES = 500;

export interface DemonstrationsState {
  /** Lines of JSON without their ends, by the code’s SHA-256, the first kept first. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
  /** Whether this browser keeps them beyond this visit. */
  readonly kept: boolean;
  /** Of an environment's code. */
  of(source: string): readonly string[];
  /** Keeps a line; false where it is kept already. */
  keep(source: string, line: string): boolean;
  forget(source: string): void;
}

/** A store that keeps demonstrations in `storage`; the page has one, {@link demonstrationsStore}. */
export function createDemonstrationsStore(storage: TextStorage): StoreApi<DemonstrationsState> {
  const keeping = keptText(storage, STORAGE_KEYS.demonstrations, 'demonstrations');
  return createStore<DemonstrationsState>((set, get) => {
    const put = (id: string, lines: readonly string[]): void => {
      const others = [...get().lines].filter(([known]) => known !== id);
      const all = lines.length === 0 ? others : [...others, [id, lines.slice(-MOST_LINES)] as const].slice(-MOST_ENVIRONMENTS);
      // What this version cannot read stays as it is.
      const strange = listIn(keeping.read()).filter((entry) => !entrySchema.safeParse(entry).success);
      set({ lines: new Map(all), kept: keeping.write(JSON.stringify([...all, ...strange])) });
    };
    return {
      lines: readLines(keeping.read()),
      kept: true,
      of: (source) => get().lines.get(sha256(source)) ?? NONE,
      keep: (source, line) => {
        const before = get().of(source);
        if (before.includes(line)) return false;
        put(sha256(source), [...before, line]);
        return true;
      },
      forget: (source) => put(sha256(source), []),
    };
  });
}

const NONE: readonly string[] = [];
const entrySchema = z.tuple([z.string(), z.array(z.string())]);

/** What was kept, as far as this version can read it: an entry that it cannot costs no other. */
const readLines = (kept: string | null): ReadonlyMap<string, readonly string[]> =>
  new Map(listIn(kept).flatMap((entry) => (entrySchema.safeParse(entry).success ? [entrySchema.parse(entry)] : [])));

export const demonstrationsStore = createDemonstrationsStore(browserStorage);

export const useDemonstrations = <T>(selector: (state: DemonstrationsState) => T): T => useStore(demonstrationsStore, selector);
