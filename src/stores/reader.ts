/** Which episodes the reader lists and in which order: the same in every place that shows it. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { EpisodeRecord } from '../core/episode/records.ts';
import { cursorStore } from './cursor.ts';
import { currentRun, runsStore } from './runs.ts';
import { selectEpisodes, type EpisodeFilter } from './runs/episodes.ts';
import { keptIterations, nearestKept, readableIterations } from './runs/keep.ts';

interface ReaderState {
  readonly filter: EpisodeFilter;
  setFilter(filter: EpisodeFilter): void;
}

export const readerStore = createStore<ReaderState>((set) => ({
  filter: { verdict: 'all', order: 'episode', text: '' },
  setFilter: (filter) => set({ filter }),
}));

export function useReader<T>(selector: (state: ReaderState) => T): T {
  return useStore(readerStore, selector);
}

interface Reading {
  /** Iterations that can be read, newest first; those on disk come when they are looked at. */
  readonly kept: readonly number[];
  readonly iteration: number;
  /** What the list shows. */
  readonly shown: readonly EpisodeRecord[];
}

/** What is being read of the run on screen; null without episodes. */
export function reading(): Reading | null {
  const run = currentRun(runsStore.getState());
  if (!run) return null;
  const kept = readableIterations(run);
  const { iteration: chosen } = cursorStore.getState();
  const iteration = chosen === null ? keptIterations(run.episodes)[0] : nearestKept(run.episodes, chosen);
  if (iteration === undefined || iteration === null) return null;
  return { kept, iteration, shown: selectEpisodes(run.episodes[iteration] ?? [], readerStore.getState().filter) };
}

/** Reads the episode `by` further down the list. */
export function stepEpisode(by: number): void {
  const now = reading();
  if (!now) return;
  const { episode } = cursorStore.getState();
  const present = now.shown.findIndex((record) => record.episode === episode);
  const next = now.shown[Math.min(Math.max((present < 0 ? 0 : present) + by, 0), now.shown.length - 1)];
  if (next) cursorStore.getState().move({ iteration: now.iteration, episode: next.episode });
}

/** Reads the kept iteration `by` later (or earlier, below 0); whether there is one. */
export function stepIteration(by: number): boolean {
  const now = reading();
  if (!now) return false;
  const { iteration: chosen } = cursorStore.getState();
  // One that is on its way from the disk is where the reader is.
  const at = chosen !== null && now.kept.includes(chosen) ? chosen : now.iteration;
  const next = now.kept[now.kept.indexOf(at) - by];
  if (next === undefined) return false;
  cursorStore.getState().move({ iteration: next });
  return true;
}
