/**
 * Advantages without a critic: a return is compared with the returns of its like. The like of a whole team's trajectory
 * are the other trajectories, so every token of it has the trajectory's return; the like of a message are the messages of
 * the same agent at the same turn and call, so every token of it has the reward still to come when the message began.
 * Where the team is paid once, at the end and undiscounted, both are the textbook's:
 *
 *     GRPO       (R − mean) / (deviation + 1e-5), with n − 1 (Shao et al. 2024; R3 as its reward normaliser, §12.3)
 *     RLOO       R − mean of the others in the group (Kool et al. 2019, Ahmadian et al. 2024)
 *     REINFORCE  R − mean of the group, or of the whole batch (Williams 1992)
 */
import type { TrainingSettings } from '../document/trainingSchema.ts';
import type { EpisodeRecord } from '../episode/records.ts';
import { type Chain, type Discounts, returnsToGo } from './decisions.ts';
import { REWARD_EPSILON } from './processRewards.ts';

export type Comparison = 'grpo' | 'rloo' | 'mean';

export interface GroupSettings extends Discounts, Pick<TrainingSettings, 'groupBy'> {
  readonly comparison: Comparison;
  /** Whether the group is the episodes of one problem or all of the batch. */
  readonly scope: 'group' | 'batch';
}

/** Something that is compared: a trajectory or a message, its decisions and its return. */
interface Unit {
  readonly key: string;
  readonly episode: number;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/** Advantages per decision, by episode. */
export function groupAdvantages(records: readonly EpisodeRecord[], chains: readonly Chain[], settings: GroupSettings): Float64Array[] {
  const units = records.flatMap((record, episode) => {
    const chain = chains[episode];
    return chain ? unitsOf(record, chain, episode, settings) : [];
  });
  const groups = new Map<string, Unit[]>();
  for (const unit of units) {
    const group = groups.get(unit.key);
    if (group) group.push(unit);
    else groups.set(unit.key, [unit]);
  }
  const advantages = chains.map(({ rewards }) => new Float64Array(rewards.length));
  for (const group of groups.values()) {
    const compared = compare(
      group.map(({ score }) => score),
      settings.comparison,
    );
    group.forEach(({ episode, start, end }, index) => advantages[episode]?.fill(compared[index] ?? Number.NaN, start, end));
  }
  return advantages;
}

function unitsOf(record: EpisodeRecord, chain: Chain, episode: number, settings: GroupSettings): Unit[] {
  const toGo = returnsToGo(chain, settings);
  const group = settings.scope === 'group' ? String(record.group) : '';
  if (settings.groupBy === 'team') return [{ key: group, episode, start: 0, end: toGo.length, score: toGo[0] ?? 0 }];
  return record.messages.map(({ role, turn, call }, message) => {
    const start = chain.starts[message] ?? 0;
    return {
      key: `${group} ${role} ${turn} ${call}`,
      episode,
      start,
      end: start + (chain.lengths[message] ?? 0),
      score: toGo[start] ?? 0,
    };
  });
}

/** The advantages of a group's members; a member without others has nothing to be compared with and gets 0. */
export function compare(scores: readonly number[], comparison: Comparison): number[] {
  const n = scores.length;
  if (n < 2) return scores.map(() => 0);
  if (comparison === 'rloo') return scores.map((score, own) => score - meanOf(scores.filter((_, other) => other !== own)));
  const mean = meanOf(scores);
  if (comparison === 'mean') return scores.map((score) => score - mean);
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (n - 1));
  return scores.map((score) => (score - mean) / (deviation + REWARD_EPSILON));
}

function meanOf(x: readonly number[]): number {
  return x.reduce((sum, value) => sum + value, 0) / x.length;
}
