/** Which episodes of a run are to be read in its HTML file. */
import type { EpisodeRecord } from '../../../episode/records.ts';

/** An episode of an iteration, by its number there. */
export interface ChosenEpisode {
  readonly iteration: number;
  readonly episode: number;
}

/** All of the iterations, of each the first of the best and the first of the worst, or those named. */
export interface EpisodeChoice {
  /** Ascending. */
  readonly iterations: readonly number[];
  readonly which: 'all' | 'extremes' | readonly ChosenEpisode[];
}

/** Indices of the chosen episodes of an iteration, ascending; of equal rewards the first episode counts. */
export function chosenIn(iteration: number, episodes: readonly EpisodeRecord[], { which }: EpisodeChoice): number[] {
  const indices = episodes.map((_, index) => index);
  if (which === 'all') return indices;
  if (which !== 'extremes')
    return indices.filter((index) => which.some((ref) => ref.iteration === iteration && ref.episode === episodes[index]?.episode));
  const reward = (index: number): number => episodes[index]?.reward ?? Number.NaN;
  const known = indices.filter((index) => !Number.isNaN(reward(index)));
  // Of rewards that nobody knows none is the best.
  if (known.length === 0) return indices.slice(0, 1);
  const first = (better: (a: number, b: number) => boolean): number =>
    known.reduce((best, index) => (better(reward(index), reward(best)) ? index : best));
  return [...new Set([first((a, b) => a > b), first((a, b) => a < b)])].toSorted((a, b) => a - b);
}
