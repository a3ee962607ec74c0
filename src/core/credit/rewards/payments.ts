/**
 * What the environment paid in one episode, and to whom: the team's reward of a turn, a role's own, or, with per-step
 * credit, the reward of one message. Nothing is spread over tokens yet.
 */
import { at } from '../../at.ts';
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import { rewardOf } from '../../episode/perRole.ts';
import type { EpisodeRecord, MessageRecord } from '../../episode/records.ts';
import { fault, FaultError } from '../../faults.ts';
import { episodeFaults } from '../../../words/words.ts';

export interface Payment {
  /** A role, or null for the team. */
  readonly to: string | null;
  readonly turn: number;
  /** Index of the message it is for; null when the strategy decides. */
  readonly message: number | null;
  readonly amount: number;
}

/** What of an episode says who was paid, and with whom it is compared. */
export type PaidEpisode = Pick<EpisodeRecord, 'group' | 'rewards' | 'turn_rewards' | 'step_rewards'> & {
  readonly messages: readonly Pick<MessageRecord, 'role' | 'turn'>[];
};

export type Strategy = TrainingSettings['credit']['strategy'];

/** The payments of an episode in the order of time. Where a turn is paid per role, a role that is not named is paid 0. */
export function paymentsOf(record: PaidEpisode, strategy: Strategy): Payment[] {
  if (strategy === 'per_step') return stepPayments(record);
  return record.turn_rewards.flatMap((paid, turn): Payment[] => {
    if (typeof paid === 'number') return [{ to: null, turn, message: null, amount: paid }];
    return rolesOf(record).map((role) => ({ to: role, turn, message: null, amount: rewardOf(paid, role) }));
  });
}

/** All roles of the team, whether they spoke or not. */
export function rolesOf(record: Pick<EpisodeRecord, 'rewards'>): string[] {
  return Object.keys(record.rewards);
}

function stepPayments({ messages, step_rewards: rewards }: PaidEpisode): Payment[] {
  if (!rewards) {
    throw new FaultError(fault(episodeFaults, 'E_CREDIT_STEP_REWARDS', {}, { place: { subject: 'training.credit.strategy' } }));
  }
  if (rewards.length !== messages.length) throw new Error(`There are ${rewards.length} step rewards for ${messages.length} messages.`);
  return messages.map(({ role, turn }, message) => ({ to: role, turn, message, amount: at(rewards, message, 'reward') }));
}
