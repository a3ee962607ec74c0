/** The critic's loss, supervised learning and the KL monitor. */
import { describe, expect, it } from 'vitest';
import { meanKl } from '../../../../src/core/objectives/kl.ts';
import { supervisedObjective } from '../../../../src/core/objectives/supervised.ts';
import { errorLoss, valueObjective } from '../../../../src/core/objectives/value.ts';
import type { ValueInput } from '../../../../src/core/objectives/value.ts';
import { Cases } from '../episode/support.ts';

const one = (changes: Partial<ValueInput>) =>
  valueObjective({ values: [0], oldValues: [0], returns: [1], valueClip: 0, huberDelta: 0, ...changes });

describe('valueObjective', () => {
  it('keeps the derivative where clipping does not make the loss larger', () => {
    // Moved away from the old value but towards the return: the clipped loss is larger, the derivative zero.
    const towards = one({ values: [0.5], valueClip: 0.2 });
    expect(towards.loss).toBeCloseTo(0.32, 12);
    expect(towards.metrics.vf_clipfrac).toBe(1);
    expect(Array.from(towards.dValues)).toEqual([0]);
    // Moved away from the return: the plain loss is larger, so it is corrected.
    expect(one({ values: [-0.5], valueClip: 0.2 }).dValues[0]).toBeCloseTo(-1.5, 6);
    expect(one({ values: [0.5] }).dValues[0]).toBeCloseTo(-0.5, 6);
  });
  it('of δ 0 is the square, as of a δ that no error reaches; beyond δ the slope is ±δ on either side', () => {
    const cases = new Cases(1);
    const input = { values: cases.array(20, -2, 2), oldValues: cases.array(20, -2, 2), returns: cases.array(20, -2, 2), valueClip: 0.3 };
    expect(valueObjective({ ...input, huberDelta: 0 })).toEqual(valueObjective({ ...input, huberDelta: 100 }));
    expect([errorLoss(3, 0.5).slope, errorLoss(-3, 0.5).slope]).toEqual([0.5, -0.5]);
    for (const e of [-3, -0.6, -0.2, 0.4, 2]) expect(errorLoss(e, 0.5).loss).toBe(errorLoss(-e, 0.5).loss);
  });
  it('with R1’s sign error neither loss nor derivative is left where the value is too high by more than δ', () => {
    const high = { values: [3], huberDelta: 0.5, huberSignBug: true };
    expect(one(high)).toMatchObject({ loss: 0, metrics: { vf_loss: 0 } });
    expect(one(high).dValues[0]).toBeCloseTo(0, 12);
    expect(one({ ...high, values: [-3] })).toEqual(one({ ...high, values: [-3], huberSignBug: false }));
  });
  it('of parts adds up to that of the whole, and weight 0 is never looked at', () => {
    const cases = new Cases(2);
    const [values, oldValues, returns] = [cases.array(10, -2, 2), cases.array(10, -2, 2), cases.array(10, -2, 2)];
    const weights = cases.array(10, 0, 2).map((w) => (w < 0.5 ? 0 : w));
    const normalizer = weights.reduce((a, b) => a + b, 0);
    const poisoned = returns.map((x, t) => (weights[t] === 0 ? Number.NaN : x));
    const part = (from: number, to: number) =>
      valueObjective({
        values: values.slice(from, to),
        oldValues: oldValues.slice(from, to),
        returns: poisoned.slice(from, to),
        weights: weights.slice(from, to),
        normalizer,
        valueClip: 0.3,
        huberDelta: 0.5,
      });
    const whole = valueObjective({ values, oldValues, returns, weights, valueClip: 0.3, huberDelta: 0.5 });
    const [a, b] = [part(0, 4), part(4, 10)];
    expect(a.loss + b.loss).toBeCloseTo(whole.loss, 12);
    expect(a.metrics.vf_clipfrac + b.metrics.vf_clipfrac).toBeCloseTo(whole.metrics.vf_clipfrac, 12);
    expect([...a.dValues, ...b.dValues]).toEqual([...whole.dValues]);
  });
});

describe('supervisedObjective', () => {
  it('is the weighted mean of −logp', () => {
    const { loss, metrics, dLogprobs } = supervisedObjective({ logprobs: [-1, -3, Number.NaN], weights: [1, 3, 0] });
    expect(loss).toBe(2.5);
    expect(metrics.perplexity).toBeCloseTo(Math.exp(2.5), 10);
    expect(Array.from(dLogprobs)).toEqual([-0.25, -0.75, 0]);
  });
});

describe('meanKl', () => {
  it('by k1 one token that became unlikely stays a small part of the mean, by k3 it is nearly all of it', () => {
    // 1000 tokens at a tenth of a nat, and one that the base finds e^6.4 times likelier: k3 of it is 594 nats.
    const logprobs = Array.from({ length: 1001 }, (_, t) => (t === 0 ? -6.4 : -0.1));
    const otherLogprobs = Array.from({ length: 1001 }, (_, t) => (t === 0 ? 0 : -0.2));
    const without = { logprobs: logprobs.slice(1), otherLogprobs: otherLogprobs.slice(1) };
    const moved = (estimator: 'k1' | 'k3') =>
      Math.abs(meanKl({ logprobs, otherLogprobs, estimator }).kl - meanKl({ ...without, estimator }).kl);
    expect(moved('k1')).toBeLessThan(0.01);
    expect(moved('k3')).toBeGreaterThan(0.5);
  });

  it('is 0 between equal policies; k1 changes sign with the direction', () => {
    const [p, q] = [
      [-1, -2, -0.5],
      [-1.5, -1, -0.4],
    ];
    for (const estimator of ['k1', 'k2', 'k3'] as const)
      expect(meanKl({ logprobs: p, otherLogprobs: p, estimator })).toEqual({ kl: 0, clamped: 0 });
    const forward = meanKl({ logprobs: p, otherLogprobs: q, estimator: 'k1' }).kl;
    expect(forward).toBeCloseTo((0.5 - 1 - 0.1) / 3, 12);
    expect(meanKl({ logprobs: q, otherLogprobs: p, estimator: 'k1' }).kl).toBeCloseTo(-forward, 12);
  });
  it('weights, adds up over parts, and counts what it holds at ±20', () => {
    const input = { logprobs: [-1, -2, Number.NaN, 0], otherLogprobs: [-2, -2, 0, -100], weights: [1, 3, 0, 1] };
    expect(meanKl({ ...input, estimator: 'k2' })).toEqual({ kl: (0.5 + 200) / 5, clamped: 1 });
    const part = (from: number, to: number) =>
      meanKl({
        logprobs: input.logprobs.slice(from, to),
        otherLogprobs: input.otherLogprobs.slice(from, to),
        weights: input.weights.slice(from, to),
        estimator: 'k3',
        normalizer: 5,
      }).kl;
    expect(part(0, 1) + part(1, 4)).toBeCloseTo(part(0, 4), 12);
  });
});
