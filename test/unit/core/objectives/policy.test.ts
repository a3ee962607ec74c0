/** The policy objectives: on policy, clipped, decoupled, and given too little. */
import { describe, expect, it } from 'vitest';
import { usesRatio } from '../../../../src/core/document/derived.ts';
import { ALGORITHMS } from '../../../../src/core/document/trainingSchema.ts';
import { weightTotal } from '../../../../src/core/objectives/decisions.ts';
import { meanKl } from '../../../../src/core/objectives/kl.ts';
import { policyObjective } from '../../../../src/core/objectives/policy.ts';
import { decisionsOf, everything, expectClose, type FullBatch, oneToken, randomBatch, settingsOf } from './support.ts';

const LEVELS = ['token', 'message'] as const;
const NORMALIZATIONS = ['sum', 'token', 'word'] as const;
const CLIPPED = ALGORITHMS.filter((algorithm) => usesRatio({ algorithm }));
const plain = (changes: object) => settingsOf({ klCoef: 0, entropyCoef: 0, ...changes });
const onPolicy = (batch: FullBatch): FullBatch => ({ ...batch, oldLogprobs: batch.logprobs, proxLogprobs: batch.logprobs });

describe('the first pass after a rollout', () => {
  const cases = ALGORITHMS.flatMap((algorithm) =>
    LEVELS.flatMap((ratioLevel) =>
      NORMALIZATIONS.flatMap((logprobNormalization) =>
        [false, true].map((enabled) => ({ algorithm, ratioLevel, logprobNormalization, decoupled: { enabled } })),
      ),
    ),
  );
  it('has ratio 1, KL 0, nothing clipped or dropped, and is the plain policy gradient, for every algorithm', () => {
    cases.forEach((changes, seed) => {
      const settings = plain({ dualClip: 1.01, clipHigher: 0.01, ...changes });
      const batch = onPolicy(randomBatch(seed, settings));
      const { metrics, dLogprobs } = policyObjective(batch, settings);
      const total = weightTotal(batch, settings);
      const expected = new Float32Array(batch.logprobs.length);
      for (const { start, end, weight, divisor } of decisionsOf(batch, settings))
        expected.fill((-batch.advantages[start]! * weight) / total / divisor, start, end);
      expectClose(dLogprobs, expected, 1e-7, JSON.stringify(settings));
      expect(metrics.ratio_mean).toBeCloseTo(1, 12);
      expect(metrics.behave_weight).toBeCloseTo(1, 12);
      expect(metrics).toMatchObject({
        ppo_kl: 0,
        behave_kl: 0,
        pg_clipfrac: 0,
        dual_clipfrac: 0,
        ratio_clipfrac: 0,
        capped_frac: 0,
        ratio_clamped: 0,
      });
    });
  });
  it('adds the terms of entropy and KL to that, each token of a message its part', () => {
    cases.forEach((changes, seed) => {
      const settings = settingsOf({ entropyCoef: 0.03, klCoef: 0.2, klEstimator: 'k2', ...changes });
      const batch = onPolicy(randomBatch(seed, settings));
      const [with_, without] = [policyObjective(batch, settings), policyObjective(batch, { ...settings, entropyCoef: 0, klCoef: 0 })];
      const total = weightTotal(batch, settings);
      for (const { start, end, weight } of decisionsOf(batch, settings))
        for (let t = start; t < end; t++) {
          const share = weight / total / (end - start);
          expect(with_.dLogprobs[t]! - without.dLogprobs[t]!).toBeCloseTo(share * 0.2 * (batch.logprobs[t]! - batch.refLogprobs[t]!), 6);
          expect(with_.dEntropies[t]).toBeCloseTo(-share * 0.03, 7);
        }
      const { entropy, kl_loss } = with_.metrics;
      expect(with_.loss).toBeCloseTo(without.loss - 0.03 * entropy + 0.2 * kl_loss, 12);
    });
  });
});

