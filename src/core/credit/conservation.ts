/**
 * Checks that credit neither makes nor loses reward. Two identities hold whatever the critic says: token rewards sum to
 * what the environment paid less the KL penalties, and with all γ = λ = 1 the advantage is the reward still to come minus
 * the value, A_t + V_t = Σ_{l ≥ t} r_l + bootstrap.
 */
import type { EpisodeRecord } from '../episode/records.ts';
import { klPenalties, payments } from './assignRewards.ts';
import type { CreditSettings } from './creditEpisode.ts';

export interface ConservationViolation {
  readonly identity: 'reward paid' | 'returns' | 'reward to go';
  /** Index into the episode's messages and the token in it; absent for the episode as a whole. */
  readonly message?: number;
  readonly token?: number;
  readonly expected: number;
  readonly actual: number;
}

/** The identities a credited episode breaks; empty when all is well. `tolerance` is relative to 1 + |expected|. */
export function conservationViolations(record: EpisodeRecord, settings: CreditSettings, tolerance = 1e-9): ConservationViolation[] {
  const violations: ConservationViolation[] = [];
  const check = (found: ConservationViolation) => {
    // Written so that NaN is a violation too.
    if (!(Math.abs(found.actual - found.expected) <= tolerance * (1 + Math.abs(found.expected)))) violations.push(found);
  };

  const paid = sum(record.turn_rewards.flatMap((reward) => payments(reward).map(([, amount]) => amount)));
  const penalties = sum(record.messages.flatMap((message) => klPenalties(message, settings)));
  check({ identity: 'reward paid', expected: paid - penalties, actual: sum(record.messages.flatMap((message) => message.token_rewards)) });

  const undiscounted = [settings.gamma, settings.lambda, settings.gammaToken, settings.lambdaToken].every((x) => x === 1);
  let toGo = record.bootstrap;
  for (let m = record.messages.length - 1; m >= 0; m--) {
    const message = record.messages[m];
    if (!message) continue;
    for (let t = message.response_ids.length - 1; t >= 0; t--) {
      const value = message.values[t] ?? Number.NaN;
      const advantage = message.advantages[t] ?? Number.NaN;
      toGo += message.token_rewards[t] ?? Number.NaN;
      check({ identity: 'returns', message: m, token: t, expected: value + advantage, actual: message.returns[t] ?? Number.NaN });
      if (undiscounted) check({ identity: 'reward to go', message: m, token: t, expected: toGo, actual: value + advantage });
    }
  }
  return violations;
}

function sum(x: readonly number[]): number {
  return x.reduce((total, v) => total + v, 0);
}
