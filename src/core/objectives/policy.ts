/**
 * The policy's loss and its derivatives by each token's log-probability and entropy, for every algorithm: clipped ratio of
 * TPPO, GRPO (tokens) and APPO (messages), decoupled or not, what else can be made of the ratio (`policyLosses.ts`), and the plain
 * policy gradient of REINFORCE and RLOO; with entropy bonus and KL to the frozen base. Nothing here knows a model: the engine carries
 * the derivatives back through its plan. Equations and sources: docs/objectives.md.
 *
 *     L = Σ_d part_d · [ w_d · v_d · surrogate_d − c_H · H_d + c_KL · kl_d ],    part_d = weight_d / divisor of its message
 *
 * w_d is the decoupled loss's weight, v_d the rollout correction's (`rolloutCorrection.ts`); both are 1 where they are off. Divisors are
 * those of `aggregation.ts`; metrics that are no part of the loss are means over decisions, whatever the aggregation.
 * d runs over decisions (`decisions.ts`), H_d and kl_d are means over a decision's tokens. Log-ratios are held within ±20,
 * where the derivative is zero, and `ratio_clamped` counts them.
 */
import { policyLossOf, usesRatio } from '../document/derived.ts';
import type { TrainingSettings } from '../document/schema.ts';
import { type AggregatedBatch, lossDivisors } from './aggregation.ts';
import { type Decision, eachDecision, weightTotal } from './decisions.ts';
import { clampLogRatio, klEstimate, klSlope, LOG_RATIO_LIMIT } from './kl.ts';
import { cispoSurrogate, dppoSurrogate, sapoSurrogate, unclippedSurrogate } from './policyLosses.ts';
import { type PolicyMetrics, PolicySums } from './policyMetrics.ts';
import { messageLogRatio, rolloutWeight } from './rolloutCorrection.ts';
import { clippedSurrogate, policyGradient, type Ratio, ratioOf, type Surrogate } from './surrogate.ts';
import { at, constantOf } from './vectors.ts';

export type { PolicyMetrics } from './policyMetrics.ts';

/** A minibatch or a part of one, flat over all response tokens, messages consecutive. */
export interface PolicyBatch extends AggregatedBatch {
  /** Log-probabilities of the sampled tokens under the policy being trained, [tokens]. */
  readonly logprobs: ArrayLike<number>;
  /** Entropy of that policy's distribution at each token, nats, [tokens]; null where it is not known, which no entropy bonus can be paid for. */
  readonly entropies: ArrayLike<number> | null;
  /** Under the behaviour policy, the one that sampled them, [tokens]; with the rollout correction as the trainer scores them. */
  readonly oldLogprobs: ArrayLike<number>;
  /** As the sampler recorded them, [tokens]; needed by the rollout correction. */
  readonly samplerLogprobs?: ArrayLike<number>;
  /** Under the proximal policy, the one at the start of the update, [tokens]; needed by the decoupled loss. */
  readonly proxLogprobs?: ArrayLike<number>;
  /** Under the frozen base, [tokens]; needed when the KL is in the loss. */
  readonly refLogprobs?: ArrayLike<number>;
  /** [tokens]; constant inside a message at level message. */
  readonly advantages: ArrayLike<number>;
  /** What the weights are divided by; their sum over the decisions when absent. For a part, that of the whole minibatch. */
  readonly normalizer?: number;
  /** The same for the loss, by message ({@link lossDivisors}); those of this batch alone when absent, or the one `normalizer`. */
  readonly divisors?: ArrayLike<number>;
  /** 1 where a token has no surrogate though it counts as one, [tokens]: those with little entropy. */
  readonly silenced?: ArrayLike<number>;
  /** 1 at the tokens that `clip_cov` and `kl_cov` pick, [tokens] (`covariance.ts`). */
  readonly picked?: ArrayLike<number>;
}

export type PolicySettings = Pick<
  TrainingSettings,
  | 'algorithm'
  | 'ratioLevel'
  | 'logprobNormalization'
  | 'clip'
  | 'clipHigher'
  | 'dualClip'
  | 'policyLoss'
  | 'sapo'
  | 'covariance'
  | 'lossAggregation'
  | 'lossOver'
  | 'entropyCoef'
  | 'klCoef'
  | 'klEstimator'
  | 'klPlacement'
  | 'decoupled'
  | 'rolloutCorrection'
>;

export interface PolicyResult {
  readonly loss: number;
  readonly metrics: PolicyMetrics;
  /** ∂L/∂logprob, [tokens]. */
  readonly dLogprobs: Float32Array;
  /** ∂L/∂entropy, [tokens]. */
  readonly dEntropies: Float32Array;
  /** 1 where a clip, the dual one included, left the surrogate without a derivative, [tokens]. */
  readonly clipped: Uint8Array;
}

