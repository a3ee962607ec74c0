/** The episodes that the explorer lists, worked out in slices. */
import { useLayoutEffect, useMemo, useState } from 'react';
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import { allEpisodes, useExplorer } from '../../../state/reading/explorerView.ts';
import { selecting, type ExplorerFilter, type ExplorerSort, type Selection } from '../../../state/runs/explorer.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import { inSlices } from '../../../state/storage/slices.ts';

interface Asked {
  readonly records: readonly EpisodeRecord[];
  readonly filter: ExplorerFilter;
  readonly sort: ExplorerSort;
}

export interface Selected {
  /** The newest that is worked out; null before the first. */
  readonly selection: Selection | null;
  /** Whether another is on its way. */
  readonly busy: boolean;
}

/** Selects from the iteration's `episodes`, or from all of `run`, as the explorer's scope says. */
export function useSelection(run: RunSet, episodes: readonly EpisodeRecord[]): Selected {
  const scope = useExplorer((state) => state.scope);
  const filter = useExplorer((state) => state.filter);
  const sort = useExplorer((state) => state.sort);
  const records = useMemo(() => (scope === 'all' ? allEpisodes(run.episodes) : episodes), [scope, run.episodes, episodes]);
  const [answer, setAnswer] = useState<{ readonly asked: Asked; readonly selection: Selection } | null>(null);
  // Before anything is painted: of few episodes the first slice is all there is.
  useLayoutEffect(() => {
    const asked = { records, filter, sort };
    return inSlices(selecting(records, filter, sort), (selection) => setAnswer({ asked, selection }));
  }, [records, filter, sort]);
  const { asked } = answer ?? {};
  return { selection: answer?.selection ?? null, busy: asked?.records !== records || asked.filter !== filter || asked.sort !== sort };
}
