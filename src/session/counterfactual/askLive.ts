/** Asks about a few of a rollout's episodes who saved and who spoiled them (`core/counterfactual/turned/live.ts`): the team that played plays on. */
import { type CountedPlay, askLive, type LiveSettings, type LiveTurned } from '../../core/counterfactual/turned/live.ts';
import type { Episode } from '../../core/episode/machine.ts';
import type { RolloutContext } from '../play/rollout.ts';
import { playTries } from './tries.ts';

/** `context` is that of the rollout of these `episodes`. */
export function askRollout(
  context: RolloutContext,
  episodes: readonly Episode[],
  state: LiveTurned,
  settings: LiveSettings,
): Promise<LiveTurned> {
  const rollout = {
    messages: episodes.reduce((sum, episode) => sum + episode.spokenMessages().length, 0),
    records: () => episodes.map((episode) => episode.record()),
  };
  return askLive(state, rollout, settings, (): CountedPlay => {
    let cost = 0;
    return {
      cost: () => cost,
      play: async (record, tries, first, count) => {
        const counting = { ...context, count: { message: () => void (cost += 1), episode: () => undefined } };
        const otherwise = (): never => {
          throw new Error('nobody speaks with other adapters');
        };
        return playTries(counting, record, tries, { first, count, otherwise });
      },
    };
  });
}
