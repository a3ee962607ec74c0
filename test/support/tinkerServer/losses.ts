/** The losses a server offers, token by token: the loss and its derivative by the token's log-probability. */
import type { LossName, LossSettings } from './particulars.ts';

/** One token as a request describes it. */
export interface LossToken {
  readonly weight: number;
  /** Log-probability under the policy that sampled it. */
  readonly old: number;
  readonly advantage: number;
}

export interface TokenLoss {
  readonly loss: number;
  readonly derivative: number;
}

const NOTHING: TokenLoss = { loss: 0, derivative: 0 };

/** Loss and ∂loss/∂logp of a token whose log-probability is now `logprob`; a token of weight 0 has neither. */
export function tokenLoss(
  name: LossName,
  logprob: number,
  { weight, old, advantage }: LossToken,
  { low, high, klCoefficient }: LossSettings,
  logRatioLimit: number,
): TokenLoss {
  if (weight === 0) return NOTHING;
  if (name === 'cross_entropy') return { loss: -weight * logprob, derivative: -weight };
  const difference = logprob - old;
  const held = Math.max(-logRatioLimit, Math.min(logRatioLimit, difference));
  const ratio = Math.exp(held);
  const slope = held === difference ? ratio : 0;
  if (name === 'importance_sampling') return { loss: -weight * ratio * advantage, derivative: -weight * slope * advantage };
  const cut = Math.max(low, Math.min(high, ratio));
  if (name === 'cispo') return { loss: -weight * cut * logprob * advantage, derivative: -weight * cut * advantage };
  const isCut = cut * advantage < ratio * advantage;
  const objective = Math.min(ratio * advantage, cut * advantage) - klCoefficient * (ratio - 1 - held);
  const rise = (isCut ? 0 : slope * advantage) - klCoefficient * (slope === 0 ? 0 : ratio - 1);
  return { loss: -weight * objective, derivative: -weight * rise };
}
