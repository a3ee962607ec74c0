/** The losses of TRL's own functions on the same tensors (`make_trl.py`), and their derivatives; and where TRL's are others. */
import { describe, expect, it } from 'vitest';
import { klEstimate } from '../../../../src/core/objectives/kl.ts';
import { policyObjective, type PolicyBatch } from '../../../../src/core/objectives/policy.ts';
import { topEntropyTokens } from '../../../../src/core/objectives/tokenChoice.ts';
import { expectClose, golden, settingsOf } from './support.ts';

interface Case {
  readonly settings: object;
  readonly batch: PolicyBatch & Readonly<Record<'entropies' | 'refLogprobs' | 'weights' | 'lengths', number[]>>;
  readonly loss: number;
  readonly dLogprobs: number[];
  readonly dEntropies: number[];
}
const trl = golden('trl.json') as { readonly losses: Record<string, Case>; readonly differ: Record<string, Case> };

function ours({ settings: changes, batch }: Case) {
  const settings = settingsOf(changes);
  const silenced = topEntropyTokens(batch.entropies, settings.topEntropy, batch.weights).map((chosen) => 1 - chosen);
  return policyObjective({ ...batch, silenced }, settings);
}

describe('TRL’s loss is ours', () => {
  it.each(Object.entries(trl.losses))('%s', (name, theirs) => {
    const found = ours(theirs);
    expect(Math.abs(found.loss - theirs.loss)).toBeLessThan(1e-12);
    expectClose(found.dLogprobs, theirs.dLogprobs, 1e-6, name);
    expectClose(found.dEntropies, theirs.dEntropies, 1e-6, name);
  });

  it('is bent by the rollout correction where the ratio is beyond the cap, and there alone', () => {
    for (const level of ['token', 'sequence']) {
      const [truncate, mask] = ['truncate', 'mask'].map((above) => ours(trl.losses[`${level}_${above}, token mean`]!).metrics);
      for (const metrics of [truncate!, mask!]) expect(metrics.rollout_capped_frac).toBeGreaterThan(0);
      for (const metrics of [truncate!, mask!]) expect(metrics.rollout_capped_frac).toBeLessThan(1);
      expect(mask!.rollout_weight).toBeLessThan(truncate!.rollout_weight);
    }
  });
});

describe('TRL’s loss differs from ours', () => {
  const { differ } = trl;

  it('by an entropy bonus that is a mean over tokens, however the loss is aggregated', () => {
    const theirs = differ['entropy bonus, message mean']!;
    const found = ours(theirs);
    expectClose(found.dLogprobs, theirs.dLogprobs, 1e-6);
    const tokens = theirs.dEntropies.length;
    expectClose(
      theirs.dEntropies,
      theirs.dEntropies.map(() => -0.05 / tokens),
      1e-12,
    );
    // Ours is a mean over messages of each one's mean, as the loss.
    const { lengths } = theirs.batch;
    const means = lengths.flatMap((length) => Array<number>(length).fill(-0.05 / (length * lengths.length)));
    expectClose(found.dEntropies, means, 1e-7);
    const bonus = (weights: readonly number[]) => weights.reduce((sum, weight, token) => sum + weight * theirs.batch.entropies[token]!, 0);
    expect(found.loss - bonus(means)).toBeCloseTo(theirs.loss - bonus(theirs.dEntropies), 12);
  });

  it('by an entropy bonus of the top-entropy tokens alone', () => {
    const theirs = differ['entropy bonus, top entropy']!;
    const found = ours(theirs);
    expectClose(found.dLogprobs, theirs.dLogprobs, 1e-6);
    const top = topEntropyTokens(theirs.batch.entropies, 0.4);
    const chosen = top.reduce((sum, one) => sum + one, 0);
    expectClose(
      theirs.dEntropies,
      Array.from(top, (one) => (one ? -0.05 / chosen : 0)),
      1e-12,
    );
    expectClose(
      found.dEntropies,
      Array.from(top, () => -0.05 / top.length),
      1e-7,
    );
  });

  it('by messages that are masked and still counted in the mean over messages', () => {
    const theirs = differ['truncated messages masked, message mean']!;
    const found = ours(theirs);
    expect(found.loss * (4 / 6)).toBeCloseTo(theirs.loss, 12);
    expectClose(
      Array.from(found.dLogprobs, (slope) => slope * (4 / 6)),
      theirs.dLogprobs,
      1e-6,
    );
  });

  it('by the value of a KL with bias correction; its derivative at the first step is that of our k2', () => {
    const theirs = differ['KL with bias correction, at the first step']!;
    const found = ours(theirs);
    expectClose(found.dLogprobs, theirs.dLogprobs, 1e-6);
    const { logprobs, refLogprobs } = theirs.batch;
    const mean = (estimator: 'k2' | 'k3') =>
      refLogprobs.reduce((sum, ref, t) => sum + klEstimate(estimator, logprobs[t]! - ref), 0) / refLogprobs.length;
    expect(theirs.loss - found.loss).toBeCloseTo(0.1 * (mean('k3') - mean('k2')), 12);
    expect(Math.abs(mean('k3') - mean('k2'))).toBeGreaterThan(0.01);
  });

  it('by the value of RLOO’s loss at the first step, not by its derivative', () => {
    const theirs = differ['RLOOTrainer, at the first step']!;
    expectClose(ours(theirs).dLogprobs, theirs.dLogprobs, 1e-6);
    const { advantages, lengths } = theirs.batch;
    const ends = lengths.map((_, message) => lengths.slice(0, message + 1).reduce((sum, length) => sum + length, 0));
    // Theirs is −ρA with ρ = 1, ours −ℓA.
    expect(theirs.loss).toBeCloseTo(-ends.reduce((sum, end) => sum + advantages[end - 1]!, 0) / lengths.length, 12);
  });
});
