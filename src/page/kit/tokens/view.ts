/** What every view of the inspect place gets: the run, the iteration and the episode that the cursor stands on. */
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { RunSet } from '../../state/runs/types.ts';

export interface ViewProps {
  readonly run: RunSet;
  readonly iteration: number;
  /** All episodes of the iteration that are here. */
  readonly episodes: readonly EpisodeRecord[];
  readonly episode: EpisodeRecord;
}
