/**
 * Credit by playing on (VinePPO, Kazemnejad et al. 2024, arXiv 2410.01679): the value of the state before a message is the mean
 * reward of continuations from there, and every token of the message has the advantage
 *
 *     A = V(behind) − V(before)
 *
 * of the whole, undiscounted reward as the environment pays it. Behind the last message stands the episode's own reward, so the
 * messages of an episode that pays the team sum to reward − V(start). Where roles are paid by themselves, V is of what the
 * speaker receives: ownShare · own + (1 − ownShare) · mean over the agents (marft-spec §12.2).
 */
import { field } from '../../at.ts';
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import type { EpisodeRecord } from '../../episode/records.ts';

export type TreeSettings = Pick<TrainingSettings, 'credit'>;

/** What the speaker of a message could expect before it and behind it. */
export interface TreeStep {
  readonly before: number;
  readonly behind: number;
}

/** Whether every message was recorded with what was to be expected before it. */
export const wasPlayedOn = ({ messages }: EpisodeRecord): boolean => messages.every(({ tree_values: before }) => before !== undefined);

/** [messages]. Throws where the episode was not played on. */
export function treeSteps({ messages, rewards }: EpisodeRecord, { credit: { ownShare } }: TreeSettings): TreeStep[] {
  return messages.map(({ role, tree_values: before }, index) => {
    const last = index === messages.length - 1;
    const behind = last ? rewards : messages[index + 1]?.tree_values;
    if (!before || !behind)
      throw new Error(`Nothing is known of the states around message ${index} of ${role}: nobody played on from there.`);
    return { before: received(role, before, ownShare), behind: received(role, behind, ownShare) };
  });
}

/** What a role receives of `rewards`: `ownShare` of its own and the rest of the mean. */
export function received(role: string, rewards: Readonly<Record<string, number>>, ownShare: number): number {
  const all = Object.values(rewards);
  const mean = all.reduce((sum, reward) => sum + reward, 0) / all.length;
  const own = field(rewards, role, 'value of');
  // Where the team is paid all have the same, and no rounding may come between.
  return all.every((reward) => reward === own) ? own : ownShare * own + (1 - ownShare) * mean;
}
