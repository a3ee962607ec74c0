/** Episodes that critics are fitted to when they are asked: the team that answers plays more, none of which is asked about. */
import { at } from '../../core/at.ts';
import type { CriticReads } from '../../core/document/trainingSchema.ts';
import type { EnvironmentInfo } from '../../core/environment/contract.ts';
import { FITTING_PROBLEMS } from '../../core/environment/problems.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { keyFor, permutation, STREAMS } from '../../core/random/streams.ts';
import { type EpisodePlan, type RolloutContext, rollOut } from '../play/rollout.ts';
import { type OnProgress, said } from './replay.ts';

/** Numbers of these episodes in their iteration: no run has as many. */
const FIRST_EPISODE = 2 ** 20;
/** Episodes played at one time. */
const TOGETHER = 32;

export interface MoreEpisodes {
  readonly fit: number;
  readonly info: Pick<EnvironmentInfo, 'splits'>;
  readonly onProgress?: OnProgress;
}

/** New episodes of the iteration's team, on problems of the train split that no asked episode has, where there are others. */
export async function playMore(
  context: RolloutContext,
  asked: readonly EpisodeRecord[],
  { fit, info, onProgress }: MoreEpisodes,
): Promise<EpisodeRecord[]> {
  const problems = problemsFor(context, asked, info);
  const iteration = at(asked, 0, 'episode').iteration;
  const plans = Array.from({ length: fit }, (_, index): EpisodePlan => {
    const episode = FIRST_EPISODE + index;
    return { iteration, episode, split: 'train', problemIndex: problems(index), group: episode };
  });
  const played: EpisodeRecord[] = [];
  for (let first = 0; first < fit; first += TOGETHER) {
    for (const episode of await rollOut(context, plans.slice(first, first + TOGETHER), { reads: 'speaker' })) played.push(episode.record());
    onProgress?.(played.length, fit);
  }
  return played;
}

/** The episodes as they are, with what a critic that reads so is shown before every message. */
export async function shownToCritic(
  context: RolloutContext,
  records: readonly EpisodeRecord[],
  reads: CriticReads,
): Promise<EpisodeRecord[]> {
  const plans = records.map((record): EpisodePlan => {
    const { iteration, episode, split, problem_index: problemIndex, group, messages } = record;
    return { iteration, episode, split, problemIndex, group, replay: { branch: 0, given: messages.map(said) } };
  });
  return (await rollOut(context, plans, { reads })).map((episode) => episode.record());
}

function problemsFor(
  { document, data }: RolloutContext,
  asked: readonly EpisodeRecord[],
  { splits: { train: size } }: MoreEpisodes['info'],
): (index: number) => number {
  if (size === 'unlimited') return (index) => FITTING_PROBLEMS + index;
  const taken = new Set(asked.flatMap(({ split, problem_index }) => (split === 'train' ? [problem_index] : [])));
  const all = Array.from(permutation(keyFor(document.training.seed, STREAMS.replay), size), (place) =>
    data ? at(data.splits.train, place, 'row') : place,
  );
  const others = all.filter((problem) => !taken.has(problem));
  const from = others.length > 0 ? others : all;
  return (index) => at(from, index % from.length, 'problem');
}
