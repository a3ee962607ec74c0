/** What is made of the ratio other than PPO's clip: on policy, far from it, and which tokens are picked. */
import { describe, expect, it } from 'vitest';
import { POLICY_LOSSES } from '../../../../src/core/document/trainingSchema.ts';
import { pickedByCovariance } from '../../../../src/core/objectives/covariance.ts';
import { policyObjective } from '../../../../src/core/objectives/policy.ts';
import { twoWayKl } from '../../../../src/core/objectives/policyLosses.ts';
import { topEntropyTokens, withinSecondMoment } from '../../../../src/core/objectives/tokenChoice.ts';
import { keyFor } from '../../../../src/core/random/streams.ts';
import { expectClose, oneToken, randomBatch, settingsOf } from './support.ts';

const KEY = keyFor(1, 14);

describe.each(POLICY_LOSSES)('%s', (policyLoss) => {
  it('at ratio 1 pushes as the plain gradient does', () => {
    const settings = settingsOf({ policyLoss, klCoef: 0 });
    const batch = randomBatch(7, settings);
    const onPolicy = { ...batch, oldLogprobs: batch.logprobs };
    const plain = policyObjective(onPolicy, settingsOf({ algorithm: 'reinforce', klCoef: 0 }));
    expectClose(policyObjective(onPolicy, settings).dLogprobs, plain.dLogprobs, 1e-7);
  });
  it('is not read by REINFORCE', () => {
    const batch = randomBatch(8, settingsOf({}));
    const plain = settingsOf({ algorithm: 'reinforce' });
    expect(policyObjective(batch, { ...plain, policyLoss })).toEqual(policyObjective(batch, plain));
  });
});

