/** Credit of one finished episode: from its rewards and values to token rewards, advantages and returns. */
import type { TrainingSettings } from '../document/schema.ts';
import type { EpisodeRecord } from '../episode/records.ts';
import { assignRewards } from './assignRewards.ts';
import { gae } from './gae.ts';

export type CreditSettings = Pick<
  TrainingSettings,
  'gammaToken' | 'lambdaToken' | 'gamma' | 'lambda' | 'klCoef' | 'klEstimator' | 'klPlacement'
>;

/** Fills `token_rewards`, `advantages` (not normalised) and `returns` of every message, from `values` and `bootstrap`. */
export function creditEpisode(record: EpisodeRecord, settings: CreditSettings): void {
  for (const message of record.messages) {
    if (message.values.length !== message.response_ids.length) {
      throw new Error(`The message of ${message.role} has ${message.values.length} values for ${message.response_ids.length} tokens.`);
    }
  }
  const rewards = assignRewards(record, settings);
  const { advantages, returns } = gae({
    rewards: rewards.flat(),
    values: record.messages.flatMap((message) => message.values),
    lengths: record.messages.map((message) => message.response_ids.length),
    bootstrap: record.bootstrap,
    gammaToken: settings.gammaToken,
    lambdaToken: settings.lambdaToken,
    gamma: settings.gamma,
    lambda: settings.lambda,
  });
  let start = 0;
  record.messages.forEach((message, index) => {
    const end = start + message.response_ids.length;
    message.token_rewards = rewards[index] ?? [];
    message.advantages = Array.from(advantages.subarray(start, end));
    message.returns = Array.from(returns.subarray(start, end));
    start = end;
  });
}
