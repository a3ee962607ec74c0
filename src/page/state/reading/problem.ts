/** One problem over the iterations of a run: the episodes in memory that were set it, and those on disk. */
import type { EpisodeRecord } from '../../../core/episode/records.ts';
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
}

interface Search {
  readonly wanted: Problem;
  /** Those on disk. */
  readonly iterations: readonly number[];
  readonly read: (iteration: number) => AsyncIterable<readonly EpisodeRecord[]>;
  /** Is told after every iteration. */
  readonly tell: (search: DiskSearch) => void;
  readonly signal: AbortSignal;
}

/** Reads one iteration after the other and keeps of each only what was set the problem. */
export async function searchProblem({ wanted, iterations, read, tell, signal }: Search): Promise<void> {
  let state: DiskSearch = { found: [], read: [], failed: 0, left: iterations.length };
  tell(state);
  for (const iteration of iterations) {
    const records = await matching(read(iteration), wanted, signal).catch(() => null);
    if (signal.aborted) return;
    const { found, failed, left } = state;
    state = {
      found: records ? [...found, ...records] : found,
      read: records ? [...state.read, iteration] : state.read,
      failed: records ? failed : failed + 1,
      left: left - 1,
    };
    tell(state);
  }
}

async function matching(parts: AsyncIterable<readonly EpisodeRecord[]>, wanted: Problem, signal: AbortSignal): Promise<EpisodeRecord[]> {
  const found: EpisodeRecord[] = [];
  for await (const records of parts) {
    if (signal.aborted) break;
    found.push(...records.filter((record) => sameProblem(record, wanted)));
  }
  return found;
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
  };
}
