/** What the explorer of the inspect place lists: which episodes, in which order, and how it is looked at. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { NO_FILTER, USUAL_SORT, type ExplorerColumn, type ExplorerFilter, type ExplorerSort } from '../runs/explorer.ts';
import { type EpisodeRef } from '../runs/episodeRef.ts';
import { keptIterations } from '../runs/keep.ts';
import type { KeptEpisodes } from '../runs/types.ts';

/** Episodes of the iteration that is read, or of all that are in memory. */
export type ExplorerScope = 'iteration' | 'all';

/** A table of episodes, or what was said to one problem over the iterations. */
export type ExplorerPanel = 'episodes' | 'problem';

export interface ExplorerView {
  readonly panel: ExplorerPanel;
  readonly scope: ExplorerScope;
  readonly filter: ExplorerFilter;
  readonly sort: ExplorerSort;
  /** What the panel lists from top to bottom, in the table pinned ones first; empty while none is on screen. */
  readonly listed: readonly EpisodeRef[];
}

interface ExplorerState extends ExplorerView {
  set(part: Partial<ExplorerView>): void;
  /** Changes parts of the filter. */
  narrow(part: Partial<ExplorerFilter>): void;
  /** Lets everything through again. */
  clear(): void;
  /** Sorts by a column; again, the other way round. */
  sortBy(column: ExplorerColumn): void;
}

/** Columns of which the largest are looked for first. */
const LARGEST_FIRST: ReadonlySet<ExplorerColumn> = new Set(['iteration', 'tokens']);

export const explorerStore = createStore<ExplorerState>((set, get) => ({
  panel: 'episodes',
  scope: 'iteration',
  filter: NO_FILTER,
  sort: USUAL_SORT,
  listed: [],
  set: (part) => set(part),
  narrow: (part) => set({ filter: { ...get().filter, ...part } }),
  clear: () => set({ filter: NO_FILTER }),
  sortBy: (column) => {
    const { sort } = get();
    const descending = sort.column === column ? !sort.descending : LARGEST_FIRST.has(column);
    set({ sort: { column, descending } });
  },
}));

export function useExplorer<T>(selector: (state: ExplorerState) => T): T {
  return useStore(explorerStore, selector);
}

/** All episodes in memory, the newest iteration first. */
export function allEpisodes(episodes: KeptEpisodes): readonly EpisodeRecord[] {
  return keptIterations(episodes).flatMap((iteration) => episodes[iteration] ?? []);
}