describe('far from the old policy', () => {
  const run = (policyLoss: string, logRatio: number, advantage: number, changes: object = {}) =>
    policyObjective(
      oneToken({ logprobs: [-0.5], oldLogprobs: [-0.5 - logRatio], advantages: [advantage] }),
      settingsOf({ policyLoss, ...changes }),
    );
  it('CISPO keeps a gradient where PPO has none, of bounded weight', () => {
    expect(run('clip', 1, 2).dLogprobs[0]).toBe(0);
    expect(run('cispo', 1, 2, { clip: 0.2 }).dLogprobs[0]).toBeCloseTo(-2.4, 6);
    expect(run('cispo', -3, 2, { clip: 0.2 }).dLogprobs[0]).toBeCloseTo(-1.6, 6);
    expect(run('cispo', 1, 2).metrics).toMatchObject({ pg_clipfrac: 0, ratio_clipfrac: 1 });
  });
  it('SAPO lets the push of either sign fade, the faster the steeper its gate', () => {
    const push = (negative: number) => run('sapo', 1, -1, { sapo: { positive: 1, negative } }).dLogprobs[0] ?? Number.NaN;
    expect(push(1)).toBeGreaterThan(push(3));
    expect(push(3)).toBeGreaterThan(0);
    expect(run('sapo', 1, 1).dLogprobs[0]).toBeGreaterThan(-Math.E);
  });
  it('DPPO goes by probabilities: a rare token may become many times likelier, a frequent one may not', () => {
    const rare = { logprobs: [Math.log(0.003)], oldLogprobs: [Math.log(0.001)] };
    const frequent = { logprobs: [Math.log(0.9)], oldLogprobs: [Math.log(0.7)] };
    for (const policyLoss of ['dppo_tv', 'dppo_kl'] as const) {
      const settings = settingsOf({ policyLoss, clip: policyLoss === 'dppo_tv' ? 0.15 : 0.05 });
      expect(policyObjective(oneToken(rare), settings).dLogprobs[0]).toBeCloseTo(-3, 5);
      expect(policyObjective(oneToken(frequent), settings)).toMatchObject({ loss: 0, metrics: { pg_clipfrac: 1, ratio_clipfrac: 1 } });
      // Back towards the old policy it may go.
      expect(policyObjective(oneToken({ ...frequent, advantages: [-1] }), settings).dLogprobs[0]).toBeGreaterThan(0);
    }
  });
  it('the two-way KL is 0 of equals, above 0 of others, and without bound where nothing is left of what there was', () => {
    expect(twoWayKl(0.3, 0.3)).toBe(0);
    expect(twoWayKl(0.3, 0.4)).toBeCloseTo(0.3 * Math.log(3 / 4) + 0.7 * Math.log(7 / 6), 14);
    expect(twoWayKl(0.3, 1)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('tokens picked by covariance', () => {
  const tokens = { logprobs: [-1, -2, -3, -4], anchorLogprobs: [-1, -2, -3, -4], advantages: [2, 1, -1, -2] };
  it('KL-Cov takes the largest, one at least', () => {
    const settings = (share: number) => settingsOf({ policyLoss: 'kl_cov', covariance: { share } });
    expect(Array.from(pickedByCovariance(tokens, settings(0.01), KEY))).toEqual([1, 0, 0, 0]);
    expect(Array.from(pickedByCovariance(tokens, settings(0.5), KEY))).toEqual([1, 0, 0, 1]);
  });
  it('Clip-Cov draws, by its key, from those between its ends that PPO’s clip has left', () => {
    const settings = settingsOf({ policyLoss: 'clip_cov', covariance: { share: 0.25, low: 0, high: 10 } });
    const drawn = Array.from({ length: 40 }, (_, seed) => Array.from(pickedByCovariance(tokens, settings, keyFor(seed, 14))));
    expect(new Set(drawn.map((one) => one.indexOf(1)))).toEqual(new Set([0, 1, 2, 3]));
    expect(drawn.every((one) => one.filter(Boolean).length === 1)).toBe(true);
    expect(pickedByCovariance(tokens, settings, KEY)).toEqual(pickedByCovariance(tokens, settings, KEY));
    // All but the second are clipped already.
    const clipped = { ...tokens, anchorLogprobs: [-2, -2, -2, -3] };
    expect(Array.from(pickedByCovariance(clipped, settings, KEY))).toEqual([0, 1, 0, 0]);
  });
  it('none of what has no weight, and nothing of nothing', () => {
    const settings = settingsOf({ policyLoss: 'kl_cov', covariance: { share: 1 } });
    expect(Array.from(pickedByCovariance({ ...tokens, weights: [1, 0, 1, 0] }, settings, KEY))).toEqual([1, 0, 1, 0]);
    expect(Array.from(pickedByCovariance({ ...tokens, weights: [0, 0, 0, 0] }, settings, KEY))).toEqual([0, 0, 0, 0]);
  });
});

describe('tokens chosen before a step', () => {
  it('of most entropy: at and above the interpolated quantile', () => {
    expect(Array.from(topEntropyTokens([0, 1, 2, 3, 4], 0.5))).toEqual([0, 0, 1, 1, 1]);
    expect(Array.from(topEntropyTokens([0, 1, 2, 3], 0.5))).toEqual([0, 0, 1, 1]);
    expect(Array.from(topEntropyTokens([5, 1, 2, 3], 0.5, [0, 1, 1, 1]))).toEqual([0, 0, 1, 1]);
    expect(Array.from(topEntropyTokens([1, 1], 0.5, [0, 0]))).toEqual([0, 0]);
  });
  it('a silenced token counts in the mean and pushes nothing', () => {
    const settings = settingsOf({ topEntropy: 0.5, klCoef: 0 });
    const batch = randomBatch(9, settings);
    const all = policyObjective(batch, settings);
    const silenced = batch.logprobs.map((_, t) => t % 2);
    const half = policyObjective({ ...batch, silenced }, settings);
    expectClose(
      half.dLogprobs,
      all.dLogprobs.map((d, t) => (t % 2 === 1 ? 0 : d)),
      1e-9,
    );
    expect(half.metrics.ppo_kl).toBe(all.metrics.ppo_kl);
  });
  it('within the second moment: the largest go first, until the others’ mean square is below it', () => {
    const ratios = [0.1, -1, 0.2, 2];
    expect(Array.from(withinSecondMoment(ratios, 10))).toEqual([1, 1, 1, 1]);
    expect(Array.from(withinSecondMoment(ratios, 1))).toEqual([1, 1, 1, 0]);
    expect(Array.from(withinSecondMoment(ratios, 0.03))).toEqual([1, 0, 1, 0]);
    // As in AReaL one token stays whatever it is.
    expect(Array.from(withinSecondMoment(ratios, 1e-9))).toEqual([1, 0, 0, 0]);
    expect(Array.from(withinSecondMoment(ratios, 1, [0, 1, 0, 0]))).toEqual([0, 1, 0, 0]);
    expect(Array.from(withinSecondMoment([3, 3], 1, [0, 0]))).toEqual([0, 0]);
  });
});
