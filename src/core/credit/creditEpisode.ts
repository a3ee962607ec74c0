/** Credit of one episode by itself, for who has no batch. */
import type { EpisodeRecord } from '../episode/records.ts';
import { type CreditSettings, creditBatch } from './creditBatch.ts';

export type { CreditSettings } from './creditBatch.ts';

/** {@link creditBatch} of a batch of one. */
export function creditEpisode(record: EpisodeRecord, settings: CreditSettings): void {
  creditBatch([record], settings);
}
