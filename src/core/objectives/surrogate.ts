/**
 * The policy's loss for one decision of advantage A, and its derivative by the decision's log-probability ℓ.
 *
 * Clipped ratio (Schulman et al. 2017), with a higher upper edge (DAPO's clip-higher, Yu et al. 2025) and, for A < 0 only,
 * a ceiling c·|A| (dual clip, Ye et al. 2020):
 *
 *     max(−ρA, −clip(ρ, 1−ε, 1+ε′)A),    for A < 0 at most −cA,    ρ = exp(ℓ − ℓ_old)
 *
 * Where two sides are equal, boundary included, the unclipped one counts; so the derivative is exactly zero if and only if
 * a clip changes the loss. (PyTorch's autograd gives the same.) It is zero too where the log-ratio is held at its limit.
 *
 * Plain policy gradient (Williams 1992): −ℓA.
 */
import type { TrainingSettings } from '../document/schema.ts';
import { clampLogRatio } from './kl.ts';

export interface Surrogate {
  readonly loss: number;
  /** ∂loss/∂ℓ. */
  readonly slope: number;
  /** The clip has raised the loss, and removed the derivative. */
  readonly clipped: boolean;
  /** The dual clip has lowered the loss, and removed the derivative. */
  readonly dualClipped: boolean;
  /** The ratio lies outside [1−ε, 1+ε′], whatever the sign of the advantage. */
  readonly outside: boolean;
}

/** A ratio of probabilities, its log held within ±20. */
export interface Ratio {
  readonly value: number;
  /** Whether the limit has changed it. */
  readonly clamped: boolean;
  /** KL from the denominator's policy to the numerator's, estimator k3, for a decision sampled from the former; nats. */
  readonly kl: number;
}

export function ratioOf(logRatio: number): Ratio {
  const held = clampLogRatio(logRatio);
  return { value: Math.exp(held), clamped: held !== logRatio, kl: Math.expm1(held) - held };
}

export type ClipSettings = Pick<TrainingSettings, 'clip' | 'clipHigher' | 'dualClip'>;

export function clippedSurrogate(ratio: Ratio, advantage: number, { clip, clipHigher, dualClip }: ClipSettings): Surrogate {
  const above = clipHigher === 0 ? clip : clipHigher;
  const plain = -advantage * ratio.value;
  const bounded = -advantage * Math.min(1 + above, Math.max(1 - clip, ratio.value));
  const clipped = bounded > plain;
  const raised = clipped ? bounded : plain;
  const ceiling = dualClip > 0 && advantage < 0 ? -advantage * dualClip : Number.POSITIVE_INFINITY;
  const dualClipped = raised > ceiling;
  return {
    loss: dualClipped ? ceiling : raised,
    slope: clipped || dualClipped || ratio.clamped ? 0 : plain, // ∂ρ/∂ℓ = ρ
    clipped,
    dualClipped,
    outside: ratio.value - 1 > above || 1 - ratio.value > clip,
  };
}

export function policyGradient(logprob: number, advantage: number): Surrogate {
  return { loss: -advantage * logprob, slope: -advantage, clipped: false, dualClipped: false, outside: false };
}
