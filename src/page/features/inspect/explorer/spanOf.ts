/** A window of an iteration's episodes in words: its first and last, counted from 1, and how many there are in all. */
import type { EpisodeWindow } from '../../../../../workers/library/protocol.ts';

const grouped = new Intl.NumberFormat('en-US');

export function spanOf({ first, count, of }: EpisodeWindow): readonly [from: string, to: string, of: string] {
  return [grouped.format(first + 1), grouped.format(first + count), grouped.format(of)];
}
