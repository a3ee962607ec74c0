/** The kept episodes that lend a preview its examples: the newest of the run on screen, held while that run goes on. */
import { useMemo, useState } from 'react';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { currentRun, runsStore, useRuns } from '../../stores/runs.ts';
import { isUnderWay } from '../../stores/runs/interrupted.ts';
import { keptIterations } from '../../stores/runs/keep.ts';

export interface Examples {
  readonly ranWith: ProjectDocument;
  readonly iteration: number;
  /** Of the train split, in order; at least one. */
  readonly episodes: readonly EpisodeRecord[];
}

/** Null where the run on screen has kept nothing. */
export function useExamples(): Examples | null {
  const id = useRuns((state) => state.current);
  const newest = useRuns((state) => keptIterations(currentRun(state)?.episodes ?? {})[0] ?? null);
  const going = useRuns((state) => {
    const run = currentRun(state);
    return run !== null && isUnderWay(run);
  });
  const [held, setHeld] = useState({ id, iteration: newest });
  const kept = useRuns((state) => held.iteration !== null && currentRun(state)?.episodes[held.iteration] !== undefined);
  // What changed with every iteration of a run could not be read.
  const stays = held.id === id && going && kept;
  if (!stays && (held.id !== id || held.iteration !== newest)) setHeld({ id, iteration: newest });
  const iteration = stays ? held.iteration : newest;
  return useMemo(() => {
    const run = id === null ? undefined : runsStore.getState().runs[id];
    if (!run || iteration === null) return null;
    const episodes = (run.episodes[iteration] ?? []).filter(({ split }) => split === 'train');
    return episodes.length > 0 ? { ranWith: run.document, iteration, episodes } : null;
  }, [id, iteration]);
}
