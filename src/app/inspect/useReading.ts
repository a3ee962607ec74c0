/** What of a run is being read: the iteration and the episode that the cursor stands on, or where nothing is chosen the newest. */
import { useDeferredValue, useMemo } from 'react';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { useCursor } from '../../stores/cursor.ts';
import { useReader } from '../../stores/reader.ts';
import { selectEpisodes } from '../../stores/runs/episodes.ts';
import { keptIterations, nearestKept } from '../../stores/runs/keep.ts';
import type { RunSet } from '../../stores/runs/types.ts';

export interface Reading {
  readonly iteration: number;
  /** All episodes of the iteration that are here. */
  readonly episodes: readonly EpisodeRecord[];
  /** Those that pass the filter, in its order. */
  readonly shown: readonly EpisodeRecord[];
  /** The one chosen, else the first shown; undefined where none passes. */
  readonly episode: EpisodeRecord | undefined;
}

/** Null where the run has no episodes. */
export function useReading(run: RunSet): Reading | null {
  const chosenIteration = useCursor((cursor) => cursor.iteration);
  const chosenEpisode = useCursor((cursor) => cursor.episode);
  const filter = useDeferredValue(useReader((state) => state.filter));
  const iteration = (chosenIteration === null ? keptIterations(run.episodes)[0] : nearestKept(run.episodes, chosenIteration)) ?? null;
  const episodes = iteration === null ? undefined : run.episodes[iteration];
  const shown = useMemo(() => selectEpisodes(episodes ?? [], filter), [episodes, filter]);
  if (iteration === null || !episodes) return null;
  return { iteration, episodes, shown, episode: episodes.find((record) => record.episode === chosenEpisode) ?? shown[0] };
}
