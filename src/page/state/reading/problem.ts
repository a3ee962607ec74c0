/** One problem over the iterations of a run: the episodes in memory that were set it, and those on disk. */
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { EpisodesRead } from '../../../runs/types.ts';
import { type Problem, sameProblem } from '../runs/explorer.ts';
import { sameEpisode } from '../runs/episodeRef.ts';
import { keptIterations } from '../runs/keep.ts';
import type { KeptEpisodes } from '../runs/types.ts';

/** How far the search on disk has come. */
export interface DiskSearch {
  readonly found: readonly EpisodeRecord[];
  /** Iterations read. */
  readonly read: readonly number[];
  /** Iterations that could not be read. */
  readonly failed: number;
  readonly left: number;
  /** Whether there are more than are listed. */
  readonly more: boolean;
}

interface Search {
  readonly wanted: Problem;
  /** Those on disk. */
  readonly iterations: readonly number[];
  readonly read: (iteration: number) => AsyncIterable<EpisodesRead>;
  /** Is told after every iteration, and after every window of a large one. */
  readonly tell: (search: DiskSearch) => void;
  readonly signal: AbortSignal;
}

/** Most episodes on disk that are listed. */
const MOST = 2_000;

/** Reads one iteration after the other and keeps of each only what was set the problem, until there are more than anybody reads. */
export async function searchProblem({ wanted, iterations, read, tell, signal }: Search): Promise<void> {
  let state: DiskSearch = { found: [], read: [], failed: 0, left: iterations.length, more: false };
  tell(state);
  for (const iteration of iterations) {
    const before = state;
    try {
      for await (const { episodes, window } of read(iteration)) {
        if (signal.aborted) return;
        const found = [...state.found, ...episodes.filter((record) => sameProblem(record, wanted))];
        state = { ...state, found: found.slice(0, MOST), more: found.length > MOST };
        if (state.more) return tell({ ...state, left: 0 });
        if (window) tell(state);
      }
      state = { ...state, read: [...state.read, iteration], left: state.left - 1 };
    } catch {
      state = { ...before, failed: before.failed + 1, left: before.left - 1 };
    }
    if (signal.aborted) return;
    tell(state);
  }
}

/** What is known of a problem: episodes from memory and disk, the oldest first, and how many iterations were looked through. */
export function takesOf(episodes: KeptEpisodes, disk: DiskSearch, wanted: Problem) {
  const here = Object.values(episodes).flatMap((records) => records.filter((record) => sameProblem(record, wanted)));
  const elsewhere = disk.found.filter((record) => sameProblem(record, wanted) && !here.some((known) => sameEpisode(known, record)));
  return {
    takes: [...here, ...elsewhere].toSorted((a, b) => a.iteration - b.iteration || a.episode - b.episode),
    iterations: new Set([...keptIterations(episodes), ...disk.read]).size,
    left: disk.left,
    failed: disk.failed,
    more: disk.more,
  };
}