describe('clips', () => {
  it.each([
    // log-ratio, advantage, whether the clip has removed the derivative
    [0.5, 1, true],
    [0.5, -1, false],
    [-0.5, 1, false],
    [-0.5, -1, true],
    [0.1, 1, false],
  ])('log-ratio %s with advantage %s', (logRatio, advantage, clipped) => {
    const { dLogprobs, metrics } = policyObjective(oneToken({ oldLogprobs: [-1 - logRatio], advantages: [advantage] }), plain({}));
    if (clipped) expect(Array.from(dLogprobs)).toEqual([0]);
    else expect(dLogprobs[0]).toBeCloseTo(-advantage * Math.exp(logRatio), 6);
    expect(metrics.pg_clipfrac).toBe(clipped ? 1 : 0);
  });
  it('on the boundary itself the derivative is there', () => {
    // A ratio of 2 to the last bit.
    const boundary = oneToken({ logprobs: [Math.LN2], oldLogprobs: [0] });
    const { dLogprobs, metrics } = policyObjective(boundary, plain({ clip: 1 }));
    expect(Math.exp(Math.LN2)).toBe(2);
    expect(Array.from(dLogprobs)).toEqual([-2]);
    expect(metrics).toMatchObject({ pg_clipfrac: 0, ratio_clipfrac: 0 });
    const dual = policyObjective({ ...boundary, advantages: [-1] }, plain({ dualClip: 2 }));
    expect(Array.from(dual.dLogprobs)).toEqual([2]);
    expect(dual.metrics.dual_clipfrac).toBe(0);
  });
  it('an upper half-width equal to the lower, or 0, is the symmetric clip', () => {
    for (const algorithm of CLIPPED) {
      const settings = everything({ algorithm, clip: 0.15, clipHigher: 0 });
      const batch = randomBatch(14, settings);
      expect(policyObjective(batch, { ...settings, clipHigher: 0.15 })).toEqual(policyObjective(batch, settings));
    }
  });
  it('a higher upper edge lets good decisions go further, and changes nothing of bad ones', () => {
    const run = (advantage: number, clipHigher: number) =>
      policyObjective(oneToken({ oldLogprobs: [-1.25], advantages: [advantage] }), plain({ clipHigher }));
    expect(run(1, 0).dLogprobs[0]).toBe(0);
    expect(run(1, 0.3).dLogprobs[0]).toBeCloseTo(-Math.exp(0.25), 6);
    expect(run(-1, 0.3).dLogprobs).toEqual(run(-1, 0).dLogprobs);
    expect([run(1, 0).metrics.ratio_clipfrac, run(1, 0.3).metrics.ratio_clipfrac]).toEqual([1, 0]);
  });
  it('the dual clip bounds the loss of bad decisions by c·|A|, and changes nothing of good ones', () => {
    const run = (advantage: number, dualClip: number) =>
      policyObjective(oneToken({ oldLogprobs: [-4], advantages: [advantage] }), plain({ dualClip }));
    expect(run(-2, 0).loss).toBeCloseTo(2 * Math.exp(3), 6);
    expect(run(-2, 3).loss).toBe(6);
    expect(run(-2, 3).dLogprobs[0]).toBe(0);
    expect(run(-2, 3).metrics).toMatchObject({ dual_clipfrac: 1, pg_clipfrac: 0 });
    expect(run(2, 3)).toEqual(run(2, 0));
  });
  it('holds extreme log-ratios, says so, and stays finite', () => {
    for (const algorithm of ALGORITHMS)
      for (const enabled of [false, true])
        for (const distance of [1e4, -1e4, 700]) {
          const extreme = oneToken({
            logprobs: [distance],
            oldLogprobs: [-distance],
            proxLogprobs: [0],
            advantages: [-1],
            refLogprobs: [-distance],
          });
          const { loss, dLogprobs, metrics } = policyObjective(extreme, settingsOf({ algorithm, klCoef: 1, decoupled: { enabled } }));
          expect([loss, dLogprobs[0], ...Object.values(metrics)].every((x) => Number.isFinite(x))).toBe(true);
          expect(dLogprobs[0]).toBe(usesRatio({ algorithm }) ? 0 : 1);
          expect(metrics.ratio_clamped).toBe(1);
        }
  });
  it('shows NaN instead of hiding it', () => {
    for (const algorithm of ALGORITHMS) expect(policyObjective(oneToken({ logprobs: [Number.NaN] }), plain({ algorithm })).loss).toBeNaN();
  });
});

