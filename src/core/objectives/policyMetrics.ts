/** What is reported of a policy objective: weighted means over its decisions, which add up over the parts of a minibatch. */
import type { RolloutWeight } from './rolloutCorrection.ts';
import type { Ratio, Surrogate } from './surrogate.ts';

export interface PolicyMetrics {
  /** The surrogate alone, without entropy and KL terms. */
  readonly pg_loss: number;
  /** Share of the decisions whose derivative the clip has removed. */
  readonly pg_clipfrac: number;
  /** Share of the decisions whose derivative the dual clip has removed. */
  readonly dual_clipfrac: number;
  /** Share of the decisions whose ratio lies outside [1−ε, 1+ε′], whatever the sign of the advantage; 0 without a clip. */
  readonly ratio_clipfrac: number;
  /** KL old → new, estimator k3, nats per decision; with the decoupled loss proximal → new. */
  readonly ppo_kl: number;
  /** Nats per token; at level message the mean over messages of the mean over their tokens. NaN where it is not known. */
  readonly entropy: number;
  /** The KL term of the loss before its weight: KL to the frozen base by `klEstimator`, averaged as the entropy; 0 without reference. */
  readonly kl_loss: number;
  /** Mean of new ÷ old, with the decoupled loss of new ÷ proximal. */
  readonly ratio_mean: number;
  /** Decisions with a log-ratio, to the old or proximal policy or of a token to the base, that was held at ±20. */
  readonly ratio_clamped: number;
  /** Mean of the weights proximal ÷ behaviour as used, 0 for dropped decisions; 1 without the decoupled loss. */
  readonly behave_weight: number;
  /** KL behaviour → proximal, estimator k3, nats per decision, dropped ones included; 0 without the decoupled loss. */
  readonly behave_kl: number;
  /** Share of the decisions dropped because that weight exceeds the cap. */
  readonly capped_frac: number;
  /** Mean of the rollout correction's weights, trainer ÷ sampler and at most the cap; 1 without it. */
  readonly rollout_weight: number;
  /** Share of the tokens whose weight is the cap; 0 without the correction. */
  readonly rollout_capped_frac: number;
  /** KL sampler → trainer, estimator k1, nats per token; 0 without the correction. */
  readonly rollout_kl: number;
}

export interface DecisionTerms {
  readonly surrogate: Surrogate;
  readonly ratio: Ratio;
  readonly entropy: number;
  readonly klRef: number;
  /** Weight of the surrogate in the loss. */
  readonly behaveWeight: number;
  readonly behaveKl: number;
  /** Weighs the surrogate too. */
  readonly rollout: RolloutWeight;
  readonly capped: boolean;
  readonly clamped: boolean;
}

/** Weighted means under way. */
export class PolicySums {
  /** Of the loss: surrogate, entropy and KL to the base. */
  policy = 0;
  bonus = 0;
  klRef = 0;
  private entropy = 0;
  private kl = 0;
  private ratio = 0;
  private clipped = 0;
  private dualClipped = 0;
  private outside = 0;
  private clamped = 0;
  private behaveWeight = 0;
  private behaveKl = 0;
  private capped = 0;
  private rolloutWeight = 0;
  private rolloutCapped = 0;
  private rolloutKl = 0;

  /** A decision that has `share` of the means and `part` of the loss. */
  add(share: number, part: number, terms: DecisionTerms): void {
    const { surrogate, ratio, behaveWeight, rollout, capped } = terms;
    this.policy += capped ? 0 : part * (behaveWeight * rollout.value * surrogate.loss);
    this.bonus += part * terms.entropy;
    this.rolloutWeight += share * rollout.value;
    this.rolloutCapped += share * rollout.capped;
    this.rolloutKl += share * rollout.kl;
    this.entropy += share * terms.entropy;
    this.klRef += part * terms.klRef;
    this.kl += share * ratio.kl;
    this.ratio += share * ratio.value;
    this.behaveWeight += share * behaveWeight;
    this.behaveKl += share * terms.behaveKl;
    if (capped) this.capped += share;
    else if (surrogate.clipped) this.clipped += share;
    else if (surrogate.dualClipped) this.dualClipped += share;
    if (surrogate.outside) this.outside += share;
    if (terms.clamped) this.clamped += 1;
  }

  metrics(): PolicyMetrics {
    return {
      pg_loss: this.policy,
      pg_clipfrac: this.clipped,
      dual_clipfrac: this.dualClipped,
      ratio_clipfrac: this.outside,
      ppo_kl: this.kl,
      entropy: this.entropy,
      kl_loss: this.klRef,
      ratio_mean: this.ratio,
      ratio_clamped: this.clamped,
      behave_weight: this.behaveWeight,
      behave_kl: this.behaveKl,
      capped_frac: this.capped,
      rollout_weight: this.rolloutWeight,
      rollout_capped_frac: this.rolloutCapped,
      rollout_kl: this.rolloutKl,
    };
  }
}
