/** The kept episodes that lend a preview its examples: the newest of the run on screen, held while a run goes on. */
import { useMemo, useState } from 'react';
import type { ProjectDocument } from '../../../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../../../core/episode/records.ts';
import { currentRun, runsStore, useRuns, type RunsState } from '../../../../state/runs/runs.ts';
import { isUnderWay } from '../../../../state/runs/interrupted.ts';
import { keptIterations } from '../../../../state/runs/keep.ts';

export interface Examples {
  readonly ranWith: ProjectDocument;
  readonly iteration: number;
  /** Whether they are of another run than the one on screen. */
  readonly earlier: boolean;
  /** Episodes of the train split, in order; at least one. */
  readonly episodes: readonly EpisodeRecord[];
}

/** An iteration of a run, and the run that went on while it was held; null where none did. */
interface Held {
  readonly run: string | null;
  readonly iteration: number | null;
  readonly during: string | null;
}

/** Null where there is nothing kept to show. */
export function useExamples(): Examples | null {
  const id = useRuns((state) => state.current);
  const newest = useRuns((state) => newestOf(state, state.current));
  const going = useRuns((state) => {
    const run = currentRun(state);
    return run !== null && isUnderWay(run);
  });
  const [held, setHeld] = useState<Held>({ run: id, iteration: newest, during: going ? id : null });
  const kept = useRuns(
    ({ runs }) => held.run !== null && held.iteration !== null && runs[held.run]?.episodes[held.iteration] !== undefined,
  );
  const next = nextHeld(held, { id, newest, going, kept });
  if (next !== held) setHeld(next);
  const { run: from, iteration } = next;
  return useMemo(() => {
    const run = from === null ? undefined : runsStore.getState().runs[from];
    if (!run || iteration === null) return null;
    const episodes = (run.episodes[iteration] ?? []).filter(({ split }) => split === 'train');
    return episodes.length > 0 ? { ranWith: run.document, iteration, earlier: from !== id, episodes } : null;
  }, [from, iteration, id]);
}

interface OnScreen {
  readonly id: string | null;
  /** Newest iteration of it that has episodes. */
  readonly newest: number | null;
  readonly going: boolean;
  /** Whether what is held is still there. */
  readonly kept: boolean;
}

/**
 * What to hold, given the run on screen. What changed with every iteration could not be read, and composing it anew would take
 * time from the run: from its beginning on, what was shown before stays.
 */
export function nextHeld(held: Held, { id, newest, going, kept }: OnScreen): Held {
  if (going && kept) {
    if (held.during === id) return held;
    if (newest === null) return { ...held, during: id }; // it has just begun
  }
  const during = going ? id : null;
  if (held.run === id && held.iteration === newest && held.during === during) return held;
  return { run: id, iteration: newest, during };
}

function newestOf({ runs }: RunsState, id: string | null): number | null {
  return keptIterations((id === null ? undefined : runs[id]?.episodes) ?? {})[0] ?? null;
}
