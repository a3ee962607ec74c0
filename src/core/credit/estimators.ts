/**
 * One batch, many estimators: what a frozen batch's messages would be credited with under each of them, without rolling out
 * again. The unit in which they are compared is the credit of a message: the mean advantage over its decisions, before
 * normalisation (at message level a message is one decision).
 *
 *     GAE, tokens      the recorded values, one per token
 *     GAE, messages    one value per message: that of its first token, where the batch has one for every token
 *     GRPO, RLOO       the episodes of one problem compared, whole trajectories or an agent's messages at a turn (`groups.ts`)
 *     MaxRL            as GRPO over whole trajectories, divided by the mean of the group
 *     REINFORCE        the reward to come less the mean over the batch
 *     RAE              the agent's return less its role's running mean, as a run that was trained so has recorded it (`runningMeans.ts`)
 *     C3, difference   what a message is worth above others in its place (`alternatives.ts`): as a run that was trained so has recorded it,
 *     rewards          else as the team that played was asked
 *     COMA             the same by a critic: as a run that was trained so has recorded it, else by one that was fitted when it was asked
 *     Shapley          an agent's share of the team's reward, in equal parts on its messages of the episode
 *     tree             value of the state behind the message less that before it, by playing on: the truth the others are held against
 *
 * Rewards are paid, processed and penalised as the run's own settings say; only estimator, discounts and traces differ.
 */
import { at, orElse } from '../at.ts';
import type { CreditShares, TreeValue } from './estimates.ts';
import { comparesRewards, type DecisionLevel, decisionLevel, dividesByMean, needsCritic } from '../document/derived.ts';
import type { TrainingSettings } from '../document/trainingSchema.ts';
import type { CounterfactualRecord, EpisodeRecord } from '../episode/records.ts';
import { heldAgainst, wasHeldAgainst } from './advantages/alternatives.ts';
import { chainsOf, type CreditOptions, type CreditSettings, estimateCredit } from './advantages/creditBatch.ts';
import { comparedGroups } from './advantages/groups.ts';
import { hasRunningMeans } from './advantages/runningMeans.ts';
import type { Unknown } from './foreignBatch.ts';
import type { Chain, Discounts } from './advantages/decisions.ts';
import { tokenRewards } from './rewards/tokenRewards.ts';

export const ESTIMATORS = [
  'gae_token',
  'gae_message',
  'grpo',
  'grpo_agent_turn',
  'maxrl',
  'rloo',
  'reinforce',
  'rae',
  'c3',
  'difference',
  'coma',
  'shapley',
  'tree',
] as const;
export type EstimatorId = (typeof ESTIMATORS)[number];

/** What was asked of the team that played; nothing of it is in the batch. */
export interface AskedTruth {
  /** By number of the episode: values before every message and behind the last. */
  readonly values: ReadonlyMap<number, readonly TreeValue[]>;
  readonly shares: CreditShares | null;
  /** By number of the episode and message. */
  readonly others?: Readonly<Partial<Record<HeldAgainst, OthersAsked>>>;
}

export type OthersAsked = ReadonlyMap<number, readonly CounterfactualRecord[]>;

/** Why an estimator says nothing of a batch. */
export type Missing =
  /** The run has no critic, so nothing is known of values. */
  | 'no_critic'
  /** The critic gave one value per message, so tokens have none. */
  | 'message_values'
  /** It compares episodes of the iteration, and not all of them are in the batch. */
  | 'not_whole'
  /** Every problem was tried once. */
  | 'no_groups'
  /** An imported run tells no two episodes of one problem. */
  | 'no_pairs'
  /** An imported run does not tell what its episodes earned. */
  | 'no_rewards'
  /** An imported run tells no value of a critic, or not of all messages. */
  | 'no_values'
  /** No message has its like in another episode of the problem. */
  | 'no_likes'
  /** The run kept no running mean of its roles' returns. */
  | 'no_running_means'
  /** It divides by a mean return, and some are below 0. */
  | 'below_zero'
  /** The team was not asked yet what else it might have said. */
  | 'others_not_asked'
  | 'values_not_asked'
  | 'shares_not_asked';

/** By episode of the batch and message; null for episodes of which the estimator knows nothing. */
export type BatchCredit = readonly (readonly number[] | null)[];
export type EstimatorCredit = { readonly credit: BatchCredit } | { readonly missing: Missing };

