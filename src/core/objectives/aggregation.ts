/**
 * How a loss is made of its decisions' losses: every message has a divisor D_m, and a decision of weight w has the share w / D_m. With W_m
 * the weight of a message's decisions and M the number of messages that have any:
 *
 *     token         D = Σ W       a mean over all tokens (DAPO; TRL `dapo`, `bnpo`; verl `token-mean`)
 *     message_mean  D = W_m · M   the mean over messages of the mean over each one's tokens (GRPO; TRL `grpo`; verl `seq-mean-token-mean`)
 *     message_sum   D = M         the mean over messages of each one's sum (verl `seq-mean-token-sum`, TRL `luspo`)
 *     constant      D = L · M     the same over a constant, the most tokens its agent may say (Dr. GRPO, Liu et al. 2025, §3.2; TRL `dr_grpo`)
 *
 * Sums and M are over all messages that learn together, or over those of a message's own adapter (`lossOver`). Where a message is one
 * decision it counts once, whatever its length.
 */
import { decisionLevel } from '../document/derived.ts';
import type { TrainingSettings } from '../document/schema.ts';
import { type DecisionBatch, type DecisionSettings, weightsByMessage } from './decisions.ts';
import { at } from './vectors.ts';

export type AggregationSettings = DecisionSettings & Pick<TrainingSettings, 'lossAggregation' | 'lossOver'>;

export interface AggregatedBatch extends DecisionBatch {
  /** The most tokens that each message's agent may say, for `constant`. */
  readonly limits?: ArrayLike<number>;
  /** The adapter of each message, for `lossOver: adapter`; all the same when absent. */
  readonly adapters?: ArrayLike<number>;
}

/** By message; 1 where nothing of its adapter has weight, since nothing is then divided. */
export function lossDivisors(batch: AggregatedBatch, settings: AggregationSettings): number[] {
  const own = weightsByMessage(batch, settings);
  const adapterOf = (m: number) => (settings.lossOver === 'adapter' && batch.adapters ? at(batch.adapters, m) : 0);
  const totals = new Map<number, { weight: number; messages: number }>();
  own.forEach((weight, m) => {
    const total = totals.get(adapterOf(m)) ?? { weight: 0, messages: 0 };
    totals.set(adapterOf(m), { weight: total.weight + weight, messages: total.messages + (weight === 0 ? 0 : 1) });
  });
  const aggregation = decisionLevel(settings) === 'message' ? 'token' : settings.lossAggregation;
  return own.map((weight, m) => {
    const { weight: all, messages } = totals.get(adapterOf(m)) ?? { weight: 0, messages: 0 };
    switch (aggregation) {
      case 'token':
        return all || 1;
      case 'message_mean':
        return weight * messages || 1;
      case 'message_sum':
        return messages || 1;
      case 'constant':
        if (!batch.limits) throw new Error('A constant divisor needs the most tokens that each message may have.');
        return at(batch.limits, m) * messages || 1;
      default:
        throw new Error(`Unknown aggregation ${aggregation satisfies never}.`);
    }
  });
}
