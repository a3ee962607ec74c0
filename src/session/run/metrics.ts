/** One line of `metrics.jsonl`: plain means over an iteration, under the field's names (docs/metrics.md). */
import { field, orElse } from '../../core/at.ts';
import { meanOrZero } from '../update/mean.ts';
import { overlongPenalty, type PriceSettings } from '../../core/credit/rewards/price.ts';
import type { PaymentTotal } from '../../core/credit/conservation.ts';
import { explainedVariance } from '../../core/credit/explainedVariance.ts';
import { playsAgain } from '../../core/document/derived.ts';
import type { TrainingSettings } from '../../core/document/schema.ts';
import type { EpisodeRecord, MessageRecord } from '../../core/episode/records.ts';
import { toolTokens } from '../../core/episode/tools.ts';
import { fault, FaultError } from '../../core/faults.ts';
import { engineFaults } from '../../words/words.ts';
import { promptInformation } from '../../core/statistics/promptInformation.ts';
import { type KlEstimator, meanKl } from '../../core/objectives/kl.ts';
import { isMasked, type MaskSettings } from '../../core/objectives/masks.ts';
import type { MetricsRow } from '../events.ts';
import type { RollbackCheck } from '../update/rollback.ts';
import type { UpdateMetrics } from '../update/updateStats.ts';
import { flat } from '../play/batch.ts';
import type { Played } from '../play/resample.ts';

export function rolloutMetrics(records: readonly EpisodeRecord[], roles: readonly string[], kl: KlToBase): Record<string, number> {
  const messages = records.flatMap((record) => record.messages);
  const row: Record<string, number> = {
    'reward/mean': meanOrZero(records.map((record) => record.reward)),
    'reward/frac_zero_std': fractionWithoutSpread(records),
    'rollout/calls': meanOrZero(records.map((record) => record.messages.length)),
    ...(messages.some(({ arrived }) => arrived !== undefined) ? { 'rollout/seconds': meanOrZero(records.map(secondsOf)) } : {}),
  };
  for (const role of roles) {
    const own = messages.filter((message) => message.role === role);
    row[`reward/${role}/mean`] = meanOrZero(records.map((record) => field(record.rewards, role, 'reward of')));
    // An agent that was skipped or never called said nothing, so nothing can be said of its messages.
    if (own.length === 0) continue;
    const advantages = flat(own.map((message) => message.advantages));
    row[`response_length/${role}/mean`] = meanOrZero(own.map((message) => message.response_ids.length));
    row[`response_length/${role}/clip_ratio`] = meanOrZero(own.map((message) => (message.finish_reason === 'length' ? 1 : 0)));
    const arrivals = own.flatMap(({ arrived }) => arrived ?? []);
    if (arrivals.length > 0) {
      row[`arrival/${role}/mean`] = meanOrZero(arrivals);
      row[`response_length/${role}/interrupted_ratio`] = meanOrZero(
        own.map((message) => (message.finish_reason === 'interrupted' ? 1 : 0)),
      );
    }
    if (own.some(({ tools }) => tools)) {
      row[`tools/${role}/calls`] = meanOrZero(own.map(({ tools = [] }) => tools.length));
      row[`tools/${role}/tokens`] = meanOrZero(own.map(toolTokens));
    }
    const wide = charsPerTokenOf(own);
    if (wide !== null) row[`response_length/${role}/chars_per_token`] = wide;
    const read = promptInformation(own);
    if (read !== null) row[`actor/${role}/prompt_information`] = read;
    const entropies = flat(own.map((message) => message.entropies));
    // A server tells none.
    if (entropies.length > 0) row[`actor/${role}/entropy`] = meanOrZero(entropies);
    row[`actor/${role}/kl_ref`] = field(kl.roles, role, 'KL of');
    const taught = own.flatMap(({ logprobs, teacher_logprobs: teacher }) => (teacher ? [{ logprobs, teacher }] : []));
    if (taught.length > 0) {
      const [student, teacher] = [flat(taught.map(({ logprobs }) => logprobs)), flat(taught.map((one) => one.teacher))];
      row[`actor/${role}/teacher_kl`] = meanKl({ logprobs: student, otherLogprobs: teacher, estimator: 'k1' }).kl;
    }
    const centre = meanOrZero(advantages);
    row[`critic/advantages/${role}/mean`] = centre;
    row[`critic/advantages/${role}/std`] = Math.sqrt(meanOrZero(advantages.map((a) => (a - centre) ** 2)));
    row[`critic/advantages/${role}/min`] = advantages.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    row[`critic/advantages/${role}/max`] = advantages.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  }
  for (const skill of new Set(records.flatMap((record) => Object.keys(record.skills ?? {})))) {
    // A skill that could not be seen in an episode (no plan, nothing to solve) is absent there and left out of the mean.
    row[`skill/${skill}`] = meanOrZero(records.flatMap((record) => orElse(record.skills?.[skill], [])));
  }
  for (const count of new Set(records.flatMap((record) => Object.keys(record.routing ?? {})))) {
    row[`routing/${count}`] = meanOrZero(
      records.map((record) => orElse(Object.entries(record.routing ?? {}).find(([name]) => name === count)?.[1], 0)),
    );
  }
  const values = messages.flatMap((message) => message.values);
  if (values.length > 0) {
    // At message level a message has one value and the same return in every token.
    const returns = messages.flatMap((message) => message.returns.slice(0, message.values.length));
    const explained = explainedVariance(values, returns);
    if (explained !== null) row['critic/vf_explained_var'] = explained;
  }
  return row;
}

