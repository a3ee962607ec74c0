/**
 * Credit by what else might have been said: a message is held against others in its place, and every token of it has
 *
 *     A = worth of the message − mean worth of the others
 *
 * | | the others | worth |
 * | --- | --- | --- |
 * | C3 (Chen et al. 2026, arXiv 2603.06859) | more that its agent says to the same prompt | mean reward of the episode, played on behind each with the same random numbers |
 * | difference rewards (Wolpert and Tumer 2001: the Wonderful Life utility) | silence | the same |
 * | COMA (Foerster et al. 2018, eq. 4) | as with C3 | the critic's value at the message's last token |
 *
 * With the message itself among the k + 1 candidates this mean is the leave-one-out mean. None of the others depends on what was said, so
 * for the policy's gradient it is a baseline. COMA sums over all actions; messages are sequences, so here k samples stand for them.
 */
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import type { EpisodeRecord } from '../../episode/records.ts';
import { mean } from '../../statistics/intervals.ts';
import { received } from './tree.ts';

/** Whether every message was recorded with what it is held against. */
export const wasHeldAgainst = ({ messages }: EpisodeRecord): boolean =>
  messages.every(({ counterfactual }) => counterfactual !== undefined);

/** What the speaker of a message could expect with it, and with each in its place. */
export interface HeldAgainst {
  readonly own: number;
  readonly others: readonly number[];
  /** Of the others. */
  readonly mean: number;
}

/** [messages]. Throws where the episode was recorded without. */
export function heldAgainst({ messages }: EpisodeRecord, { credit: { ownShare } }: Pick<TrainingSettings, 'credit'>): HeldAgainst[] {
  return messages.map(({ role, counterfactual }, index) => {
    if (!counterfactual) throw new Error(`Nothing is known of what stood in the place of message ${index} of ${role}.`);
    const others = counterfactual.others.map(({ worth }) => received(role, worth, ownShare));
    return { own: received(role, counterfactual.worth, ownShare), others, mean: mean(others) };
  });
}