describe('the decoupled loss', () => {
  const decoupled = (algorithm: string, weightCap: number) => plain({ algorithm, decoupled: { enabled: true, weightCap } });

  it('drops decisions above the cap and keeps them in the denominator', () => {
    for (const algorithm of CLIPPED) {
      const settings = decoupled(algorithm, 1.1);
      const batch = randomBatch(15, settings);
      const capped = policyObjective(batch, settings);
      const heavy = decisionsOf(batch, settings).filter(({ start, end, divisor }) => {
        let distance = 0;
        for (let t = start; t < end; t++) distance += batch.proxLogprobs[t]! - batch.oldLogprobs[t]!;
        return Math.exp(distance / divisor) > 1.1;
      });
      expect(heavy.length).toBeGreaterThan(0);
      // The same without the cap and with advantage 0 where it is exceeded.
      const advantages = batch.advantages.slice();
      for (const { start, end } of heavy) advantages.fill(0, start, end);
      const zeroed = policyObjective({ ...batch, advantages }, decoupled(algorithm, 0));
      expect(capped.loss).toBeCloseTo(zeroed.loss, 14);
      expectClose(capped.dLogprobs, zeroed.dLogprobs, 1e-9);
      const total = weightTotal(batch, settings);
      expect(capped.metrics.capped_frac).toBeCloseTo(
        heavy.reduce((sum, { weight }) => sum + weight / total, 0),
        12,
      );
      expect(capped.metrics.behave_weight).toBeLessThan(zeroed.metrics.behave_weight);
      expect(capped.metrics.behave_kl).toBe(zeroed.metrics.behave_kl);
    }
  });
  it('takes entropy and KL to the base from dropped decisions too', () => {
    const batch = oneToken({ oldLogprobs: [-3], proxLogprobs: [-1], refLogprobs: [-2], entropies: [0.7] });
    const settings = settingsOf({ klCoef: 0.5, klEstimator: 'k2', entropyCoef: 0.1, decoupled: { enabled: true, weightCap: 5 } });
    const { loss, dLogprobs, dEntropies, metrics } = policyObjective(batch, settings);
    expect(metrics).toMatchObject({ capped_frac: 1, behave_weight: 0, pg_loss: 0 });
    expect(loss).toBeCloseTo(0.25 - 0.07, 12);
    expect([dLogprobs[0], dEntropies[0]]).toEqual([0.5, Math.fround(-0.1)]);
  });
  it('with the behaviour policy as the proximal one is the ordinary loss', () => {
    for (const algorithm of CLIPPED) {
      const settings = everything({ algorithm, decoupled: { enabled: false } });
      const batch = randomBatch(16, settings);
      const same = { ...batch, proxLogprobs: batch.oldLogprobs };
      expect(policyObjective(same, { ...settings, decoupled: { enabled: true, weightCap: 5 } })).toEqual(policyObjective(batch, settings));
    }
  });
  it('measures ratio and KL from the proximal policy, and the proximal from the behaviour', () => {
    const settings = decoupled('tppo', 0);
    const { logprobs, proxLogprobs, oldLogprobs, weights, ...rest } = randomBatch(17, settings);
    const { metrics } = policyObjective({ logprobs, proxLogprobs, oldLogprobs, weights, ...rest }, settings);
    const between = (p: Float64Array, q: Float64Array) => meanKl({ logprobs: p, otherLogprobs: q, estimator: 'k3', weights }).kl;
    expect(metrics.ppo_kl).toBeCloseTo(between(proxLogprobs, logprobs), 12);
    expect(metrics.behave_kl).toBeCloseTo(between(oldLogprobs, proxLogprobs), 12);
  });
});

describe('mistakes of the caller', () => {
  it('are refused', () => {
    expect(() => policyObjective(oneToken(), settingsOf({ klCoef: 0.1 }))).toThrow('base');
    expect(() => policyObjective(oneToken(), settingsOf({ decoupled: { enabled: true } }))).toThrow('proximal');
    expect(() => policyObjective(oneToken(), settingsOf({ algorithm: 'appo', logprobNormalization: 'word' }))).toThrow('words');
    expect(() => policyObjective(oneToken({ advantages: [] }), plain({}))).toThrow(RangeError);
    expect(() => policyObjective(oneToken({ lengths: [2] }), plain({}))).toThrow('2 tokens');
    const two = { logprobs: [-1, -1], oldLogprobs: [-1, -1], entropies: [0, 0], lengths: [2] };
    const appo = plain({ algorithm: 'appo' });
    expect(() => policyObjective({ ...two, advantages: [1, 2] }, appo)).toThrow('advantage of a message');
    expect(() => policyObjective({ ...two, advantages: [1, 1], weights: [1, 0] }, appo)).toThrow('weight of a message');
  });
});
