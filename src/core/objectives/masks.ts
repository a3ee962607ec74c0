/** What the policy's loss leaves out, whatever its credit: messages, and the thoughts in them. */
import type { TrainingSettings } from '../document/schema.ts';
import type { MessageRecord } from '../episode/records.ts';

export type MaskSettings = Pick<TrainingSettings, 'maskTruncated' | 'trainThoughts'>;

/**
 * Whether a message is left out because it ran into the token limit without an end (DAPO's overlong filtering, TRL's
 * `mask_truncated_completions`). Its credit stays what it is: the team is paid for what was said, the messages before and behind it
 * are credited through it, it counts in means and deviations of advantages, and the critic learns from it. Only its own tokens
 * push nothing: neither surrogate nor entropy bonus nor KL term.
 */
export const isMasked = (
  { finish_reason: reason }: Pick<MessageRecord, 'finish_reason'>,
  { maskTruncated }: Pick<MaskSettings, 'maskTruncated'>,
): boolean => maskTruncated && reason === 'length';

/**
 * The weight of each response token in the loss: 0 of a thought's where these are not trained, and of all of a masked message's. The
 * thought is conditioned on, so that the answer is learnt as what follows from it.
 */
export function lossWeights(
  message: Pick<MessageRecord, 'finish_reason' | 'segments' | 'response_ids' | 'prompt_ids'>,
  training: MaskSettings,
): readonly number[] {
  const { response_ids: ids, prompt_ids: prompt, segments } = message;
  if (isMasked(message, training)) return ids.map(() => 0);
  const thoughts = training.trainThoughts ? [] : segments.filter(({ source }) => source === 'thought');
  const isThought = (at: number) => thoughts.some(({ start, end }) => start <= at && at < end);
  return ids.map((_, token) => (isThought(prompt.length + token) ? 0 : 1));
}
