/**
 * The clipped policy loss of PPO (Schulman et al. 2017) at the level of tokens (MARFT's TPPO) and of messages (APPO), with
 * entropy bonus and KL to the frozen base, and its derivatives by each token's log-probability and entropy. Nothing here
 * knows a model: the engine carries the derivatives back through its plan.
 *
 *     L = Σ wₜ [ max(−ρₜ Âₜ, −clip(ρₜ, 1−ε, 1+ε) Âₜ) − c_H Hₜ + c_KL klₜ ] / Σ wₜ,    ρₜ = exp(logpₜ − old logpₜ)
 *
 * Where the two sides of the max are equal, boundary included, the unclipped one counts; so the derivative is exactly zero
 * if and only if clipping makes the loss strictly larger. (PyTorch's autograd gives the same.) Log-ratios are held within
 * ±20, where the derivative is zero too, and `ratio_clamped` counts them.
 */
import { clampLogRatio, klEstimate, klSlope, LOG_RATIO_LIMIT } from './kl.ts';
import type { KlEstimator } from './kl.ts';

interface PolicyTerms {
  /** Of the sampled tokens under the policy being trained, [tokens]. */
  readonly logprobs: ArrayLike<number>;
  /** Under the policy that sampled them, [tokens]. */
  readonly oldLogprobs: ArrayLike<number>;
  /** Of the policy's distribution at each token, [tokens]. */
  readonly entropies: ArrayLike<number>;
  readonly clip: number;
  readonly entropyCoef: number;
  /** What the weights are divided by; their sum when absent. Pass the whole batch's to add up parts of a batch. */
  readonly normalizer?: number;
}

export interface TokenPolicyInput extends PolicyTerms {
  /** Under the frozen base, [tokens]; needed when `klCoef` is not 0. */
  readonly refLogprobs?: ArrayLike<number>;
  /** [tokens] */
  readonly advantages: ArrayLike<number>;
  /** Weight of each token, a response mask as a rule; 1 when absent. Tokens of weight 0 may hold anything. */
  readonly weights?: ArrayLike<number>;
  readonly klCoef: number;
  readonly klEstimator: KlEstimator;
}

export interface MessagePolicyInput extends PolicyTerms {
  /** One per message. */
  readonly advantages: ArrayLike<number>;
  /** Tokens per message, consecutive; they sum to the number of tokens. */
  readonly lengths: ArrayLike<number>;
}

export interface PolicyMetrics {
  /** The clipped surrogate alone. */
  readonly pg_loss: number;
  /** Share of the decisions whose derivative the clip has removed. */
  readonly pg_clipfrac: number;
  /** Share of the decisions whose ratio lies outside [1−ε, 1+ε], whatever the sign of the advantage. */
  readonly ratio_clipfrac: number;
  /** KL old → new, estimator k3, nats per decision. */
  readonly ppo_kl: number;
  readonly entropy: number;
  /** KL to the frozen base by the chosen estimator, nats per token; 0 without reference. */
  readonly kl_ref: number;
  readonly ratio_mean: number;
  /** Decisions whose log-ratio, to the old policy or to the base, was held at ±20. */
  readonly ratio_clamped: number;
}

export interface PolicyResult {
  readonly loss: number;
  readonly metrics: PolicyMetrics;
  /** ∂L/∂logprob, [tokens]. */
  readonly dLogprobs: Float32Array;
  /** ∂L/∂entropy, [tokens]. */
  readonly dEntropies: Float32Array;
}

/** One decision's surrogate, its derivative by the log-probability, and what the metrics need. */
function surrogate(logRatio: number, advantage: number, clip: number) {
  const held = clampLogRatio(logRatio);
  const ratio = Math.exp(held);
  const plain = -advantage * ratio;
  const clipped = -advantage * Math.min(1 + clip, Math.max(1 - clip, ratio));
  const active = clipped > plain;
  const clamped = held !== logRatio;
  return {
    loss: active ? clipped : plain,
    slope: active || clamped ? 0 : plain, // ∂ρ/∂logp = ρ
    active,
    outside: Math.abs(ratio - 1) > clip,
    clamped,
    ratio,
    kl: Math.expm1(held) - held,
  };
}

