/**
 * Role-conditioned advantage estimation (RAE; SPIRAL, Liu et al. 2025, arXiv 2506.24119): every role has a running mean of its returns over
 * the whole run, and an agent's messages of an episode have its return there less that mean,
 *
 *     A = G − b        b ← d·b + (1 − d)·G        b = 0 at first
 *
 * episode by episode. G is the reward to come when the agent first speaks, along `credit.chain`. The mean is taken as it stood before the
 * episode, so that it owes nothing to what it judges: the order of SPIRAL's code and of prime-rl's `rae`. The paper's equations move it first,
 * which comes to the same advantages times d.
 */
import { at, look, orElse } from '../../at.ts';
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import type { EpisodeRecord } from '../../episode/records.ts';
import { type Chain, type Discounts, returnsToGo } from './decisions.ts';

/** The mean of each role that has spoken in the run. */
export type RunningMeans = Readonly<Record<string, number>>;

/** What each agent that spoke in an episode earned from its first message on: its return, by role. */
function returnsByRole({ messages }: EpisodeRecord, chain: Chain, discounts: Discounts): Map<string, number> {
  const toGo = returnsToGo(chain, discounts);
  const found = new Map<string, number>();
  messages.forEach(({ role }, message) => {
    if (!found.has(role)) found.set(role, at(toGo, at(chain.starts, message, 'message'), 'decision'));
  });
  return found;
}

/** Writes `running_mean` of every message, from `before` on in the order of the episodes, and returns the means behind the last of them. */
export function takeRunningMeans(
  records: readonly EpisodeRecord[],
  chains: readonly Chain[],
  settings: Discounts & Pick<TrainingSettings, 'baselineDecay'>,
  before: RunningMeans,
): RunningMeans {
  const { baselineDecay: decay } = settings;
  const means = new Map(Object.entries(before));
  records.forEach((record, episode) => {
    const returns = returnsByRole(record, at(chains, episode, 'chain'), settings);
    for (const message of record.messages) message.running_mean = orElse(means.get(message.role), 0);
    for (const [role, score] of returns) means.set(role, decay * orElse(means.get(role), 0) + (1 - decay) * score);
  });
  return Object.fromEntries(means);
}

/** Whether every message was recorded with its role's running mean. */
export const hasRunningMeans = ({ messages }: EpisodeRecord): boolean => messages.every(({ running_mean: mean }) => mean !== undefined);

/** The mean a message's return is held against. Throws where the episode was recorded without. */
export function runningMeanOf({ messages }: EpisodeRecord, message: number): number {
  const { role, running_mean: mean } = at(messages, message, 'message');
  if (mean === undefined) throw new Error(`Nothing is known of the running mean of ${role}.`);
  return mean;
}

/** The agent's first message of the episode, whose return all of its messages have. */
export function firstOfRole({ messages }: EpisodeRecord, message: number): number {
  const { role } = at(messages, message, 'message');
  return messages.findIndex((other) => other.role === role);
}

/** Advantages per decision, by episode. */
export function roleAdvantages(records: readonly EpisodeRecord[], chains: readonly Chain[], discounts: Discounts): Float64Array[] {
  return records.map((record, episode) => {
    const { rewards, starts, lengths } = at(chains, episode, 'chain');
    const returns = returnsByRole(record, at(chains, episode, 'chain'), discounts);
    const advantages = new Float64Array(rewards.length);
    record.messages.forEach(({ role }, message) => {
      const start = at(starts, message, 'message');
      const score = look(returns, role, 'return');
      advantages.fill(score - runningMeanOf(record, message), start, start + at(lengths, message, 'message'));
    });
    return advantages;
  });
}
