/**
 * Credit of one iteration: from what the environment paid, and the critic's values where there is a critic, to token
 * rewards, advantages and returns. Episodes meet only where a reward is normalised or a return compared.
 */
import { at } from '../../at.ts';
import { type DecisionLevel, decisionLevel, needsCritic, usesAlternatives, usesRunningMeans, usesTree } from '../../document/derived.ts';
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import type { EpisodeRecord } from '../../episode/records.ts';
import { type Chain, chainOf, type Discounts, perToken, returnsToGo, valuesOf } from './decisions.ts';
import { gae } from './gae.ts';
import { groupAdvantages, type GroupSettings } from './groups.ts';
import { type RewardSettings, tokenRewards } from '../rewards/tokenRewards.ts';
import { successorsOf } from '../rewards/successors.ts';
import { heldAgainst } from './alternatives.ts';
import { roleAdvantages, type RunningMeans, takeRunningMeans } from './runningMeans.ts';
import { treeSteps } from './tree.ts';

export type CreditSettings = RewardSettings &
  Discounts &
  Pick<TrainingSettings, 'algorithm' | 'ratioLevel' | 'groupBy' | 'groupStd' | 'baseline' | 'baselineDecay'>;

export interface CreditOptions {
  /** Weight of the KL in force, when it is adapted; the settings' otherwise. */
  readonly klCoef?: number;
  /** With RAE, each role's running mean before the batch; of a role that is not among them, and by default, 0. */
  readonly runningMeans?: RunningMeans;
}

/** One number per decision, by episode. */
export interface Estimate {
  readonly advantages: readonly ArrayLike<number>[];
  readonly returns: readonly ArrayLike<number>[];
}

/**
 * Fills `token_rewards`, `advantages` (before normalisation) and `returns` of every message, one entry per response token
 * each. With a critic returns = advantage + value are its targets; without one they are the discounted reward to come. Returns the running
 * means behind the batch: with RAE what the next one begins with, else what was given.
 */
export function creditBatch(records: readonly EpisodeRecord[], settings: CreditSettings, options: CreditOptions = {}): RunningMeans {
  const level = decisionLevel(settings);
  const rewards = tokenRewards(records, { ...settings, klCoef: options.klCoef ?? settings.klCoef });
  const chains = chainsOf(records, rewards.counted, level, settings);
  const before = options.runningMeans ?? {};
  const runningMeans = usesRunningMeans(settings) ? takeRunningMeans(records, chains, settings, before) : before;
  const { advantages, returns } = estimateCredit(records, chains, settings);
  records.forEach((record, episode) => {
    const chain = at(chains, episode, 'chain');
    const declared = at(rewards.declared, episode, 'episode');
    const spreadAdvantages = perToken(record, chain, at(advantages, episode, 'episode'), level);
    const spreadReturns = perToken(record, chain, at(returns, episode, 'episode'), level);
    record.messages.forEach((message, index) => {
      message.token_rewards = at(declared, index, 'message');
      message.advantages = at(spreadAdvantages, index, 'message');
      message.returns = at(spreadReturns, index, 'message');
    });
  });
  return runningMeans;
}

/** Every episode's chain, as `credit.chain` has it, of its rewards by message and token. */
export function chainsOf(
  records: readonly EpisodeRecord[],
  rewards: readonly (readonly (readonly number[])[])[],
  level: DecisionLevel,
  { credit }: Pick<CreditSettings, 'credit'>,
): Chain[] {
  return records.map(({ messages }, episode) => chainOf(at(rewards, episode, 'episode'), level, successorsOf(messages, credit.chain)));
}

/** The settings' estimator over chains of the settings' decision level; changes nothing. */
export function estimateCredit(records: readonly EpisodeRecord[], chains: readonly Chain[], settings: CreditSettings): Estimate {
  if (needsCritic(settings)) {
    const estimate = withCritic(records, chains, settings);
    return usesAlternatives(settings) ? { ...estimate, advantages: byMessage(records, chains, settings) } : estimate;
  }
  const returns = chains.map((chain) => returnsToGo(chain, settings));
  if (usesTree(settings)) return { advantages: byMessage(records, chains, settings), returns };
  if (usesRunningMeans(settings)) return { advantages: roleAdvantages(records, chains, settings), returns };
  const comparison = comparisonOf(settings);
  if (comparison === null) return { advantages: returns, returns };
  return { advantages: groupAdvantages(records, chains, { ...settings, ...comparison }), returns };
}

/** Every decision of a message has the message's: what it changed about the expected reward, or what it is worth above others in its place. */
function byMessage(records: readonly EpisodeRecord[], chains: readonly Chain[], settings: CreditSettings): Float64Array[] {
  return chains.map(({ rewards, starts, lengths }, episode) => {
    const advantages = new Float64Array(rewards.length);
    creditOfMessages(at(records, episode, 'record'), settings).forEach((credit, message) => {
      const start = at(starts, message, 'message');
      advantages.fill(credit, start, start + at(lengths, message, 'message'));
    });
    return advantages;
  });
}

/** [messages] */
function creditOfMessages(record: EpisodeRecord, settings: CreditSettings): number[] {
  if (usesAlternatives(settings)) return heldAgainst(record, settings).map(({ own, mean }) => own - mean);
  return treeSteps(record, settings).map(({ before, behind }) => behind - before);
}

/** With whom returns are compared, where there is no critic; null where they count as they are. */
export function comparisonOf({ algorithm, baseline }: CreditSettings): Pick<GroupSettings, 'comparison' | 'scope'> | null {
  if (usesTree({ algorithm })) return null;
  if (algorithm === 'reinforce' && (baseline === 'none' || baseline === 'role')) return null;
  const comparison = algorithm === 'grpo' || algorithm === 'rloo' ? algorithm : 'mean';
  return { comparison, scope: algorithm === 'reinforce' && baseline === 'batch' ? 'batch' : 'group' };
}

/** The discounts and traces in force: REINFORCE with the critic as baseline is GAE with λ = 1. */
export function discountsOf(settings: CreditSettings): Discounts {
  const { gamma, gammaToken, lambda, lambdaToken } = settings;
  return { gamma, gammaToken, ...(settings.algorithm === 'reinforce' ? { lambda: 1, lambdaToken: 1 } : { lambda, lambdaToken }) };
}

function withCritic(records: readonly EpisodeRecord[], chains: readonly Chain[], settings: CreditSettings): Estimate {
  const estimates = records.map((record, episode) => {
    const chain = at(chains, episode, 'chain');
    const values = valuesOf(record.messages, chain);
    return gae({ ...chain, ...discountsOf(settings), values, bootstrap: record.bootstrap, cut: cutOf(record, episode, settings) });
  });
  return { advantages: estimates.map((one) => one.advantages), returns: estimates.map((one) => one.returns) };
}

/**
 * R1's defect Q1 (marft-spec §4): in a turn, an agent hands over to the next under the mask of the turn before. Its buffer
 * holds an iteration's episodes one after the other, so in the first turn of every episode but the first that mask says
 * “ended”: number of messages of the first turn that are followed by another. 0 where the chain is whole.
 */
export function cutOf({ messages }: EpisodeRecord, episode: number, { compat, credit }: Pick<CreditSettings, 'compat' | 'credit'>): number {
  if (!compat.includes('r1_previous_turn_mask') || credit.chain !== 'serial' || episode === 0) return 0;
  const first = messages[0]?.turn;
  return messages.filter(({ turn }) => turn === first).length - 1;
}
