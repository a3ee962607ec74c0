/**
 * What a message pays for having been said, `callCost`, and for its length: DAPO's soft overlong punishment (Yu et al. 2025, eq. 13; verl's `overlong_buffer`, R3's
 * `overlong_*`). Within the last `buffer` tokens before the agent's limit it grows linearly from 0 to `penalty`.
 *
 * The team's reward is not touched, so charts and evaluations show what the environment paid. The speaker pays at the message's own last
 * token, behind all reward processing; others feel it as far as credit carries later rewards back to them: by GAE's traces, and
 * with whole-team groups as a part of the trajectory's return.
 */
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import type { MessageRecord } from '../../episode/records.ts';

export type OverlongSettings = Pick<TrainingSettings, 'overlong'>;
export type PriceSettings = OverlongSettings & Pick<TrainingSettings, 'callCost'>;

/** What a message costs its speaker, at its last token; at least 0. */
export const messagePrice = (message: Pick<MessageRecord, 'response_ids' | 'max_tokens'>, settings: PriceSettings): number =>
  settings.callCost + overlongPenalty(message, settings);

/** At least 0; 0 of messages of older files, which do not say what their limit was. A buffer longer than the limit begins with the message. */
export function overlongPenalty(
  { response_ids: { length }, max_tokens: limit }: Pick<MessageRecord, 'response_ids' | 'max_tokens'>,
  { overlong: { buffer, penalty } }: OverlongSettings,
): number {
  if (buffer === 0 || limit === undefined) return 0;
  const span = Math.min(buffer, limit);
  const into = length - (limit - span);
  return into <= 0 ? 0 : (penalty * into) / span;
}