/** Token-level PPO: every token is a decision. */
export function policyObjective(input: TokenPolicyInput): PolicyResult {
  const { logprobs, oldLogprobs, refLogprobs, advantages, entropies, weights, clip, entropyCoef, klCoef, klEstimator } = input;
  if (klCoef !== 0 && !refLogprobs) throw new Error('A KL penalty in the loss needs the log-probabilities of the base.');
  const count = logprobs.length;
  const sums = new Sums();
  const dLogprobs = new Float32Array(count);
  const dEntropies = new Float32Array(count);
  const total = input.normalizer ?? totalOf(weights, count);
  for (let t = 0; t < count; t++) {
    const weight = weights ? at(weights, t) : 1;
    if (weight === 0) continue;
    const share = weight / total;
    const logprob = at(logprobs, t);
    const term = surrogate(logprob - at(oldLogprobs, t), at(advantages, t), clip);
    const entropy = at(entropies, t);
    let slope = term.slope;
    let clamped = term.clamped;
    if (refLogprobs) {
      const distance = logprob - at(refLogprobs, t);
      const held = clampLogRatio(distance);
      sums.klRef += share * klEstimate(klEstimator, held);
      if (Math.abs(distance) <= LOG_RATIO_LIMIT) slope += klCoef * klSlope(klEstimator, held);
      else clamped = true;
    }
    sums.add(share, term, entropy, clamped);
    dLogprobs[t] = share * slope;
    dEntropies[t] = -share * entropyCoef;
  }
  return { loss: sums.policy - entropyCoef * sums.entropy + klCoef * sums.klRef, metrics: sums.metrics(), dLogprobs, dEntropies };
}

/**
 * Message-level PPO (MARFT's APPO): a message is one decision, its log-probability the sum and its entropy the mean over
 * its tokens (R1's `normalization_mode: sum`). The mean is over messages.
 */
export function messagePolicyObjective(input: MessagePolicyInput): PolicyResult {
  const { logprobs, oldLogprobs, advantages, entropies, lengths, clip, entropyCoef } = input;
  const sums = new Sums();
  const dLogprobs = new Float32Array(logprobs.length);
  const dEntropies = new Float32Array(logprobs.length);
  const share = 1 / (input.normalizer ?? lengths.length);
  let start = 0;
  for (let m = 0; m < lengths.length; m++) {
    const length = at(lengths, m);
    let logRatio = 0;
    let entropy = 0;
    for (let t = start; t < start + length; t++) {
      logRatio += at(logprobs, t) - at(oldLogprobs, t);
      entropy += at(entropies, t) / length;
    }
    const term = surrogate(logRatio, at(advantages, m), clip);
    sums.add(share, term, entropy, term.clamped);
    dLogprobs.fill(share * term.slope, start, start + length);
    dEntropies.fill((-share * entropyCoef) / length, start, start + length);
    start += length;
  }
  if (start !== logprobs.length)
    throw new RangeError(`The messages have ${start} tokens, but ${logprobs.length} log-probabilities were given.`);
  return { loss: sums.policy - entropyCoef * sums.entropy, metrics: sums.metrics(), dLogprobs, dEntropies };
}

/** Weighted means under way. */
class Sums {
  policy = 0;
  entropy = 0;
  klRef = 0;
  private kl = 0;
  private ratio = 0;
  private active = 0;
  private outside = 0;
  private clamped = 0;

  add(share: number, term: ReturnType<typeof surrogate>, entropy: number, clamped: boolean): void {
    this.policy += share * term.loss;
    this.entropy += share * entropy;
    this.kl += share * term.kl;
    this.ratio += share * term.ratio;
    if (term.active) this.active += share;
    if (term.outside) this.outside += share;
    if (clamped) this.clamped += 1;
  }

  metrics(): PolicyMetrics {
    return {
      pg_loss: this.policy,
      pg_clipfrac: this.active,
      ratio_clipfrac: this.outside,
      ppo_kl: this.kl,
      entropy: this.entropy,
      kl_ref: this.klRef,
      ratio_mean: this.ratio,
      ratio_clamped: this.clamped,
    };
  }
}

/** The sum of the weights, or 1 when nothing has weight (every share is then 0 anyway). */
export function totalOf(weights: ArrayLike<number> | undefined, count: number): number {
  if (!weights) return Math.max(1, count);
  return Array.from(weights).reduce((sum, weight) => sum + weight, 0) || 1;
}

/** An entry that must be there: a vector that is too short is a mistake of the caller. */
export function at(x: ArrayLike<number>, index: number): number {
  const value = x[index];
  if (value === undefined) throw new RangeError(`A vector of ${x.length} entries has no entry ${index}.`);
  return value;
}
