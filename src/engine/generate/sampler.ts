/**
 * Draws one token from a row of logits. Host arithmetic in double precision, so every executor that returns the same
 * logits samples the same token from the same uniform number.
 */
import type { SamplingSettings } from '../../core/document/schema.ts';
import { fault, FaultError } from '../../core/faults.ts';
import { engineFaults } from '../../words/words.ts';

export interface Draw {
  readonly token: number;
  /** Log-probability under the distribution sampled from (temperature and kept set applied), nats. */
  readonly logprob: number;
  /** Entropy of that distribution, nats. */
  readonly entropy: number;
  /** Ids kept by top-k/top-p, ascending; absent when nothing was cut off. */
  readonly kept?: readonly number[];
}

export type SamplingRule = Pick<SamplingSettings, 'temperature' | 'topK' | 'topP'> & {
  /** Take the likeliest token (the lowest id among equals) instead of drawing. */
  readonly greedy?: boolean;
};

/** `uniform` in [0, 1) decides by inverse transform over ids in ascending order. */
export function drawToken(logits: Float32Array, rule: SamplingRule, uniform: number): Draw {
  const count = logits.length;
  let largest = Number.NEGATIVE_INFINITY;
  let likeliest = 0;
  for (let id = 0; id < count; id += 1) {
    const value = logits[id] ?? 0;
    if (Number.isNaN(value) || value === Number.POSITIVE_INFINITY)
      throw new FaultError(fault(engineFaults, 'E_DIVERGED', { found: 'logit' }));
    if (value > largest) {
      largest = value;
      likeliest = id;
    }
  }
  const weights = new Float64Array(count);
  let total = 0;
  for (let id = 0; id < count; id += 1) {
    const weight = Math.exp(((logits[id] ?? 0) - largest) / rule.temperature);
    weights[id] = weight;
    total += weight;
  }
  const kept = keptIds(weights, total, rule);
  if (kept) {
    total = kept.reduce((sum, id) => sum + (weights[id] ?? 0), 0);
    const truncated = new Float64Array(count);
    for (const id of kept) truncated[id] = weights[id] ?? 0;
    weights.set(truncated);
  }

  let token = likeliest;
  if (!rule.greedy) {
    const threshold = uniform * total;
    let cumulative = 0;
    for (let id = 0; id < count; id += 1) {
      const weight = weights[id] ?? 0;
      if (weight === 0) continue;
      cumulative += weight;
      token = id; // rounding may leave the threshold above the last sum; then the last possible id stands
      if (cumulative > threshold) break;
    }
  }

  let entropy = 0;
  for (let id = 0; id < count; id += 1) {
    const p = (weights[id] ?? 0) / total;
    if (p > 0) entropy -= p * Math.log(p);
  }
  return { token, logprob: Math.log((weights[token] ?? 0) / total), entropy, kept };
}

/** Whether top-k or top-p cuts anything off: such rows are drawn on the host, and their kept sets recorded. */
export function truncates({ topK, topP }: SamplingRule, vocabulary: number): boolean {
  return (topK > 0 && topK < vocabulary) || topP < 1;
}

/** Ids that survive top-k, then top-p (the smallest set of likeliest ids reaching p), or undefined when all do. */
function keptIds(weights: Float64Array, total: number, { topK, topP }: SamplingRule): number[] | undefined {
  const limitK = topK > 0 && topK < weights.length;
  if (!limitK && topP >= 1) return undefined;
  const order = Array.from(weights.keys()).sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
  const top = limitK ? order.slice(0, topK) : order;
  if (topP >= 1) return top.sort((a, b) => a - b);
  const mass = limitK ? top.reduce((sum, id) => sum + (weights[id] ?? 0), 0) : total;
  let cumulative = 0;
  const kept: number[] = [];
  for (const id of top) {
    kept.push(id);
    cumulative += weights[id] ?? 0;
    if (cumulative >= topP * mass) break;
  }
  return kept.sort((a, b) => a - b);
}