/** Characters that a token of these messages stands for, closing tokens and tools' answers left out; null where all are empty. */
export function charsPerTokenOf(
  messages: readonly Pick<MessageRecord, 'response_ids' | 'finish_reason' | 'text' | 'tools'>[],
): number | null {
  const tokens = messages.reduce(
    (sum, { response_ids, finish_reason }) => sum + response_ids.length - (finish_reason === 'stop' ? 1 : 0),
    0,
  );
  const answered = (tools: MessageRecord['tools'] = []) => tools.reduce((sum, { text }) => sum + [...text].length, 0);
  return tokens === 0 ? null : messages.reduce((sum, { text, tools }) => sum + [...text].length - answered(tools), 0) / tokens;
}

/** Simulated seconds that an episode took: each turn lasts until its last message has arrived. */
function secondsOf({ messages }: EpisodeRecord): number {
  const turns = new Map<number, number>();
  for (const { turn, arrived } of messages) turns.set(turn, Math.max(orElse(turns.get(turn), 0), orElse(arrived, 0)));
  return [...turns.values()].reduce((sum, seconds) => sum + seconds, 0);
}

/** What settings for many and for long messages did: shown where they can act. */
export function lengthMetrics(
  records: readonly EpisodeRecord[],
  roles: readonly string[],
  training: MaskSettings & PriceSettings,
): Record<string, number> {
  const row: Record<string, number> = {};
  const messages = records.flatMap((record) => record.messages);
  if (training.callCost > 0) row['reward/call_cost'] = training.callCost * meanOrZero(records.map((record) => record.messages.length));
  for (const role of roles) {
    const own = messages.filter((message) => message.role === role);
    if (own.length === 0) continue;
    if (training.maskTruncated) row[`actor/${role}/masked_frac`] = meanOrZero(own.map((message) => (isMasked(message, training) ? 1 : 0)));
    if (training.overlong.buffer > 0)
      row[`response_length/${role}/overlong_penalty`] = meanOrZero(own.map((message) => overlongPenalty(message, training)));
  }
  return row;
}

/** What credit paid, per episode, beside what it should have; and how often it was not conserved. */
export function creditMetrics(totals: readonly PaymentTotal[], violations: number): Record<string, number> {
  return {
    'credit/declared': meanOrZero(totals.map(({ declared }) => declared)),
    'credit/paid': meanOrZero(totals.map(({ paid }) => paid)),
    'credit/violations': violations,
  };
}

/** Share of the groups (of the whole batch where an episode is a group by itself) in which no reward differs from another. */
function fractionWithoutSpread(records: readonly EpisodeRecord[]): number {
  const groups = new Map<number, number[]>();
  for (const { group, reward } of records) groups.set(group, [...orElse(groups.get(group), []), reward]);
  const sets = groups.size === records.length ? [records.map(({ reward }) => reward)] : [...groups.values()];
  return meanOrZero(sets.map((rewards) => (rewards.every((reward) => reward === rewards[0]) ? 1 : 0)));
}

/** Over all tokens of a rollout, nats per token; 0 where none is told. */
export function meanEntropy(records: readonly EpisodeRecord[]): number {
  return meanOrZero(flat(records.flatMap(({ messages }) => messages.map(({ entropies }) => entropies))));
}

