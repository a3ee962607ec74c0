/** One line of `metrics.jsonl`: plain means over an iteration, under the field's names (docs/metrics.md). */
import { explainedVariance } from '../core/credit/explainedVariance.ts';
import type { EpisodeRecord, MessageRecord } from '../core/episode/records.ts';
import { divergedFault } from '../core/faults.ts';
import type { AgentPolicy } from './agents.ts';
import type { MetricsRow } from './events.ts';
import type { UpdateMetrics } from './update.ts';

const mean = (values: readonly number[]): number => (values.length ? values.reduce((a, b) => a + b, 0) / values.length : 0);

export function rolloutMetrics(records: readonly EpisodeRecord[], policies: readonly AgentPolicy[]): Record<string, number> {
  const messages = records.flatMap((record) => record.messages);
  const rewards = records.map((record) => record.reward);
  const row: Record<string, number> = {
    'reward/mean': mean(rewards),
    // One sampled episode a problem makes one group of the whole batch: 1 when no episode differed from another.
    'reward/frac_zero_std': rewards.every((reward) => reward === rewards[0]) ? 1 : 0,
  };
  for (const { role } of policies) {
    const own = messages.filter((message) => message.role === role);
    const advantages = own.flatMap((message) => message.advantages);
    row[`reward/${role}/mean`] = mean(records.map((record) => record.rewards[role] ?? 0));
    row[`response_length/${role}/mean`] = mean(own.map((message) => message.response_ids.length));
    row[`response_length/${role}/clip_ratio`] = mean(own.map((message) => (message.finish_reason === 'length' ? 1 : 0)));
    row[`actor/${role}/entropy`] = mean(own.flatMap((message) => message.entropies));
    const centre = mean(advantages);
    row[`critic/advantages/${role}/mean`] = centre;
    row[`critic/advantages/${role}/std`] = Math.sqrt(mean(advantages.map((a) => (a - centre) ** 2)));
    row[`critic/advantages/${role}/min`] = advantages.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    row[`critic/advantages/${role}/max`] = advantages.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  }
  for (const skill of new Set(records.flatMap((record) => Object.keys(record.skills ?? {})))) {
    // A skill that could not be seen in an episode (no plan, nothing to solve) is absent there and left out of the mean.
    row[`skill/${skill}`] = mean(records.flatMap((record) => record.skills?.[skill] ?? []));
  }
  const explained = explainedVariance(flat(messages, 'values'), flat(messages, 'returns'));
  if (explained !== null) row['critic/vf_explained_var'] = explained;
  return row;
}

export function updateMetrics(update: UpdateMetrics, policies: readonly AgentPolicy[]): Record<string, number> {
  const row: Record<string, number> = { 'critic/vf_loss': update.critic.vf_loss, 'critic/grad_norm': update.critic.grad_norm };
  for (const { role } of policies) {
    const agent = update.agents.get(role);
    if (!agent) continue;
    row[`actor/${role}/kl_ref`] = agent.kl_ref;
    row[`actor/${role}/ppo_kl`] = agent.ppo_kl;
    row[`actor/${role}/pg_clipfrac`] = agent.pg_clipfrac;
    row[`actor/${role}/pg_loss`] = agent.pg_loss;
    row[`actor/${role}/ratio_mean`] = agent.ratio_mean;
    row[`actor/${role}/grad_norm`] = agent.grad_norm;
    row[`actor/${role}/skipped`] = agent.skipped;
    row[`actor/${role}/lr`] = agent.lr;
  }
  return row;
}

/** Refuses NaN and ±∞ with `E_DIVERGED`: they are to be seen, not a gap in a chart. */
export function checkedRow(row: Record<string, number>): MetricsRow {
  for (const [name, value] of Object.entries(row)) if (!Number.isFinite(value)) throw divergedFault(`the metric ${name}`);
  return row;
}

function flat(messages: readonly MessageRecord[], field: 'values' | 'returns'): number[] {
  return messages.flatMap((message) => message[field]);
}
