/**
 * Which place in the palette each compared run has, its own for good: kept in this browser, given when it is first drawn, and never to
 * another. So a run looks alike whatever it stands beside, in whatever order, and after other runs were deleted.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { z } from 'zod';
import { browserStorage, STORAGE_KEYS, type TextStorage } from '../storage/storage.ts';

/** Runs remembered; of more the first are forgotten. */
const MOST = 2000;
/** Places beside each other that differ in colour (`kit/theme/agentColors.ts`). */
const COLORS = 8;

type Slots = Readonly<Record<string, number>>;

/** By run: its place when it is drawn by itself, and that of the group of seeds it is one of. */
export interface RunSlots {
  readonly alone: Slots;
  readonly grouped: Slots;
}

const slotsSchema = z.record(z.string().max(200), z.int().min(0).max(1_000_000));
const keptSchema = z.object({ alone: slotsSchema, grouped: slotsSchema });
const NONE: RunSlots = { alone: {}, grouped: {} };

/**
 * A place for each of `groups`, given as the ids of their runs, in this drawing; no two share one that was not given to both before. Seeds
 * are told apart from their group (`together`): a group has the place of whichever of its runs has been drawn so, a run its own.
 * `known` is the same object where nothing new was given.
 */
export function slotsOf(
  kept: RunSlots,
  groups: readonly (readonly string[])[],
  together: boolean,
): { readonly slots: readonly number[]; readonly known: RunSlots } {
  const [first, other] = together ? (['grouped', 'alone'] as const) : (['alone', 'grouped'] as const);
  const here: (number | undefined)[] = groups.map((ids) => found(kept[first], ids));
  const used = new Set([...Object.values(kept.alone), ...Object.values(kept.grouped)]);
  const inDrawing = new Set(here.filter((slot) => slot !== undefined));
  const take = (slot: number): number => {
    used.add(slot);
    inDrawing.add(slot);
    return slot;
  };
  // As it looked the other way, where nobody else here looks so; else a place of its own.
  for (const [at, ids] of groups.entries()) {
    const before = here[at] === undefined ? found(kept[other], ids) : undefined;
    if (before !== undefined && !inDrawing.has(before)) here[at] = take(before);
  }
  const slots = here.map((slot) => slot ?? take(free(used, inDrawing)));
  const added = groups.flatMap((ids, at) => ids.flatMap((id) => (id in kept[first] ? [] : [[id, slots[at] ?? 0] as const])));
  if (added.length === 0) return { slots, known: kept };
  const all = [...Object.entries(kept[first]), ...added].slice(-MOST);
  return { slots, known: { ...kept, [first]: Object.fromEntries(all) } };
}

function found(slots: Slots, ids: readonly string[]): number | undefined {
  const known = ids.find((id) => Object.hasOwn(slots, id));
  return known === undefined ? undefined : slots[known];
}

/** The first place nobody has, if there is one soon in a colour that is not in the drawing yet. */
function free(used: ReadonlySet<number>, inDrawing: ReadonlySet<number>): number {
  const colors = new Set([...inDrawing].map((slot) => slot % COLORS));
  let first = 0;
  while (used.has(first)) first += 1;
  for (let slot = first; slot < first + 2 * COLORS; slot += 1) if (!used.has(slot) && !colors.has(slot % COLORS)) return slot;
  return first;
}

interface RunSlotsState {
  readonly kept: RunSlots;
  keep(kept: RunSlots): void;
}

export function createRunSlots(storage: TextStorage): StoreApi<RunSlotsState> {
  const read = (): RunSlots => {
    try {
      return keptSchema.parse(JSON.parse(storage.read(STORAGE_KEYS.runSlots) ?? 'null'));
    } catch {
      // Nothing kept yet, or not ours: places are given anew.
      return NONE;
    }
  };
  return createStore<RunSlotsState>((set) => ({
    kept: read(),
    keep: (kept) => {
      storage.write(STORAGE_KEYS.runSlots, JSON.stringify(kept));
      set({ kept });
    },
  }));
}

/** The page's own. */
export const runSlotsStore = createRunSlots(browserStorage);
