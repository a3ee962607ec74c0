/** The colours of an episode's tokens: a channel, its numbers and its range; one object, so that parts can tell whether it changed. */
import { useMemo } from 'react';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { batchCredit, type BatchCredit } from '../../state/reading/batchCredit.ts';
import { channelRange, shownChannel, type Channel, type ShownChannel } from '../../state/reading/tokens.ts';
import type { RunSet } from '../../state/runs/types.ts';

export interface Heat extends ShownChannel {
  /** Half-width of the colour range over the iteration; 0 when nothing is coloured. */
  readonly range: number;
}

/** The credit of the iteration's episodes; the same object while neither they nor the settings change. */
export function useBatchCredit(run: RunSet, iteration: number, episodes: readonly EpisodeRecord[]): BatchCredit {
  const fresh = batchCredit(run, iteration, episodes);
  const { records, training, klCoef } = fresh;
  // A run under way is a new object with every event.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => fresh, [records, training, klCoef]);
}

export function useHeat(credit: BatchCredit, episode: EpisodeRecord, chosen: Channel): Heat {
  const shown = useMemo(() => shownChannel(credit, episode, chosen), [credit, episode, chosen]);
  const range = useMemo(() => channelRange(credit, shown.channel), [credit, shown.channel]);
  return useMemo(() => ({ ...shown, range }), [shown, range]);
}
