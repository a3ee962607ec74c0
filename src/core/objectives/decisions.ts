/**
 * What one decision of the policy is: a token, or a whole message whose log-probability is the sum over its tokens, or that
 * divided by its tokens or words (R1's `normalization_mode`, marft-spec §3). New, old and proximal policy alike.
 */
import { decisionLevel } from '../document/derived.ts';
import type { TrainingSettings } from '../document/schema.ts';
import { at, constantOf } from './vectors.ts';

/** Flat over all response tokens, messages consecutive. */
export interface DecisionBatch {
  /** Tokens per message. */
  readonly lengths: ArrayLike<number>;
  /** Words per message, for `logprobNormalization: 'word'`; 0 counts as 1 (R1 divides by zero). */
  readonly words?: ArrayLike<number>;
  /** Weight of each token, constant inside a message at level message; 1 when absent; at 0 a token is left out and may hold anything. */
  readonly weights?: ArrayLike<number>;
}

export type DecisionSettings = Pick<TrainingSettings, 'algorithm' | 'ratioLevel' | 'logprobNormalization'>;

export interface Decision {
  /** Index of its message. */
  readonly message: number;
  /** First token, and one past the last. */
  readonly start: number;
  readonly end: number;
  /** The same of its whole message. */
  readonly whole: { readonly start: number; readonly end: number };
  readonly weight: number;
  /** What the sum of its tokens' log-probabilities is divided by. */
  readonly divisor: number;
}

/** Visits the decisions of weight other than 0, in order; none is kept, since there may be a million. A message without tokens is none. */
export function eachDecision(batch: DecisionBatch, settings: DecisionSettings, visit: (decision: Decision) => void): void {
  const { lengths, weights } = batch;
  const byToken = decisionLevel(settings) === 'token';
  let end = 0;
  for (let m = 0; m < lengths.length; m++) {
    const first = end;
    end += at(lengths, m);
    const whole = { start: first, end };
    if (byToken) {
      for (let t = first; t < end; t++) {
        const weight = weights ? at(weights, t) : 1;
        if (weight !== 0) visit({ message: m, start: t, end: t + 1, whole, weight, divisor: 1 });
      }
    } else if (end > first) {
      const weight = weights ? constantOf(weights, first, end, 'weight') : 1;
      if (weight !== 0) visit({ message: m, start: first, end, whole, weight, divisor: divisorOf(batch, settings, m) });
    }
  }
}

function divisorOf({ lengths, words }: DecisionBatch, { logprobNormalization }: DecisionSettings, message: number): number {
  switch (logprobNormalization) {
    case 'sum':
      return 1;
    case 'token':
      return at(lengths, message);
    case 'word':
      if (!words) throw new Error('Log-probabilities per word need the number of words of each message.');
      return Math.max(1, at(words, message));
    default:
      throw new Error(`Unknown normalisation ${logprobNormalization satisfies never}.`);
  }
}

/** Sum of the weights of a batch's decisions. */
export function weightTotal(batch: DecisionBatch, settings: DecisionSettings): number {
  let sum = 0;
  eachDecision(batch, settings, ({ weight }) => (sum += weight));
  return sum;
}

/** The same of each message's. */
export function weightsByMessage(batch: DecisionBatch, settings: DecisionSettings): number[] {
  const sums = Array.from({ length: batch.lengths.length }, () => 0);
  eachDecision(batch, settings, ({ message, weight }) => (sums[message] = (sums[message] ?? 0) + weight));
  return sums;
}

/**
 * The `normalizer` of each part of a minibatch, so that losses, metrics and derivatives of the parts add up. With one
 * divisor for all, the sum of the weights, they add up to those of the whole minibatch. Given `rows`, the rows each part
 * was cut from, a part is normalised by itself and counts by its share of the rows, however few tokens it has: R1's TPPO
 * (`r1_row_weighted_chunks`, marft-spec §4). A part in which nothing has weight counts 0 either way.
 */
export function chunkNormalizers(parts: readonly DecisionBatch[], settings: DecisionSettings, rows?: readonly number[]): number[] {
  const totals = parts.map((part) => weightTotal(part, settings));
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  if (!rows) return totals.map(() => sum(totals) || 1);
  return totals.map((total, part) => (total * sum(rows)) / at(rows, part) || 1);
}