export function updateMetrics({ agents, critic }: UpdateMetrics, roles: readonly string[]): Record<string, number> {
  const row: Record<string, number> = {};
  if (critic) {
    row['critic/vf_loss'] = critic.vf_loss;
    row['critic/grad_norm'] = critic.grad_norm;
    row['critic/vf_clipfrac'] = critic.vf_clipfrac;
  }
  roles.forEach((role, index) => {
    const agent = agents.get(index);
    if (!agent) return;
    row[`actor/${role}/ppo_kl`] = agent.ppo_kl;
    row[`actor/${role}/pg_clipfrac`] = agent.pg_clipfrac;
    row[`actor/${role}/pg_loss`] = agent.pg_loss;
    row[`actor/${role}/ratio_mean`] = agent.ratio_mean;
    if (agent.grad_norm !== undefined) row[`actor/${role}/grad_norm`] = agent.grad_norm;
    row[`actor/${role}/steps`] = agent.steps;
    row[`actor/${role}/skipped`] = agent.skipped;
    if (agent.first_ratio_deviation !== undefined) row[`actor/${role}/first_ratio_deviation`] = agent.first_ratio_deviation;
    if (agent.predicted_gain !== undefined) row[`actor/${role}/predicted_gain`] = agent.predicted_gain;
    row[`actor/${role}/lr`] = agent.lr;
  });
  return row;
}

interface InForce {
  readonly klCoef: number;
  readonly entropyCoef: number;
  readonly dropped: Played;
  readonly replayed: Played;
  readonly rollback: RollbackCheck | null;
}

/** Metrics of options that are off as a rule: shown where they can act. */
export function guardMetrics(
  { agents, guards }: UpdateMetrics,
  roles: readonly string[],
  training: TrainingSettings,
  { klCoef, entropyCoef, dropped, replayed, rollback }: InForce,
): Record<string, number> {
  const row: Record<string, number> = {};
  if (klCoef > 0) row['actor/kl_coef'] = klCoef;
  if (training.adaptiveEntropy.enabled) row['actor/entropy_coef'] = entropyCoef;
  if (training.resampleGroups > 0) {
    row['rollout/dropped_episodes'] = dropped.episodes;
    row['rollout/dropped_tokens'] = dropped.tokens;
  }
  if (playsAgain(training)) {
    row['rollout/replayed_episodes'] = replayed.episodes;
    row['rollout/replayed_tokens'] = replayed.tokens;
  }
  if (training.klGate > 0) row['guard/kl_gate'] = orElse(guards.get('kl_gate'), 0) + orElse(guards.get('undo'), 0);
  if (training.earlyStopKl > 0) row['guard/early_stop'] = orElse(guards.get('early_stop'), 0);
  if (training.rollback.enabled) {
    row['guard/rollback'] = rollback?.back ? 1 : 0;
    row['guard/rollback_checks'] = rollback ? 1 : 0;
  }
  roles.forEach((role, index) => {
    const agent = agents.get(index);
    if (!agent) return;
    if (training.dualClip > 0) row[`actor/${role}/pg_clipfrac_lower`] = agent.dual_clipfrac;
    if (training.rolloutCorrection.mode !== 'off') {
      row[`actor/${role}/rollout_weight`] = agent.rollout_weight;
      row[`actor/${role}/rollout_capped_frac`] = agent.rollout_capped_frac;
      row[`actor/${role}/rollout_kl`] = agent.rollout_kl;
    }
    if (!training.decoupled.enabled) return;
    row[`actor/${role}/behave_weight`] = agent.behave_weight;
    row[`actor/${role}/behave_kl`] = agent.behave_kl;
    row[`actor/${role}/capped_frac`] = agent.capped_frac;
  });
  return row;
}

/** KL of the team that played to the frozen base, on the tokens it said, nats per token. */
export interface KlToBase {
  readonly team: number;
  /** KL by role, of those who said something. */
  readonly roles: Readonly<Record<string, number>>;
}

export function klToBase(records: readonly EpisodeRecord[], roles: readonly string[], estimator: KlEstimator): KlToBase {
  const messages = records.flatMap((record) => record.messages);
  const over = (own: readonly MessageRecord[]) =>
    meanKl({
      logprobs: flat(own.map(({ logprobs }) => logprobs)),
      otherLogprobs: flat(own.map(({ ref_logprobs }) => ref_logprobs)),
      estimator,
    }).kl;
  const spoke = roles.filter((role) => messages.some((message) => message.role === role));
  return {
    team: over(messages),
    roles: Object.fromEntries(spoke.map((role) => [role, over(messages.filter((message) => message.role === role))])),
  };
}

/** Refuses NaN and ±∞ with `E_DIVERGED`: they are to be seen, not a gap in a chart. */
export function checkedRow(row: Record<string, number>): MetricsRow {
  for (const [name, value] of Object.entries(row))
    if (!Number.isFinite(value)) throw new FaultError(fault(engineFaults, 'E_DIVERGED', { found: 'metric', name }));
  return row;
}
