/** The episodes of an iteration for who needs more than what is on screen: from memory, or from this browser part by part. */
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import type { EpisodesRead } from '../../../runs/types.ts';
import { exportFaults } from '../../../words/words.ts';
import type { RunSet } from '../runs/types.ts';
import { libraryStore } from './library.ts';

type Held = Pick<RunSet, 'id' | 'episodes' | 'windows'>;

/** All at once, or window by window where they are too many; what is put into memory meanwhile changes nothing. */
export async function* partsOf({ id, episodes, windows }: Held, iteration: number): AsyncGenerator<EpisodesRead> {
  const here = windows?.[iteration] ? undefined : episodes[iteration];
  if (here) yield { episodes: here, window: null };
  else yield* libraryStore.getState().episodesOf(id, iteration);
}

/** All of them, for one piece of writing that has to hold them all; throws `E_EXPORT_LARGE` where they are too many. */
export async function allOf(run: Held, iteration: number): Promise<readonly EpisodeRecord[]> {
  for await (const { episodes, window } of partsOf(run, iteration)) {
    if (window) throw new FaultError(fault(exportFaults, 'E_EXPORT_LARGE', { iteration, episodes: window.of }));
    return episodes;
  }
  return [];
}