/** Those that hold a message against others in its place. */
export const HELD_AGAINST = ['c3', 'difference', 'coma'] as const satisfies readonly EstimatorId[];
export type HeldAgainst = (typeof HELD_AGAINST)[number];
type Computed = Exclude<EstimatorId, HeldAgainst | 'shapley' | 'tree'>;

/** The run's settings, as far as they change which estimator it is. */
const OVERRIDES: Readonly<Record<Computed, Partial<CreditSettings>>> = {
  gae_token: { algorithm: 'tppo' },
  gae_message: { algorithm: 'appo' },
  grpo: { algorithm: 'grpo', groupBy: 'team' },
  grpo_agent_turn: { algorithm: 'grpo', groupBy: 'agent_turn' },
  maxrl: { algorithm: 'grpo', groupBy: 'team', groupStd: 'mean' },
  rloo: { algorithm: 'rloo', groupBy: 'team' },
  reinforce: { algorithm: 'reinforce', baseline: 'batch', groupBy: 'team' },
  rae: { algorithm: 'reinforce', baseline: 'role' },
};

/** The settings under which `creditBatch` computes an estimator. */
export function settingsOfEstimator(
  estimator: Computed,
  settings: CreditSettings,
  // One by one: a run's whole settings may be given, whose algorithm must not come with them.
  { gamma, gammaToken, lambda, lambdaToken }: Discounts,
): CreditSettings {
  const groupStd = dividesByMean(settings) ? 'group' : settings.groupStd;
  const discounts = { gamma, gammaToken, lambda, lambdaToken };
  return { ...settings, groupStd, ratioLevel: decisionLevel(settings), ...OVERRIDES[estimator], ...discounts };
}

export type FrozenSettings = CreditSettings & Pick<TrainingSettings, 'episodes' | 'groupSize'>;

/** A batch whose credit is computed again and again; what does not depend on the discounts is computed once. */
export class FrozenBatch {
  readonly #chains: Readonly<Record<DecisionLevel, readonly Chain[]>>;
  /** With one value a message. */
  readonly #byMessage: readonly EpisodeRecord[];
  readonly #known = new Map<EstimatorId, { readonly key: string; readonly credit: BatchCredit }>();

