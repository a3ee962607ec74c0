/**
 * Advantages without a critic: a return is compared with the returns of its like. The like of a whole team's trajectory
 * are the other trajectories, so every token of it has the trajectory's return; the like of a message are the messages of
 * the same agent at the same turn and call, so every token of it has the reward still to come when the message began.
 * Where the team is paid once, at the end and undiscounted, both are the textbook's:
 *
 *     GRPO       (R − mean) / (deviation + 1e-5), with n − 1 (Shao et al. 2024; R3 as its reward normaliser, §12.3); the deviation
 *                of the group, of all of the batch (TRL `scale_rewards: batch`), or none (Dr. GRPO, Liu et al. 2025)
 *     MaxRL      (R − mean) / mean, 0 where no return of the group is above 0 (Tajwar et al. 2026, arXiv 2602.02710, algorithm 1); for returns
 *                of 0 and 1 the mean is the success rate, and below 0 nothing is defined
 *     RLOO       R − mean of the others in the group (Kool et al. 2019, Ahmadian et al. 2024)
 *     REINFORCE  R − mean of the group, or of the whole batch (Williams 1992)
 */
import { at, orElse } from '../../at.ts';
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import type { EpisodeRecord } from '../../episode/records.ts';
import { fault, FaultError } from '../../faults.ts';
import { type Chain, type Discounts, returnsToGo } from './decisions.ts';
import { REWARD_EPSILON } from '../rewards/processRewards.ts';
import { episodeFaults } from '../../../words/words.ts';

export type Comparison = 'grpo' | 'rloo' | 'mean' | 'maxrl';

export interface GroupSettings extends Discounts, Pick<TrainingSettings, 'groupBy' | 'groupStd' | 'credit'> {
  readonly comparison: Comparison;
  /** Whether the group is the episodes of one problem or all of the batch. */
  readonly scope: 'group' | 'batch';
}

/** Something that is compared: a trajectory, of the team or of an agent, or a message, and its return. */
export interface Unit {
  /** The same for all that are compared with each other. */
  readonly key: string;
  /** The same for all of its kind in the batch, whatever their group. */
  readonly kind: string;
  readonly episode: number;
  /** Indices of its messages. */
  readonly messages: readonly number[];
  /** Its first decision, whose return it is. */
  readonly start: number;
  readonly score: number;
}

/** Advantages per decision, by episode. */
export function groupAdvantages(records: readonly EpisodeRecord[], chains: readonly Chain[], settings: GroupSettings): Float64Array[] {
  const advantages = chains.map(({ rewards }) => new Float64Array(rewards.length));
  const groups = comparedGroups(records, chains, settings);
  const standard = standards(groups, settings);
  for (const group of groups)
    group.forEach(({ episode, messages, score }, own) => {
      const { mean, scale } = standard(group, own);
      const { starts, lengths } = at(chains, episode, 'chain');
      for (const message of messages) {
        const start = at(starts, message, 'message');
        at(advantages, episode, 'episode').fill((score - mean) / scale, start, start + at(lengths, message, 'message'));
      }
    });
  return advantages;
}

/** What the member `own` of one of the groups is held against. */
export function standards(
  groups: readonly (readonly Unit[])[],
  { comparison, groupStd }: Pick<GroupSettings, 'comparison' | 'groupStd'>,
): (group: readonly Unit[], own: number) => { mean: number; scale: number } {
  const batch = new Map<string, number[]>();
  if (comparison === 'grpo' && groupStd === 'batch')
    for (const { kind, score } of groups.flat()) {
      const scores = batch.get(kind);
      if (scores) scores.push(score);
      else batch.set(kind, [score]);
    }
  // What GRPO divides by says which comparison it is.
  const inForce = comparison !== 'grpo' ? comparison : ({ group: 'grpo', batch: 'grpo', none: 'mean', mean: 'maxrl' } as const)[groupStd];
  const scales = new Map([...batch].map(([kind, scores]) => [kind, deviationOf(scores) + REWARD_EPSILON]));
  return (group, own) => {
    const scores = group.map(({ score }) => score);
    const found = standardOf(scores, own, inForce);
    return scores.length < 2 ? found : { ...found, scale: scales.get(at(group, own, 'member').kind) ?? found.scale };
  };
}

/** All that is compared, those that are compared with each other together. */
export function comparedGroups(records: readonly EpisodeRecord[], chains: readonly Chain[], settings: GroupSettings): Unit[][] {
  const groups = new Map<string, Unit[]>();
  records.forEach((record, episode) => {
    for (const unit of unitsOf(record, at(chains, episode, 'chain'), episode, settings)) {
      const group = groups.get(unit.key);
      if (group) group.push(unit);
      else groups.set(unit.key, [unit]);
    }
  });
  return [...groups.values()];
}

function unitsOf(record: EpisodeRecord, chain: Chain, episode: number, settings: GroupSettings): Unit[] {
  const toGo = returnsToGo(chain, settings);
  const group = settings.scope === 'group' ? String(record.group) : '';
  const unit = (kind: string, messages: readonly number[]): Unit => {
    const start = orElse(chain.starts[orElse(messages[0], 0)], 0);
    return { key: `${group} ${kind}`, kind, episode, messages, start, score: orElse(toGo[start], 0) };
  };
  if (settings.groupBy === 'agent_turn')
    return record.messages.map(({ role, turn, call }, message) => unit(`${role} ${turn} ${call}`, [message]));
  const all = record.messages.map((_, message) => message);
  if (settings.credit.chain !== 'agent') return [unit('', all)];
  // An agent with a chain of its own has a trajectory of its own.
  const roles = [...new Set(record.messages.map(({ role }) => role))];
  return roles.map((role) =>
    unit(
      role,
      all.filter((message) => record.messages[message]?.role === role),
    ),
  );
}

/** The advantages of a group's members: (score − mean) / scale. */
export function compare(scores: readonly number[], comparison: Comparison): number[] {
  return scores.map((score, own) => {
    const { mean, scale } = standardOf(scores, own, comparison);
    return (score - mean) / scale;
  });
}

/** What the member `own` is held against. One without others has nothing to be compared with: its own score, so it gets 0. */
export function standardOf(scores: readonly number[], own: number, comparison: Comparison): { mean: number; scale: number } {
  const n = scores.length;
  if (n < 2) return { mean: at(scores, own, 'score'), scale: 1 };
  if (comparison === 'rloo') return { mean: meanOf(scores.filter((_, other) => other !== own)), scale: 1 };
  const mean = meanOf(scores);
  if (comparison === 'mean') return { mean, scale: 1 };
  if (comparison === 'maxrl') {
    const lowest = Math.min(...scores);
    if (lowest < 0) throw new FaultError(fault(episodeFaults, 'E_CREDIT_MAXRL', { lowest }, { place: { subject: 'training.groupStd' } }));
    return { mean, scale: mean === 0 ? 1 : mean };
  }
  return { mean, scale: deviationOf(scores) + REWARD_EPSILON };
}

/** With n − 1; at least two scores. */
function deviationOf(scores: readonly number[]): number {
  const mean = meanOf(scores);
  return Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (scores.length - 1));
}

function meanOf(x: readonly number[]): number {
  return x.reduce((sum, value) => sum + value, 0) / x.length;
}
