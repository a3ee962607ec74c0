/**
 * Per-token estimators of a KL divergence from log-probabilities of sampled tokens (Schulman,
 * http://joschu.net/blog/kl-approx.html), with x = log p − log q for tokens sampled from p: k1 = x, k2 = x²/2,
 * k3 = e^(−x) − 1 + x. k2 and k3 are never negative. As terms of a loss only k2 has the gradient of the true KL in
 * expectation; the gradient of k1 is zero in expectation.
 */

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