  constructor(
    readonly records: readonly EpisodeRecord[],
    /** The run's settings: `episodes` tells whether the batch is a whole iteration. */
    readonly settings: FrozenSettings,
    options: CreditOptions = {},
    /** What is not known of a batch of an imported run. */
    readonly unknown: Unknown | null = null,
  ) {
    const { counted } = tokenRewards(records, { ...settings, klCoef: options.klCoef ?? settings.klCoef });
    this.#chains = {
      token: chainsOf(records, counted, 'token', settings),
      message: chainsOf(records, counted, 'message', settings),
    };
    this.#byMessage = records.map((record) => ({
      ...record,
      messages: record.messages.map((message) => ({ ...message, values: message.values.slice(0, 1) })),
    }));
  }

  /** Each message's credit under an estimator. */
  credit(estimator: EstimatorId, discounts: Discounts, asked: AskedTruth): EstimatorCredit {
    const missing = this.missing(estimator, asked, discounts);
    if (missing) return { missing };
    if (estimator === 'tree') return { credit: this.treeCredit(asked.values) };
    if (estimator === 'shapley') return asked.shares ? { credit: this.#ofShares(asked.shares) } : { missing: 'shares_not_asked' };
    if (isHeldAgainst(estimator)) return { credit: this.records.map((record) => this.#above(record, estimator, asked)) };
    // Whole returns have no trace, so a slider of λ leaves them as they are.
    const { gamma, gammaToken, lambda, lambdaToken } = discounts;
    const traces = estimator.startsWith('gae') ? [lambda, lambdaToken] : [];
    const key = [gamma, gammaToken, ...traces].join();
    const known = this.#known.get(estimator);
    if (known?.key === key) return known;
    const found = { key, credit: this.compute(estimator, discounts) };
    this.#known.set(estimator, found);
    return found;
  }

  /** Without looking whether it can be, and without remembering. */
  compute(estimator: Computed, discounts: Discounts): BatchCredit {
    const settings = settingsOfEstimator(estimator, this.settings, discounts);
    const level = decisionLevel(settings);
    const chains = this.#chains[level];
    const { advantages } = estimateCredit(level === 'message' ? this.#byMessage : this.records, chains, settings);
    return chains.map((chain, episode) => meansOf(at(advantages, episode, 'episode'), chain));
  }

  /** Why there is no such credit; null where there is. */
  missing(estimator: EstimatorId, asked: AskedTruth, discounts: Discounts = this.settings): Missing | null {
    const partial = this.records.length !== this.settings.episodes;
    if (estimator === 'tree') return asked.values.size > 0 ? null : 'values_not_asked';
    if (estimator === 'shapley') return asked.shares ? null : 'shares_not_asked';
    if (isHeldAgainst(estimator)) return this.#recorded(estimator) || asked.others?.[estimator] ? null : 'others_not_asked';
    if (this.unknown?.rewards) return 'no_rewards';
    if (estimator === 'gae_token' || estimator === 'gae_message') {
      if (this.unknown?.values) return 'no_values';
      if (!needsCritic(this.settings)) return 'no_critic';
      if (estimator === 'gae_token' && decisionLevel(this.settings) === 'message') return 'message_values';
      return partial && comparesRewards(this.settings) ? 'not_whole' : null;
    }
    if (estimator === 'rae') return this.records.every(hasRunningMeans) ? null : 'no_running_means';
    if (estimator === 'reinforce') return partial ? 'not_whole' : null;
    const twins = hasTwins(this.records.map(({ group }) => String(group)));
    // In a part of a batch the others of a problem may be missing, too.
    if (partial && (twins || this.settings.groupSize > 1)) return 'not_whole';
    if (!twins) return this.unknown ? 'no_pairs' : 'no_groups';
    if (estimator === 'maxrl' && this.#returns(discounts).some((score) => score < 0)) return 'below_zero';
    const keys = this.records.flatMap(({ group, messages }) => messages.map(({ role, turn, call }) => `${group} ${role} ${turn} ${call}`));
    return estimator === 'grpo_agent_turn' && !hasTwins(keys) ? 'no_likes' : null;
  }

  /** Whether the run was trained so, and its files hold what its messages were held against. */
  #recorded(estimator: HeldAgainst): boolean {
    return this.settings.algorithm === estimator && this.records.every(wasHeldAgainst);
  }

  /** What each message is worth above others in its place; null for an episode that nobody was asked about. */
  #above(record: EpisodeRecord, estimator: HeldAgainst, asked: AskedTruth): number[] | null {
    const above = (held: EpisodeRecord) => heldAgainst(held, this.settings).map(({ own, mean }) => own - mean);
    if (this.#recorded(estimator)) return above(record);
    const found = asked.others?.[estimator]?.get(record.episode);
    if (!found) return null;
    const messages = record.messages.map((message, index) => ({ ...message, counterfactual: at(found, index, 'message') }));
    return above({ ...record, messages });
  }

  /** Of the trajectories that MaxRL compares. */
  #returns(discounts: Discounts): number[] {
    const settings = settingsOfEstimator('maxrl', this.settings, discounts);
    const groups = comparedGroups(this.records, this.#chains[decisionLevel(settings)], { ...settings, comparison: 'grpo', scope: 'group' });
    return groups.flat().map(({ score }) => score);
  }

  /** The truth's credit; null for episodes that were not asked about. */
  treeCredit(values: AskedTruth['values']): BatchCredit {
    return this.records.map(({ episode }) => {
      const known = values.get(episode);
      return known ? treeCredit(known) : null;
    });
  }

  /** NaN where nobody asked for the agent's share. */
  #ofShares({ shares }: CreditShares): BatchCredit {
    const share = new Map(shares.map(({ role, value }) => [role, value]));
    return this.records.map(({ messages }) =>
      messages.map(({ role }) => orElse(share.get(role), Number.NaN) / messages.filter((other) => other.role === role).length),
    );
  }
}

/** What each message changed about the expected reward: V behind it − V before it, [messages]. */
export function treeCredit(values: readonly Pick<TreeValue, 'value'>[]): number[] {
  return values.slice(1).map(({ value }, message) => value - at(values, message, 'state').value);
}

/** Each message's mean over its decisions. */
function meansOf(advantages: ArrayLike<number>, { starts, lengths }: Chain): number[] {
  return lengths.map((count, message) => {
    const start = at(starts, message, 'message');
    let total = 0;
    for (let decision = start; decision < start + count; decision += 1) total += advantages[decision] ?? Number.NaN;
    return total / count;
  });
}

const isHeldAgainst = (estimator: EstimatorId): estimator is HeldAgainst => HELD_AGAINST.some((one) => one === estimator);

const hasTwins = (keys: readonly string[]): boolean => new Set(keys).size < keys.length;
