/** Choosing among an iteration's episodes: what counts as right, which answer stands in the list, filter and order. */
import type { EpisodeRecord } from '../../../core/episode/records.ts';

export type EpisodeVerdict = 'all' | 'right' | 'wrong';
export type EpisodeOrder = 'episode' | 'best' | 'worst';

export interface EpisodeFilter {
  readonly verdict: EpisodeVerdict;
  readonly order: EpisodeOrder;
  /** Found in the problem or in any message, ignoring case. */
  readonly text: string;
}

/**
 * Right when the environment says so in `info.correct`, otherwise when the team was paid. Null where nobody says what right is: an
 * episode of another trainer, which has no seed here, may be graded, shaped or fined, so that what it was paid is told alone.
 */
export function isRight(episode: EpisodeRecord): boolean | null {
  const said = episode.info?.correct;
  if (typeof said === 'boolean') return said;
  return Number.isNaN(episode.seed) || Number.isNaN(episode.reward) ? null : episode.reward > 0;
}

/** Whether right and wrong can be told of any of them. */
export const anyJudged = (episodes: readonly EpisodeRecord[]): boolean => episodes.some((episode) => isRight(episode) !== null);

/** The last message of the first turn: the team's first answer to the problem. */
export function firstAnswer(episode: EpisodeRecord): string {
  return episode.messages.findLast((message) => message.turn === 0)?.text ?? '';
}

/** The episodes that pass `filter`, in its order; equal rewards stay in episode order. */
export function selectEpisodes(episodes: readonly EpisodeRecord[], filter: EpisodeFilter): EpisodeRecord[] {
  const wanted = filter.text.trim().toLowerCase();
  // Where nobody can tell, nobody can ask either.
  const verdict = anyJudged(episodes) ? filter.verdict : 'all';
  const passing = episodes.filter((episode) => {
    if (verdict !== 'all' && isRight(episode) !== (verdict === 'right')) return false;
    return wanted === '' || textOf(episode).toLowerCase().includes(wanted);
  });
  const sign = { episode: 0, best: -1, worst: 1 }[filter.order];
  return passing.sort((a, b) => sign * (a.reward - b.reward) || unknownLast(a, b) || a.episode - b.episode);
}

/** Those of unknown reward behind the others. */
const unknownLast = (a: EpisodeRecord, b: EpisodeRecord): number => Number(Number.isNaN(a.reward)) - Number(Number.isNaN(b.reward));

function textOf(episode: EpisodeRecord): string {
  return [episode.problem, ...episode.messages.map((message) => message.text)].join('\n');
}
