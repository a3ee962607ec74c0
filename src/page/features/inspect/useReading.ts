/** What of a run is being read: the iteration and the episode that the cursor stands on, or where nothing is chosen the newest. */
import { useDeferredValue, useMemo } from 'react';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { useCursor } from '../../state/address/cursor.ts';
import { useReader } from '../../state/reading/reader.ts';
import { selectEpisodes } from '../../state/runs/episodes.ts';
import { keptIterations, nearestKept } from '../../state/runs/keep.ts';
import type { KeptEpisodes, RunSet } from '../../state/runs/types.ts';

const NONE: KeptEpisodes = {};

export interface Reading {
  readonly iteration: number;
  /** All episodes of the iteration that are here. */
  readonly episodes: readonly EpisodeRecord[];
  /** Those that pass the filter, in its order. */
  readonly shown: readonly EpisodeRecord[];
  /** The one chosen, else the first shown; undefined where none passes. */
  readonly episode: EpisodeRecord | undefined;
  /** The iteration asked for, while it is on its way from this browser's storage and the nearest one is shown. */
  readonly awaited: number | null;
  /** The iteration asked for, where its episodes are nowhere. */
  readonly absent: number | null;
}

/** Null where the run has no episodes. */
export function useReading(run: RunSet | null): Reading | null {
  const chosenIteration = useCursor((cursor) => cursor.iteration);
  const chosenEpisode = useCursor((cursor) => cursor.episode);
  const filter = useDeferredValue(useReader((state) => state.filter));
  const held = run?.episodes ?? NONE;
  const iteration = (chosenIteration === null ? keptIterations(held)[0] : nearestKept(held, chosenIteration)) ?? null;
  const episodes = iteration === null ? undefined : held[iteration];
  const shown = useMemo(() => selectEpisodes(episodes ?? [], filter), [episodes, filter]);
  if (iteration === null || !episodes) return null;
  const elsewhere = chosenIteration === iteration ? null : chosenIteration;
  const awaited = elsewhere !== null && run?.stored?.includes(elsewhere) ? elsewhere : null;
  const episode = episodes.find((record) => record.episode === chosenEpisode) ?? shown[0];
  return { iteration, episodes, shown, episode, awaited, absent: awaited === null ? elsewhere : null };
}
