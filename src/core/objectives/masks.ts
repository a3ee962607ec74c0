/** Which messages the policy's loss leaves out, whatever their credit. */
import type { TrainingSettings } from '../document/schema.ts';
import type { MessageRecord } from '../episode/records.ts';

export type MaskSettings = Pick<TrainingSettings, 'maskTruncated'>;

/**
 * Whether a message is left out because it ran into the token limit without an end (DAPO's overlong filtering, TRL's
 * `mask_truncated_completions`). Its credit stays what it is: the team is paid for what was said, the messages before and behind it
 * are credited through it, it counts in means and deviations of advantages, and the critic learns from it. Only its own tokens
 * push nothing: neither surrogate nor entropy bonus nor KL term.
 */
export const isMasked = ({ finish_reason: reason }: Pick<MessageRecord, 'finish_reason'>, { maskTruncated }: MaskSettings): boolean =>
  maskTruncated && reason === 'length';
