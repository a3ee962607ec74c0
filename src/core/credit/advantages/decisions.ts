/**
 * An episode as a chain of decisions: its tokens in the order of the messages, or its messages where a message is one
 * decision (marft-spec §3, §4). The order of the record's messages is a topological order of 𝒟, so fan-out and fan-in are
 * serialised by it (docs/credit.md), unless `credit.chain` says what else comes behind a message (`successors.ts`).
 */
import { at } from '../../at.ts';
import type { DecisionLevel } from '../../document/derived.ts';
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import type { EpisodeRecord, MessageRecord } from '../../episode/records.ts';
import { gae } from './gae.ts';
import type { Successors } from '../rewards/successors.ts';

export type Discounts = Pick<TrainingSettings, 'gammaToken' | 'lambdaToken' | 'gamma' | 'lambda'>;

export interface Chain {
  /** [decisions] */
  readonly rewards: readonly number[];
  /** Decisions of each message. */
  readonly lengths: readonly number[];
  /** Where each message's decisions begin. */
  readonly starts: readonly number[];
  /** Messages behind each; absent: the next in speaking order. */
  readonly successors?: Successors | undefined;
}

/** `rewards` by message and token; at message level a message's reward is the sum over its tokens. */
export function chainOf(rewards: readonly (readonly number[])[], level: DecisionLevel, successors?: Successors): Chain {
  const byMessage = level === 'token' ? rewards : rewards.map((tokens) => [tokens.reduce((sum, reward) => sum + reward, 0)]);
  const starts: number[] = [];
  let start = 0;
  for (const decisions of byMessage) {
    starts.push(start);
    start += decisions.length;
  }
  return { rewards: byMessage.flat(), lengths: byMessage.map((decisions) => decisions.length), starts, successors };
}

/** The messages behind one; none at the end. */
export function behind({ lengths, successors }: Chain, message: number): readonly number[] {
  if (successors) return at(successors, message, 'message');
  return message + 1 < lengths.length ? [message + 1] : [];
}

/**
 * By how much each decision counts in a sum along the chain from `first` on: 1, and from a decision to those behind it times its `decay`,
 * shared equally where several messages are behind. NaN for decisions that are not reached.
 */
export function weightsFrom(chain: Chain, first: number, decay: (decision: number, handsOver: boolean) => number): Float64Array {
  const weights = new Float64Array(chain.rewards.length).fill(Number.NaN);
  weights[first] = 1;
  chain.lengths.forEach((length, message) => {
    const start = at(chain.starts, message, 'message');
    const last = start + length - 1;
    for (let t = start; t < last; t++) if (!Number.isNaN(at(weights, t))) weights[t + 1] = at(weights, t) * decay(t, false);
    const passed = length > 0 ? at(weights, last) : Number.NaN;
    if (Number.isNaN(passed)) return;
    const next = behind(chain, message);
    for (const other of next) {
      const begin = at(chain.starts, other, 'message');
      const known = at(weights, begin);
      weights[begin] = (Number.isNaN(known) ? 0 : known) + (passed * decay(last, true)) / next.length;
    }
  });
  return weights;
}

/** The critic's values, one per decision. */
export function valuesOf(messages: readonly MessageRecord[], { lengths }: Chain): number[] {
  return messages.flatMap(({ role, values }, index) => {
    if (values.length !== lengths[index]) {
      throw new Error(`The message of ${role} has ${values.length} values for ${lengths[index]} decisions.`);
    }
    return values;
  });
}

/** Discounted reward to come at each decision, without a critic: G_t = r_t + γ G_{t+1}, and nothing behind the end. */
export function returnsToGo({ rewards, lengths, successors }: Chain, { gamma, gammaToken }: Discounts): Float64Array {
  const values = rewards.map(() => 0);
  return gae({ rewards, values, lengths, successors, bootstrap: 0, gamma, gammaToken, lambda: 1, lambdaToken: 1 }).returns;
}

/** One number per decision as one per response token: at message level every token of a message has the message's. */
export function perToken(record: EpisodeRecord, chain: Chain, decisions: ArrayLike<number>, level: DecisionLevel): number[][] {
  return record.messages.map(({ response_ids: ids }, message) => {
    const start = at(chain.starts, message, 'message');
    return ids.map((_, token) => at(decisions, level === 'token' ? start + token : start, 'decision'));
  });
}
