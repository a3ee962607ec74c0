/**
 * Tokens whose step costs most entropy: the entropy of a softmax policy falls with the covariance of log-probability and advantage (Cui et
 * al. 2025, “The Entropy Mechanism of Reinforcement Learning”, eqs. 8–12). A token's share of it, over the tokens that are trained together:
 *
 *     c_t = (A_t − mean A) · (ℓ_t − mean ℓ)
 *
 *     clip_cov   draws of the tokens with low < c < high, those that PPO's clip has taken already left out; their surrogate is 0
 *     kl_cov     picks the largest c; each pays klCoef · |ℓ − ℓ_old|
 *
 * Of N tokens ⌊share · N⌋ are picked, at least one; as verl's `clip_cov` and `kl_cov`.
 */
import type { TrainingSettings } from '../document/schema.ts';
import { permutation } from '../random/streams.ts';
import type { RandomKey } from '../random/threefry.ts';
import { clippedSurrogate, type ClipSettings, ratioOf } from './surrogate.ts';
import { at } from './vectors.ts';

export type CovarianceSettings = ClipSettings & Pick<TrainingSettings, 'policyLoss' | 'covariance'>;

export interface CovarianceInput {
  /** Under the policy being trained, and under the one it is compared with, [tokens]. */
  readonly logprobs: ArrayLike<number>;
  readonly anchorLogprobs: ArrayLike<number>;
  readonly advantages: ArrayLike<number>;
  /** 0 leaves a token out, [tokens]; all count when absent. */
  readonly weights?: ArrayLike<number>;
}

/** 1 at the tokens that are picked, [tokens]; `key` draws them for `clip_cov`. */
export function pickedByCovariance(input: CovarianceInput, settings: CovarianceSettings, key: RandomKey): Uint8Array {
  const { logprobs, anchorLogprobs, advantages, weights } = input;
  const picked = new Uint8Array(logprobs.length);
  const counted = Array.from({ length: logprobs.length }, (_, t) => t).filter((t) => !weights || at(weights, t) !== 0);
  if (counted.length === 0) return picked;
  const meanOf = (x: ArrayLike<number>) => counted.reduce((sum, t) => sum + at(x, t), 0) / counted.length;
  const [meanAdvantage, meanLogprob] = [meanOf(advantages), meanOf(logprobs)];
  const covariance = (t: number) => (at(advantages, t) - meanAdvantage) * (at(logprobs, t) - meanLogprob);
  const { share, low, high } = settings.covariance;
  const count = Math.max(1, Math.floor(share * counted.length));
  if (settings.policyLoss === 'kl_cov') {
    // Equal ones in the order of the tokens.
    const largest = counted.map((t) => [t, covariance(t)] as const).toSorted(([, a], [, b]) => b - a);
    for (const [t] of largest.slice(0, count)) picked[t] = 1;
    return picked;
  }
  const isFree = (t: number) =>
    !clippedSurrogate(ratioOf(at(logprobs, t) - at(anchorLogprobs, t)), at(advantages, t), { ...settings, dualClip: 0 }).clipped;
  const between = counted.filter((t) => low < covariance(t) && covariance(t) < high && isFree(t));
  for (const index of permutation(key, between.length).subarray(0, count)) picked[at(between, index)] = 1;
  return picked;
}
