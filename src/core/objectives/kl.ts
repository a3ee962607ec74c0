/**
 * Per-token estimators of a KL divergence from log-probabilities of sampled tokens (Schulman,
 * http://joschu.net/blog/kl-approx.html), with x = log p − log q for tokens sampled from p: k1 = x, k2 = x²/2,
 * k3 = e^(−x) − 1 + x. k2 and k3 are never negative. As terms of a loss only k2 has the gradient of the true KL in
 * expectation; the gradient of k1 is zero in expectation.
 */
import { at, totalOf } from './vectors.ts';

export type KlEstimator = 'k1' | 'k2' | 'k3';

/** Beyond this a log-ratio says only “far away”; e^20 ≈ 5·10⁸ still squares without overflow in float32. */
export const LOG_RATIO_LIMIT = 20;

/** A log-ratio held within ±{@link LOG_RATIO_LIMIT}. */
export function clampLogRatio(x: number): number {
  return Math.min(LOG_RATIO_LIMIT, Math.max(-LOG_RATIO_LIMIT, x));
}

/** The estimate for one token, in nats. */
export function klEstimate(estimator: KlEstimator, x: number): number {
  switch (estimator) {
    case 'k1':
      return x;
    case 'k2':
      return (x * x) / 2;
    case 'k3':
      return Math.expm1(-x) + x;
    default:
      throw new Error(`Unknown estimator ${estimator satisfies never}.`);
  }
}

/** Its derivative by x. */
export function klSlope(estimator: KlEstimator, x: number): number {
  switch (estimator) {
    case 'k1':
      return 1;
    case 'k2':
      return x;
    case 'k3':
      return -Math.expm1(-x);
    default:
      throw new Error(`Unknown estimator ${estimator satisfies never}.`);
  }
}

export interface KlInput {
  /** Log-probabilities under p of tokens sampled from p, [tokens]. */
  readonly logprobs: ArrayLike<number>;
  /** Log-probabilities of the same tokens under q, [tokens]. */
  readonly otherLogprobs: ArrayLike<number>;
  readonly estimator: KlEstimator;
  /** Weight of each token, 1 when absent; tokens of weight 0 may hold anything. */
  readonly weights?: ArrayLike<number>;
  /** What the weights are divided by; their sum when absent. */
  readonly normalizer?: number;
}

/**
 * KL(p‖q) as a monitor: the weighted mean of the per-token estimates, in nats per token; unbiased with k1 and k3 for tokens
 * sampled from p. From the policy that played to the base it is `kl_ref`, from that policy to the updated one, with k3,
 * `ppo_kl`.
 */
export function meanKl({ logprobs, otherLogprobs, estimator, weights, normalizer }: KlInput): { kl: number; clamped: number } {
  const total = normalizer ?? totalOf(weights, logprobs.length);
  let kl = 0;
  let clamped = 0;
  for (let t = 0; t < logprobs.length; t++) {
    const weight = weights ? at(weights, t) : 1;
    if (weight === 0) continue;
    const x = at(logprobs, t) - at(otherLogprobs, t);
    kl += (weight / total) * klEstimate(estimator, clampLogRatio(x));
    if (Math.abs(x) > LOG_RATIO_LIMIT) clamped += 1;
  }
  return { kl, clamped };
}