export function policyObjective(batch: PolicyBatch, settings: PolicySettings): PolicyResult {
  const { logprobs, oldLogprobs, refLogprobs, advantages, entropies } = batch;
  const { entropyCoef, klEstimator } = settings;
  // A KL paid in the reward must not be counted in the loss again.
  const klCoef = settings.klPlacement === 'loss' ? settings.klCoef : 0;
  const clips = usesRatio(settings);
  const decoupled = clips && settings.decoupled.enabled;
  const anchor = decoupled ? batch.proxLogprobs : oldLogprobs;
  if (!anchor) throw new Error('The decoupled loss needs the log-probabilities of the proximal policy.');
  if (klCoef !== 0 && !refLogprobs) throw new Error('A KL penalty in the loss needs the log-probabilities of the base.');
  const count = Array.from(batch.lengths).reduce((sum, length) => sum + length, 0);
  if (count !== logprobs.length)
    throw new RangeError(`The messages have ${count} tokens, but ${logprobs.length} log-probabilities were given.`);

  if (!entropies && entropyCoef !== 0) throw new Error('An entropy bonus needs the entropies of the policy.');

  const total = batch.normalizer ?? (weightTotal(batch, settings) || 1);
  const divisors = batch.divisors ?? (batch.normalizer === undefined ? lossDivisors(batch, settings) : null);
  const sums = new PolicySums();
  const dLogprobs = new Float32Array(count);
  const dEntropies = new Float32Array(count);
  const clipped = new Uint8Array(count);
  const byMessage = settings.rolloutCorrection.mode === 'message';
  let correction = { message: -1, logRatio: 0 };
  eachDecision(batch, settings, (decision) => {
    const { start, end, weight, divisor, message } = decision;
    const share = weight / total;
    const part = divisors ? weight / at(divisors, message) : share;
    const length = end - start;
    const advantage = constantOf(advantages, start, end, 'advantage');
    const ratio = ratioOf(difference(logprobs, anchor, decision));
    const surrogate = surrogateOf(batch, anchor, decision, ratio, advantage, settings);
    const behaviour = decoupled ? ratioOf(difference(anchor, oldLogprobs, decision)) : IN_STEP;
    const { weightCap } = settings.decoupled;
    const capped = decoupled && weightCap > 0 && behaviour.value > weightCap;
    const behaveWeight = capped ? 0 : behaviour.value;
    if (byMessage && message !== correction.message)
      correction = { message, logRatio: messageLogRatio(oldLogprobs, batch.samplerLogprobs, decision.whole) };
    const rollout = rolloutWeight(oldLogprobs, batch.samplerLogprobs, decision, settings.rolloutCorrection, correction.logRatio);
    const slope = capped ? 0 : (behaveWeight * rollout.value * surrogate.slope) / divisor;

    if (!capped && (surrogate.clipped || surrogate.dualClipped)) clipped.fill(1, start, end);
    let clamped = ratio.clamped || behaviour.clamped || rollout.clamped;
    let klRef = 0;
    for (let t = start; t < end; t++) {
      let ownSlope = slope;
      if (refLogprobs) {
        const distance = at(logprobs, t) - at(refLogprobs, t);
        const held = clampLogRatio(distance);
        klRef += klEstimate(klEstimator, held) / length;
        if (Math.abs(distance) <= LOG_RATIO_LIMIT) ownSlope += (klCoef * klSlope(klEstimator, held)) / length;
        else clamped = true;
      }
      dLogprobs[t] = part * ownSlope;
      dEntropies[t] = (-part * entropyCoef) / length;
    }
    const entropy = entropies ? sumOf(entropies, start, end) / length : Number.NaN;
    sums.add(share, part, { surrogate, ratio, entropy, klRef, behaveWeight, behaveKl: behaviour.kl, rollout, capped, clamped });
  });
  const bonus = entropyCoef === 0 ? 0 : entropyCoef * sums.bonus;
  return { loss: sums.policy - bonus + klCoef * sums.klRef, metrics: sums.metrics(), dLogprobs, dEntropies, clipped };
}

/** What the decision loses, before it is weighted. */
function surrogateOf(
  batch: PolicyBatch,
  anchor: ArrayLike<number>,
  { start, end, divisor }: Decision,
  ratio: Ratio,
  advantage: number,
  settings: PolicySettings,
): Surrogate {
  if (batch.silenced && at(batch.silenced, start) === 1) return NOTHING;
  const picked = batch.picked !== undefined && at(batch.picked, start) === 1;
  const loss = policyLossOf(settings);
  switch (loss) {
    case 'gradient':
      return policyGradient(sumOf(batch.logprobs, start, end) / divisor, advantage);
    case 'clip':
      return clippedSurrogate(ratio, advantage, settings);
    case 'clip_cov':
      return picked ? { ...NOTHING, clipped: true } : clippedSurrogate(ratio, advantage, { ...settings, dualClip: 0 });
    case 'cispo':
      return cispoSurrogate(sumOf(batch.logprobs, start, end) / divisor, ratio, advantage, settings);
    case 'sapo':
      return sapoSurrogate(ratio, advantage, settings.sapo);
    case 'dppo_tv':
    case 'dppo_kl': {
      const divergence = loss === 'dppo_tv' ? 'tv' : 'kl';
      return dppoSurrogate(at(batch.logprobs, start), at(anchor, start), ratio, advantage, divergence, settings);
    }
    case 'kl_cov': {
      const surrogate = unclippedSurrogate(ratio, advantage);
      if (!picked) return surrogate;
      const distance = clampLogRatio(at(batch.logprobs, start) - at(anchor, start));
      const { klCoef } = settings.covariance;
      return {
        ...surrogate,
        loss: surrogate.loss + klCoef * Math.abs(distance),
        slope: surrogate.slope + (ratio.clamped ? 0 : klCoef * Math.sign(distance)),
      };
    }
    default:
      throw new Error(`Unknown policy loss ${loss satisfies never}.`);
  }
}

const NOTHING: Surrogate = { loss: 0, slope: 0, clipped: false, dualClipped: false, outside: false };

/** Without the decoupled loss the proximal policy is the one that sampled. */
const IN_STEP: Ratio = { value: 1, clamped: false, kl: 0 };

function sumOf(x: ArrayLike<number>, start: number, end: number): number {
  let sum = 0;
  for (let t = start; t < end; t++) sum += at(x, t);
  return sum;
}

/** A decision's log-probability under p less that under q; token by token, so that equal policies give exactly 0. */
function difference(p: ArrayLike<number>, q: ArrayLike<number>, { start, end, divisor }: Decision): number {
  let sum = 0;
  for (let t = start; t < end; t++) sum += at(p, t) - at(q, t);
  return sum / divisor;
}
