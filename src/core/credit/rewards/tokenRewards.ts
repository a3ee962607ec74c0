/**
 * Which token is paid what: the strategy's payments at the last token of each message, less what it pays for being said and for its length, and,
 * with `klPlacement: 'reward'`, every token's penalty for its distance to the frozen base (marft-spec §12.3).
 */
import { at } from '../../at.ts';
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import type { EpisodeRecord, MessageRecord } from '../../episode/records.ts';
import { clampLogRatio, klEstimate } from '../../objectives/kl.ts';
import { messagePrice, type PriceSettings } from './price.ts';
import { type Payment, rolesOf } from './payments.ts';
import { type ProcessSettings, processedPayments } from './processRewards.ts';
import { paidPerMessage } from './strategies.ts';

export type RewardSettings = ProcessSettings & PriceSettings & Pick<TrainingSettings, 'klCoef' | 'klEstimator' | 'klPlacement'>;

export interface TokenRewards {
  /** What is paid: by episode, message and token. */
  readonly declared: number[][][];
  /** What the estimators see of it; the same, but for compat `r3_lost_token_rewards`. */
  readonly counted: number[][][];
}

export function tokenRewards(records: readonly EpisodeRecord[], settings: RewardSettings): TokenRewards {
  const payments = processedPayments(records, settings);
  const rewards = records.map((record, episode) => episodeRewards(record, at(payments, episode, 'episode'), settings));
  return { declared: rewards.map(({ declared }) => declared), counted: rewards.map(({ counted }) => counted) };
}

/** The same of one episode, by message and token, from its processed payments. */
export function episodeRewards(
  record: EpisodeRecord,
  payments: readonly Payment[],
  settings: RewardSettings,
): { declared: number[][]; counted: number[][] } {
  const penalties = record.messages.map((message) => {
    const tokens = klPenalties(message, settings).map((penalty) => 0 - penalty);
    return tokens.with(-1, at(tokens, tokens.length - 1, 'token') - messagePrice(message, settings));
  });
  const paid = paidPerMessage(record.messages, payments, settings.credit, rolesOf(record).length);
  const declared = penalties.map((tokens, message) =>
    tokens.with(-1, at(tokens, tokens.length - 1, 'token') + at(paid, message, 'message')),
  );
  return { declared, counted: losesPayments(settings) ? penalties : declared };
}

/** What each token of a message pays for its distance to the base; zeros unless the KL is part of the reward. */
export function klPenalties(
  message: Pick<MessageRecord, 'logprobs' | 'ref_logprobs'>,
  settings: Pick<RewardSettings, 'klCoef' | 'klEstimator' | 'klPlacement'>,
): number[] {
  if (settings.klPlacement !== 'reward' || settings.klCoef === 0) return message.logprobs.map(() => 0);
  if (message.ref_logprobs.length !== message.logprobs.length)
    throw new Error('A KL penalty in the reward needs the log-probabilities of the base.');
  return message.logprobs.map(
    (logprob, t) =>
      settings.klCoef * klEstimate(settings.klEstimator, clampLogRatio(logprob - at(message.ref_logprobs, t, 'log-probability'))),
  );
}

/** R3's defect (§12.2): payments of single messages sit at a position that its loss mask leaves out, so nothing learns from them. */
export function losesPayments({ credit, compat }: Pick<RewardSettings, 'credit' | 'compat'>): boolean {
  return credit.strategy !== 'equal' && compat.includes('r3_lost_token_rewards');
}
