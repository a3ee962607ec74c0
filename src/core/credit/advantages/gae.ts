/**
 * Generalised advantage estimation (Schulman et al. 2016) over the serialised team: one episode is one sequence of
 * decisions, all agents' tokens in speaking order, and credit flows backwards through it across the messages (MARFT, R1's
 * token-level buffer), or from message to message as `successors` say. Inside a message the pair (γ, λ) of tokens applies, from a message to the next the pair of messages;
 * R1 has one pair for both. At message level every message is one decision, so the same function serves it.
 */

import { at } from '../../at.ts';
import type { Successors } from '../rewards/successors.ts';

export interface GaeInput {
  /** Reward of each decision, [tokens]. */
  readonly rewards: ArrayLike<number>;
  /** Value of the state before each decision, [tokens]. */
  readonly values: ArrayLike<number>;
  /** Decisions per message, in speaking order; they sum to the number of tokens. */
  readonly lengths: ArrayLike<number>;
  /** Value of the state behind the last decision: 0 when the episode terminated. */
  readonly bootstrap: number;
  readonly gammaToken: number;
  readonly lambdaToken: number;
  readonly gamma: number;
  readonly lambda: number;
  /**
   * Number of messages after which the chain is cut: their last decision has no next value and no trace. R1's defect
   * (compat `r1_previous_turn_mask`); 0 or absent otherwise.
   */
  readonly cut?: number;
  /** Messages behind each, all later ones, over which value and trace are averaged; none: the bootstrap. Absent: the next in speaking order. */
  readonly successors?: Successors | undefined;
}

/** Advantages, and returns = advantage + value, [tokens] each. */
export function gae(input: GaeInput): { advantages: Float64Array; returns: Float64Array } {
  const { rewards, values, lengths, bootstrap, cut = 0, successors } = input;
  const count = rewards.length;
  if (values.length !== count || Array.from(lengths).reduce((sum, n) => sum + n, 0) !== count) {
    throw new RangeError(`GAE needs as many values (${values.length}) and tokens of messages as rewards (${count}).`);
  }
  const advantages = new Float64Array(count);
  const returns = new Float64Array(count);
  let next = bootstrap; // V of the decision after this one
  let trace = 0; // A of the decision after this one
  let end = count;
  const starts = startsOf(lengths);
  for (let message = lengths.length - 1; message >= 0; message--) {
    const start = end - (lengths[message] ?? 0);
    if (message < cut) {
      next = 0;
      trace = 0;
    } else if (successors) {
      const behind = at(successors, message, 'message').map((later) => at(starts, later, 'message'));
      next = behind.length === 0 ? bootstrap : meanOf(values, behind);
      trace = behind.length === 0 ? 0 : meanOf(advantages, behind);
    }
    for (let t = end - 1; t >= start; t--) {
      const handsOver = t === end - 1;
      const gamma = handsOver ? input.gamma : input.gammaToken;
      const lambda = handsOver ? input.lambda : input.lambdaToken;
      const value = values[t] ?? 0;
      trace = (rewards[t] ?? 0) + gamma * next - value + gamma * lambda * trace;
      advantages[t] = trace;
      returns[t] = value + trace;
      next = value;
    }
    end = start;
  }
  return { advantages, returns };
}

function startsOf(lengths: ArrayLike<number>): number[] {
  let start = 0;
  return Array.from(lengths, (length) => (start += length) - length);
}

const meanOf = (numbers: ArrayLike<number>, indices: readonly number[]): number =>
  indices.reduce((sum, index) => sum + at(numbers, index, 'number'), 0) / indices.length;
