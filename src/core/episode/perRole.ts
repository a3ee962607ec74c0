/** Values that an environment gives to the whole team or to each role by name: observations and rewards. */
import type { PerRole } from '../environment/contract.ts';
import { fault, FaultError } from '../faults.ts';
import { episodeFaults } from '../../words/words.ts';

/** What one role is paid: the team's reward, or its own (0 when it is not named). */
export function rewardOf(reward: PerRole<number>, role: string): number {
  if (typeof reward === 'number') return reward;
  return Object.hasOwn(reward, role) ? (reward[role] ?? 0) : 0;
}

/** The team's reward of a turn; paid per role, it is the mean over the agents. */
export function teamReward(reward: PerRole<number>, roles: readonly string[]): number {
  if (typeof reward === 'number') return reward;
  return roles.reduce((sum, role) => sum + rewardOf(reward, role), 0) / roles.length;
}

/** What one role reads: the text for all, or its own (nothing when it is not named). */
export function observationOf(observation: PerRole<string>, role: string): string {
  if (typeof observation === 'string') return observation;
  return Object.hasOwn(observation, role) ? (observation[role] ?? '') : '';
}

/** One text for a reader of the record. */
export function observationText(observation: PerRole<string>): string {
  if (typeof observation === 'string') return observation;
  return Object.entries(observation)
    .map(([role, text]) => `${role}: ${text}`)
    .join('\n');
}

/** Throws `E_ENV_REWARD` unless `reward` is finite and names nobody but the team's roles. */
export function checkReward(reward: PerRole<number>, roles: readonly string[]): void {
  const amounts: [string | undefined, number][] = typeof reward === 'number' ? [[undefined, reward]] : Object.entries(reward);
  for (const [role, amount] of amounts) {
    if (!Number.isFinite(amount))
      throw new FaultError(fault(episodeFaults, 'E_ENV_REWARD', { found: 'amount', role, amount: String(amount) }));
    if (role !== undefined && !roles.includes(role))
      throw new FaultError(fault(episodeFaults, 'E_ENV_REWARD', { found: 'stranger', role }));
  }
}

/** Throws `E_ENV_OBSERVATION` when an observation is addressed to somebody who is not in the team. */
export function checkObservation(observation: PerRole<string>, roles: readonly string[]): void {
  if (typeof observation === 'string') return;
  const stranger = Object.keys(observation).find((role) => !roles.includes(role));
  if (stranger === undefined) return;
  throw new FaultError(fault(episodeFaults, 'E_ENV_OBSERVATION', { stranger, roles }));
}
