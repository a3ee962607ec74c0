/**
 * Demonstrations a person has kept: won episodes, as lines of a file that a warm start reads (`core/formats/runs/episodes.ts`). They
 * belong to the environment they are of, by its code.
 */
import { z } from 'zod';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { sha256 } from '../../../core/sha256.ts';
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
  return createStore<DemonstrationsState>((set, get) => {
    const put = (id: string, lines: readonly string[]): void => {
      const others = [...get().lines].filter(([known]) => known !== id);
      const all = lines.length === 0 ? others : [...others, [id, lines.slice(-MOST_LINES)] as const].slice(-MOST_ENVIRONMENTS);
      set({ lines: new Map(all), kept: storage.write(STORAGE_KEYS.demonstrations, JSON.stringify(all)) });
    };
    return {
      lines: readLines(storage.read(STORAGE_KEYS.demonstrations)),
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
const keptSchema = z.array(z.tuple([z.string(), z.array(z.string())]));

/** What was kept, as far as this version can read it. */
function readLines(kept: string | null): ReadonlyMap<string, readonly string[]> {
  if (kept === null) return new Map();
  try {
    return new Map(keptSchema.safeParse(JSON.parse(kept)).data ?? []);
  } catch {
    return new Map();
  }
}

export const demonstrationsStore = createDemonstrationsStore(browserStorage);

export const useDemonstrations = <T>(selector: (state: DemonstrationsState) => T): T => useStore(demonstrationsStore, selector);
