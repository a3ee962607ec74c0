/**
 * Credit for trajectories that were played anywhere: who spoke how many tokens, what was paid, and a critic's values where there are some.
 * The numbers are those a run of the workbench would have (`creditBatch`).
 */
import { field, orElse } from '../at.ts';
import { trainingSchema } from '../document/trainingSchema.ts';
import { type DecisionLevel, decisionLevel, needsCritic, usesAlternatives, usesTree } from '../document/derived.ts';
import type { PerRole } from '../environment/contract.ts';
import { checkReward, rewardOf } from '../episode/perRole.ts';
import type { EpisodeRecord, MessageRecord } from '../episode/records.ts';
import { fault, FaultError } from '../faults.ts';
import { creditFaults } from '../../words/words.ts';
import { creditBatch, type CreditSettings } from './advantages/creditBatch.ts';

export interface TrajectoryMessage {
  /** Who spoke. */
  readonly role: string;
  /** From one observation to the next, counted from 0; 0 when absent. */
  readonly turn?: number;
  /** Tokens it sampled. */
  readonly tokens: number;
  /** Values of the states before its decisions, [tokens], or one where the message is the decision; needed with a critic. */
  readonly values?: readonly number[];
}

export interface Trajectory {
  /** In the order they were spoken: credit flows backwards through it. */
  readonly messages: readonly TrajectoryMessage[];
  /** What each turn paid, to the team or by role, [turns]. */
  readonly rewards: readonly PerRole<number>[];
  /** Trajectories of one group are compared with each other, such as those of one problem; all are one group when absent. */
  readonly group?: number;
  /** Value of the state behind the last decision, where the trajectory was cut off; 0 when absent: it ended. */
  readonly bootstrap?: number;
}

/** By message and token. */
export interface TrajectoryCredit {
  readonly advantages: readonly (readonly number[])[];
  /** With a critic its targets, advantage + value; without one the discounted reward to come. */
  readonly returns: readonly (readonly number[])[];
  /** What each token was paid. */
  readonly rewards: readonly (readonly number[])[];
}

/** Of the settings of training what credit reads, by their names in a project file; others stand at their defaults. */
export type TrajectorySettings = Partial<
  Pick<CreditSettings, 'algorithm' | 'ratioLevel' | 'gamma' | 'lambda' | 'gammaToken' | 'lambdaToken' | 'groupBy' | 'baseline'>
>;

/**
 * Advantages before normalisation, one set for each trajectory. `algorithm`: `tppo` (GAE over the serialised team's tokens; the default),
 * `appo` (over its messages), `grpo`, `rloo`, `reinforce`; docs/credit.md has their equations and sources. Throws `E_CREDIT_TRAJECTORY`
 * where what an estimator reads is not there.
 */
export function creditTrajectories(trajectories: readonly Trajectory[], settings: TrajectorySettings = {}): TrajectoryCredit[] {
  const parsed = trainingSchema.safeParse({ algorithm: 'tppo', ...settings });
  if (!parsed.success) throw refused({ found: 'settings', wrong: parsed.error.issues.map(({ message }) => message).join('; ') });
  const training = parsed.data;
  if (usesTree(training) || usesAlternatives(training)) throw refused({ found: 'playsOn', algorithm: training.algorithm });
  const level = needsCritic(training) ? decisionLevel(training) : null;
  const roles = [...new Set(trajectories.flatMap(({ messages }) => messages.map(({ role }) => role)))];
  const records = trajectories.map((trajectory, index) => {
    check(trajectory, index, level, roles);
    return recordOf(trajectory, index, roles);
  });
  creditBatch(records, training);
  return records.map(({ messages }) => ({
    advantages: messages.map(({ advantages }) => advantages),
    returns: messages.map(({ returns }) => returns),
    rewards: messages.map(({ token_rewards: rewards }) => rewards),
  }));
}

type Refused = Parameters<typeof creditFaults.E_CREDIT_TRAJECTORY>[0];
const refused = (found: Refused): FaultError => new FaultError(fault(creditFaults, 'E_CREDIT_TRAJECTORY', found));

/** `level`: what a critic's values belong to; null where there is no critic. */
function check({ messages, rewards }: Trajectory, trajectory: number, level: DecisionLevel | null, roles: readonly string[]): void {
  if (messages.length === 0) throw refused({ found: 'silent', trajectory });
  messages.forEach(({ role, turn = 0, tokens, values = [] }, message) => {
    const needed = level === null ? values.length : level === 'token' ? tokens : 1;
    const about = { trajectory, message, role };
    if (!Number.isInteger(tokens) || tokens < 1) throw refused({ found: 'tokens', ...about });
    if (values.length !== needed) throw refused({ found: 'values', ...about, have: values.length, needed });
    if (!(turn < rewards.length)) throw refused({ found: 'turn', ...about, have: turn, needed: rewards.length });
  });
  rewards.forEach((paid, turn) => {
    checkReward(paid, roles);
    if (typeof paid === 'number' && messages.every((message) => (message.turn ?? 0) !== turn))
      throw refused({ found: 'unspoken', trajectory, turn });
  });
}

/** As a run would have recorded it, with nothing in the places that credit does not read. */
function recordOf({ messages, rewards, group = 0, bootstrap = 0 }: Trajectory, episode: number, roles: readonly string[]): EpisodeRecord {
  const spoken = new Map<string, number>();
  const sum = (role: string): number => rewards.reduce<number>((total, paid) => total + rewardOf(paid, role), 0);
  const paid = Object.fromEntries(roles.map((role) => [role, sum(role)]));
  return {
    iteration: 0,
    episode,
    seed: 0,
    split: 'train',
    problem_index: group,
    group,
    problem: '',
    reward: roles.reduce((total, role) => total + field(paid, role, 'role'), 0) / roles.length,
    rewards: paid,
    turn_rewards: rewards,
    terminated: bootstrap === 0,
    truncated: bootstrap !== 0,
    bootstrap,
    messages: messages.map(({ role, turn = 0, tokens, values = [] }): MessageRecord => {
      const call = orElse(spoken.get(role), 0);
      spoken.set(role, call + 1);
      return {
        role,
        turn,
        call,
        sees: [],
        adapter_version: 0,
        prompt_ids: [],
        segments: [],
        response_ids: Array.from({ length: tokens }, () => 0),
        finish_reason: null,
        text: '',
        temperature: 1,
        logprobs: Array.from({ length: tokens }, () => Number.NaN),
        ref_logprobs: [],
        values,
        entropies: [],
        token_rewards: [],
        advantages: [],
        returns: [],
      };
    }),
  };
}
