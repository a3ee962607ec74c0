/**
 * What a decision of advantage A loses under the policy losses other than PPO's clip (`surrogate.ts`), and the derivative by its
 * log-probability ℓ; ρ = exp(ℓ − ℓ_old), which is held within its limits. Each has the slope −A at ρ = 1.
 *
 *     cispo    −sg[clip(ρ, 1−ε, 1+ε′)] · A · ℓ         the weight of the plain gradient is clipped, so that no decision loses its
 *              gradient (MiniMax-M1, 2025, eq. 4; TRL has the upper edge alone: ε ≥ 1)
 *     sapo     −A · 4/τ · σ(τ(ρ − 1))                   a soft gate, τ by the sign of A (Gao et al. 2025, eq. 5)
 *     dppo_tv  −A · ρ, none of it where |π − π_old| > ε and the step goes further away
 *     dppo_kl  the same where the KL of the two-way choice “this token or another”, old ‖ new, exceeds ε (DPPO, Qi et al. 2026, §4)
 *     kl_cov   −A · ρ; tokens that are picked pay |ℓ − ℓ_old| besides (`covariance.ts`)
 *
 * In DPPO ε is that of the step's direction: ε′ (`clipHigher`) where A is above 0, as in verl.
 */
import type { TrainingSettings } from '../document/schema.ts';
import type { ClipSettings, Ratio, Surrogate } from './surrogate.ts';

const WHOLE = { clipped: false, dualClipped: false, outside: false } as const;

export function cispoSurrogate(
  logprob: number,
  ratio: Ratio,
  advantage: number,
  { clip, clipHigher }: Pick<ClipSettings, 'clip' | 'clipHigher'>,
): Surrogate {
  const above = clipHigher === 0 ? clip : clipHigher;
  const weight = Math.min(1 + above, Math.max(1 - clip, ratio.value));
  return { ...WHOLE, loss: -advantage * weight * logprob, slope: -advantage * weight, outside: weight !== ratio.value };
}

export function sapoSurrogate({ value, clamped }: Ratio, advantage: number, { positive, negative }: TrainingSettings['sapo']): Surrogate {
  const steepness = advantage > 0 ? positive : negative;
  const gate = 1 / (1 + Math.exp(-steepness * (value - 1)));
  const slope = clamped ? 0 : -advantage * 4 * gate * (1 - gate) * value;
  return { ...WHOLE, loss: (-advantage * 4 * gate) / steepness, slope };
}

/** `logprob` is the new one; its own and the old probability tell how far the policy has moved. */
export function dppoSurrogate(
  logprob: number,
  oldLogprob: number,
  ratio: Ratio,
  advantage: number,
  divergence: 'tv' | 'kl',
  { clip, clipHigher }: Pick<ClipSettings, 'clip' | 'clipHigher'>,
): Surrogate {
  const limit = advantage > 0 && clipHigher !== 0 ? clipHigher : clip;
  const [now, then] = [Math.exp(logprob), Math.exp(oldLogprob)];
  const moved = divergence === 'tv' ? Math.abs(now - then) : twoWayKl(then, now);
  const outside = moved > limit;
  const clipped = outside && advantage !== 0 && advantage > 0 === now > then;
  const loss = clipped ? 0 : -advantage * ratio.value;
  return { ...WHOLE, loss, slope: ratio.clamped ? 0 : loss, clipped, outside };
}

/** KL(p‖q) of the choice between a token and all others, nats; p and q are what the token has of either. */
export function twoWayKl(p: number, q: number): number {
  const part = (a: number, b: number) => (a <= 0 ? 0 : a * Math.log(a / b));
  return part(p, q) + part(1 - p, 1 - q);
}

/** No clip: the ratio itself. */
export function unclippedSurrogate({ value, clamped }: Ratio, advantage: number): Surrogate {
  return { ...WHOLE, loss: -advantage * value, slope: clamped ? 0 : -advantage * value };
}
