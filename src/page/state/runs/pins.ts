/**
 * Episodes a person has pinned, by run: they stand first in the explorer, and their iterations are not let go from memory.
 * What the table shows of each is kept with it, so that a pin says what it is before its episode is read from disk again.
 */
import { z } from 'zod';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ExplorerRow } from './explorer.ts';
import { sameEpisode, type EpisodeRef } from './episodeRef.ts';
import { keptText, listIn } from '../storage/kept.ts';
import { browserStorage, STORAGE_KEYS, type TextStorage } from '../storage/storage.ts';

/** Most pins of a run, and most runs with pins; the oldest go first. */
export const MOST_PINS = 50;
export const MOST_RUNS = 100;

/** Most characters of a problem or an answer that are kept with a pin. */
const MOST_TEXT = 400;

/** JSON writes NaN, which stands for unknown, as null. */
const orUnknown = (schema: z.ZodNumber | z.ZodInt) => schema.nullable().transform((number) => number ?? Number.NaN);

const rowSchema = z.object({
  iteration: z.int().min(0),
  episode: z.int().min(0),
  split: z.enum(['train', 'test']),
  problem: z.string(),
  right: z.boolean().nullable(),
  reward: orUnknown(z.number()),
  advantage: orUnknown(z.number()).default(Number.NaN),
  tokens: orUnknown(z.int().min(0)),
  spoke: z.array(z.string()),
  words: z.string(),
});
const runSchema = z.tuple([z.string(), z.array(z.unknown())]);

export interface PinsState {
  /** Pinned episodes of each run, the first pinned first. */
  readonly pins: ReadonlyMap<string, readonly ExplorerRow[]>;
  /** Whether this browser keeps them beyond this visit. */
  readonly kept: boolean;
  /** Pins an episode, or takes its pin away. */
  toggle(run: string, row: ExplorerRow): void;
}

/** A store that keeps pins in `storage`; the page has one, {@link pinsStore}. */
export function createPinsStore(storage: TextStorage): StoreApi<PinsState> {
  const keeping = keptText(storage, STORAGE_KEYS.pins, 'pins');
  return createStore<PinsState>((set, get) => ({
    pins: readPins(keeping.read()).pins,
    kept: true,
    toggle: (run, row) => {
      const before = get().pins.get(run) ?? [];
      const others = before.filter((pin) => !sameEpisode(pin, row));
      const short = { ...row, problem: row.problem.slice(0, MOST_TEXT), words: row.words.slice(0, MOST_TEXT) };
      const after = others.length < before.length ? others : [...others, short].slice(-MOST_PINS);
      const rest = [...get().pins].filter(([id]) => id !== run);
      const pins = new Map(after.length === 0 ? rest : [...rest, [run, after] as const].slice(-MOST_RUNS));
      set({ pins, kept: keeping.write(writePins(pins, keeping.read())) });
    },
  }));
}

/** What was kept: as far as this version can read it, where a row that it cannot costs no other, and the rest as it is there. */
function readPins(kept: string | null): { readonly pins: PinsState['pins']; readonly unread: readonly unknown[] } {
  const pins = new Map<string, readonly ExplorerRow[]>();
  const unread: unknown[] = [];
  for (const entry of listIn(kept)) {
    const { data } = runSchema.safeParse(entry);
    const [run, rows] = data ?? ['', []];
    const strange = rows.filter((row) => !rowSchema.safeParse(row).success);
    const read = rows.flatMap((row) => rowSchema.safeParse(row).data ?? []);
    if (read.length > 0) pins.set(run, read);
    if (strange.length > 0 || !data) unread.push(data ? [run, strange] : entry);
  }
  return { pins, unread };
}

/** The text that keeps `pins`, and what this version could not read of what was kept `before`. */
function writePins(pins: PinsState['pins'], before: string | null): string {
  const entries = new Map<string, readonly unknown[]>(pins);
  const others: unknown[] = [];
  for (const entry of readPins(before).unread) {
    const { data } = runSchema.safeParse(entry);
    if (data) entries.set(data[0], [...(entries.get(data[0]) ?? []), ...data[1]]);
    else others.push(entry);
  }
  return JSON.stringify([...entries, ...others]);
}

const NONE: readonly ExplorerRow[] = [];

export function pinsOf({ pins }: Pick<PinsState, 'pins'>, run: string): readonly ExplorerRow[] {
  return pins.get(run) ?? NONE;
}

export function isPinned(state: Pick<PinsState, 'pins'>, run: string, ref: EpisodeRef): boolean {
  return pinsOf(state, run).some((pin) => sameEpisode(pin, ref));
}

/** Iterations of a run with pinned episodes. */
export function pinnedIterations(state: Pick<PinsState, 'pins'>, run: string): readonly number[] {
  return [...new Set(pinsOf(state, run).map(({ iteration }) => iteration))];
}

/** The page's pins. */
export const pinsStore = createPinsStore(browserStorage);

/** Selects from the page's pins. */
export function usePins<T>(selector: (state: PinsState) => T): T {
  return useStore(pinsStore, selector);
}
