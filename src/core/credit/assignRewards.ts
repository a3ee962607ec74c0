/**
 * Which token is paid what. The team's reward of a turn goes to the last token of the turn's last message, a reward of one
 * role to that role's last token of the turn. With `klPlacement: 'reward'` every token also pays its share of the KL
 * to the frozen base, from the log-probabilities it was sampled with.
 */
import type { PerRole } from '../environment/contract.ts';
import type { EpisodeRecord, MessageRecord } from '../episode/records.ts';
import { clampLogRatio, klEstimate } from '../objectives/kl.ts';
import type { KlEstimator } from '../objectives/kl.ts';

export interface RewardSettings {
  readonly klCoef: number;
  readonly klEstimator: KlEstimator;
  readonly klPlacement: 'loss' | 'reward';
}

/** Rewards per token, by message of the record. */
export function assignRewards(record: Pick<EpisodeRecord, 'messages' | 'turn_rewards'>, settings: RewardSettings): number[][] {
  const rewards = record.messages.map((message) => klPenalties(message, settings).map((penalty) => 0 - penalty));
  record.turn_rewards.forEach((paid, turn) => {
    for (const [role, amount] of payments(paid)) {
      const index = record.messages.findLastIndex((message) => message.turn === turn && (role === null || message.role === role));
      const tokens = rewards[index];
      if (!tokens || tokens.length === 0) throw new Error(`The reward of turn ${turn} has no token to go to.`);
      const last = tokens.length - 1;
      tokens[last] = (tokens[last] ?? 0) + amount;
    }
  });
  return rewards;
}

/** What each token of a message pays for its distance to the base; zeros unless the KL is part of the reward. */
export function klPenalties(message: Pick<MessageRecord, 'logprobs' | 'ref_logprobs'>, settings: RewardSettings): number[] {
  if (settings.klPlacement !== 'reward' || settings.klCoef === 0) return message.logprobs.map(() => 0);
  if (message.ref_logprobs.length !== message.logprobs.length)
    throw new Error('A KL penalty in the reward needs the log-probabilities of the base.');
  return message.logprobs.map(
    (logprob, t) => settings.klCoef * klEstimate(settings.klEstimator, clampLogRatio(logprob - (message.ref_logprobs[t] ?? logprob))),
  );
}

/** The single payments of a turn; role null stands for the team. */
export function payments(paid: PerRole<number>): [role: string | null, amount: number][] {
  return typeof paid === 'number' ? [[null, paid]] : Object.entries(paid);
}
