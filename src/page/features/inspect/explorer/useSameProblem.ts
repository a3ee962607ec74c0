/** Episodes of the same problem: those in memory at once, those on disk as iteration after iteration is read. */
import { useEffect, useMemo, useState } from 'react';
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import { libraryStore } from '../../../state/library/library.ts';
import { runsStore } from '../../../state/runs/runs.ts';
import { searchProblem, takesOf, type DiskSearch } from '../../../state/reading/problem.ts';
import type { RunSet } from '../../../state/runs/types.ts';

interface Found {
  /** Oldest first. */
  readonly takes: readonly EpisodeRecord[];
  /** Iterations looked through. */
  readonly iterations: number;
  /** Iterations on disk that are still to be read. */
  readonly left: number;
  /** Iterations that could not be read. */
  readonly failed: number;
  /** Whether there are more than are listed. */
  readonly more: boolean;
}

const NOTHING: DiskSearch = { found: [], read: [], failed: 0, left: 0, more: false };

export function useSameProblem(run: RunSet, episode: EpisodeRecord): Found {
  const { id, episodes } = run;
  const { split, problem, problem_index } = episode;
  const [disk, setDisk] = useState<DiskSearch>(NOTHING);
  const wanted = useMemo(() => ({ split, problem, problem_index }), [split, problem, problem_index]);
  // What came to memory or to disk meanwhile is looked for when another problem is.
  useEffect(() => {
    const aborting = new AbortController();
    const { episodesOf: readEpisodes } = libraryStore.getState();
    const { stored = [], episodes: here = {}, windows = {} } = runsStore.getState().runs[id] ?? {};
    void searchProblem({
      wanted,
      iterations: stored.filter((iteration) => !here[iteration] || windows[iteration]),
      read: (iteration) => readEpisodes(id, iteration),
      tell: setDisk,
      signal: aborting.signal,
    });
    return () => aborting.abort();
  }, [id, wanted]);
  return useMemo(() => takesOf(episodes, disk, wanted), [episodes, disk, wanted]);
}
