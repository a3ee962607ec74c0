/**
 * Values by playing on, for training (VinePPO): from before every message of a rollout's episodes the team that played them plays
 * on `continuations` times. All continuations of an iteration are played together, so that batches are full.
 */
import { at, field } from '../../core/at.ts';
import type { Episode } from '../../core/episode/machine.ts';
import { said } from './replay.ts';
import { type EpisodePlan, type RolloutContext, rollOut } from '../play/rollout.ts';

/** Numbers of the continuations that train: far from those a person asks for, which would else draw the same and agree by that alone. */
export const TREE_BRANCH = 2 ** 31;

/** Continuations played at one time: their prompts are in memory together. */
const TOGETHER = 1024;

/** Tells `episodes` (of `plans`) what their states were worth. */
export async function growTrees(
  context: RolloutContext,
  plans: readonly EpisodePlan[],
  episodes: readonly Episode[],
  continuations: number,
): Promise<void> {
  const branches = Array.from({ length: continuations }, (_, index) => TREE_BRANCH + index);
  const states = episodes.flatMap((episode, index) => {
    const plan = plans[index];
    const { messages } = episode.record();
    return messages.map((_, message) => ({ plan, given: messages.slice(0, message).map(said) }));
  });
  const wanted = states.flatMap(({ plan, given }) =>
    plan ? branches.map((branch): EpisodePlan => ({ ...plan, replay: { branch, given } })) : [],
  );
  const rewards: Readonly<Record<string, number>>[] = [];
  for (let first = 0; first < wanted.length; first += TOGETHER)
    for (const played of await rollOut(context, wanted.slice(first, first + TOGETHER))) rewards.push(played.record().rewards);
  let at = 0;
  for (const episode of episodes) {
    const values = episode.record().messages.map(() => {
      const own = rewards.slice(at, at + continuations);
      at += continuations;
      return { tree_values: meanByRole(own) };
    });
    episode.note(values);
  }
}

/** What each role has on average. */
export function meanByRole(rewards: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const roles = Object.keys(at(rewards, 0, 'continuation'));
  return Object.fromEntries(
    roles.map((role) => [role, rewards.reduce((sum, one) => sum + field(one, role, 'reward of'), 0) / rewards.length]),
  );
}
