import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { klEstimate, klSlope } from '../../../src/core/objectives/kl.ts';
import { messagePolicyObjective, policyObjective } from '../../../src/core/objectives/policy.ts';
import type { TokenPolicyInput } from '../../../src/core/objectives/policy.ts';
import { supervisedObjective } from '../../../src/core/objectives/supervised.ts';
import { errorLoss, valueObjective } from '../../../src/core/objectives/value.ts';
import type { ValueInput } from '../../../src/core/objectives/value.ts';
import { Cases } from './support.ts';

const golden = (path: string) => JSON.parse(readFileSync(new URL(`../../golden/${path}`, import.meta.url), 'utf8'));
/** Computed by running MARFT's original losses (R1). */
const vectors = golden('marft-vectors.json');

/** Central differences of `loss` by every entry of `x`. */
function differences(x: Float64Array, loss: (x: Float64Array) => number, h = 1e-6): number[] {
  return Array.from(x, (_, i) => {
    const moved = (by: number) => loss(x.map((v, j) => (i === j ? v + by : v)));
    return (moved(h) - moved(-h)) / (2 * h);
  });
}

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number) {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) expect(Math.abs(actual[i]! - expected[i]!)).toBeLessThan(tolerance);
}

describe('policyObjective against R1', () => {
  it('V4: token level', () => {
    const v = vectors.V4_tppo_policy;
    const flat = (x: number[][][]) => x.flat(2);
    const { loss, metrics } = policyObjective({
      logprobs: flat(v.logp),
      oldLogprobs: flat(v.old),
      advantages: flat(v.adv),
      entropies: flat(v.ent),
      weights: flat(v.mask),
      clip: 0.2,
      entropyCoef: 0.01,
      klCoef: 0,
      klEstimator: 'k3',
    });
    expect(loss).toBeCloseTo(v.loss, 5);
    expect(metrics.ppo_kl).toBeCloseTo(v.approx_kl, 5);
    expect(metrics.entropy).toBeCloseTo(v.entropy, 5);
  });
  it('V3: message level', () => {
    const v = vectors.V3_appo_policy;
    const { loss, metrics } = messagePolicyObjective({
      logprobs: v.logp.flat(),
      oldLogprobs: v.old.flat(),
      advantages: v.adv.flat(),
      entropies: v.ent.flat(),
      lengths: [1, 1, 1, 1],
      clip: 0.2,
      entropyCoef: 0.01,
    });
    expect(loss).toBeCloseTo(v.loss, 5);
    expect(metrics.ppo_kl).toBeCloseTo(v.approx_kl, 5);
  });
});

describe('policyObjective against PyTorch', () => {
  it.each(['llama-tied', 'llama-untied-bf16', 'llama3-rope-f16', 'qwen2', 'qwen3'])('%s', (name) => {
    const expected = golden(`${name}/expected.json`);
    for (const adapter of Object.values<Record<string, any>>(expected.adapters)) {
      const { ppo } = adapter;
      const { loss, metrics } = policyObjective({
        logprobs: adapter.logprobs.flat(),
        oldLogprobs: ppo.old_logprobs.flat(),
        refLogprobs: expected.base.logprobs.flat(),
        advantages: ppo.advantages.flat(),
        entropies: adapter.entropy.flat(),
        weights: ppo.response_mask.flat(),
        clip: ppo.clip,
        entropyCoef: ppo.entropy_coef,
        klCoef: ppo.kl_ref_coef,
        klEstimator: 'k3',
      });
      expect(loss).toBeCloseTo(ppo.loss, 7);
      expect(metrics.pg_loss).toBeCloseTo(ppo.pg_loss, 7);
      expect(metrics.entropy).toBeCloseTo(ppo.entropy, 7);
      expect(metrics.kl_ref).toBeCloseTo(ppo.kl_ref_k3, 7);
      expect(metrics.ratio_clipfrac).toBeCloseTo(ppo.clip_fraction, 8);
    }
  });
});

/** A random batch whose ratios stay away from the kinks of the clip. */
function randomBatch(seed: number, count = 12) {
  const cases = new Cases(seed);
  const clip = 0.2;
  const logprobs = cases.array(count, -4, -0.1);
  const oldLogprobs = logprobs.map((logprob) => {
    for (;;) {
      const logRatio = cases.uniform(-0.6, 0.6);
      if (Math.abs(Math.abs(Math.exp(logRatio) - 1) - clip) > 1e-3) return logprob - logRatio;
    }
  });
  return {
    cases,
    clip,
    logprobs,
    oldLogprobs,
    refLogprobs: cases.array(count, -4, -0.1),
    advantages: cases.array(count, -2, 2),
    entropies: cases.array(count, 0, 3),
    weights: cases.array(count, 0, 2).map((w) => (w < 0.4 ? 0 : w)),
  };
}

describe('derivatives by finite differences', () => {
  it.each(['k1', 'k2', 'k3'] as const)('token policy with %s', (klEstimator) => {
    for (let seed = 0; seed < 10; seed++) {
      const { logprobs, entropies, ...rest } = randomBatch(seed);
      const input = { ...rest, entropyCoef: 0.03, klCoef: 0.2, klEstimator };
      const { dLogprobs, dEntropies } = policyObjective({ ...input, logprobs, entropies });
      expectClose(
        dLogprobs,
        differences(logprobs, (x) => policyObjective({ ...input, logprobs: x, entropies }).loss),
        1e-6,
      );
      expectClose(
        dEntropies,
        differences(entropies, (x) => policyObjective({ ...input, logprobs, entropies: x }).loss),
        1e-6,
      );
    }
  });
  it('message policy', () => {
    for (let seed = 0; seed < 10; seed++) {
      const { cases, logprobs, entropies, oldLogprobs } = randomBatch(seed);
      // Small per-token differences keep every message within the clip, one is far outside on each side.
      const old = oldLogprobs.map((_, t) => logprobs[t]! - (t < 3 ? 0.3 : t < 6 ? -0.3 : cases.uniform(-0.02, 0.02)));
      const input = { oldLogprobs: old, advantages: cases.array(4, -2, 2), lengths: [3, 3, 5, 1], clip: 0.2, entropyCoef: 0.03 };
      const { dLogprobs, dEntropies } = messagePolicyObjective({ ...input, logprobs, entropies });
      expectClose(
        dLogprobs,
        differences(logprobs, (x) => messagePolicyObjective({ ...input, logprobs: x, entropies }).loss),
        1e-6,
      );
      expectClose(
        dEntropies,
        differences(entropies, (x) => messagePolicyObjective({ ...input, logprobs, entropies: x }).loss),
        1e-6,
      );
    }
  });
  it.each<[number, number | null, boolean]>([
    [0, null, false],
    [0.2, null, false],
    [0.2, 0.5, false],
    [0, 0.5, true],
    [0.2, 0.5, true],
  ])('value with clip %s, δ %s, sign bug %s', (valueClip, huberDelta, huberSignBug) => {
    for (let seed = 0; seed < 10; seed++) {
      const { cases, weights } = randomBatch(seed);
      const values = cases.array(12, -2, 2);
      const input = {
        oldValues: values.map((v) => v + cases.uniform(-0.5, 0.5)),
        returns: cases.array(12, -2, 2),
        weights,
        valueClip,
        huberDelta,
        huberSignBug,
      };
      const { dValues } = valueObjective({ ...input, values });
      expectClose(
        dValues,
        differences(values, (x) => valueObjective({ ...input, values: x }).loss),
        1e-6,
      );
    }
  });
  it('supervised', () => {
    const { logprobs, weights } = randomBatch(3);
    const { dLogprobs } = supervisedObjective({ logprobs, weights });
    expectClose(
      dLogprobs,
      differences(logprobs, (x) => supervisedObjective({ logprobs: x, weights }).loss),
      1e-6,
    );
  });
  it.each(['k1', 'k2', 'k3'] as const)('the slope of %s', (estimator) => {
    for (const x of [-2, -0.1, 0.1, 3])
      expect(klSlope(estimator, x)).toBeCloseTo((klEstimate(estimator, x + 1e-6) - klEstimate(estimator, x - 1e-6)) / 2e-6, 5);
  });
});

describe('policyObjective', () => {
  const one = (changes: Partial<TokenPolicyInput> = {}) =>
    policyObjective({
      logprobs: [-1],
      oldLogprobs: [-1],
      advantages: [1],
      entropies: [0],
      clip: 0.2,
      entropyCoef: 0,
      klCoef: 0,
      klEstimator: 'k3',
      ...changes,
    });

  it('is the plain policy gradient on the first pass after a rollout', () => {
    const { metrics, dLogprobs } = policyObjective({
      logprobs: [-1, -2],
      oldLogprobs: [-1, -2],
      advantages: [3, -4],
      entropies: [1, 1],
      clip: 0.2,
      entropyCoef: 0,
      klCoef: 0,
      klEstimator: 'k3',
    });
    expect(Array.from(dLogprobs)).toEqual([-1.5, 2]);
    expect(metrics).toMatchObject({ ratio_mean: 1, ppo_kl: 0, pg_clipfrac: 0, ratio_clipfrac: 0, ratio_clamped: 0 });
  });
  it.each([
    // log-ratio, advantage, whether the clip has removed the derivative
    [0.5, 1, true],
    [0.5, -1, false],
    [-0.5, 1, false],
    [-0.5, -1, true],
    [0.1, 1, false],
  ])('log-ratio %s with advantage %s', (logRatio, advantage, clipped) => {
    const { dLogprobs, metrics } = one({ oldLogprobs: [-1 - logRatio], advantages: [advantage] });
    if (clipped) expect(Array.from(dLogprobs)).toEqual([0]);
    else expect(dLogprobs[0]).toBeCloseTo(-advantage * Math.exp(logRatio), 6);
    expect(metrics.pg_clipfrac).toBe(clipped ? 1 : 0);
  });
  it('on the boundary itself the derivative is there', () => {
    // A power of two, so that the ratio is exactly 1 + ε.
    const { dLogprobs, metrics } = one({ logprobs: [0], oldLogprobs: [0], clip: 0 });
    expect(Array.from(dLogprobs)).toEqual([-1]);
    expect(metrics.pg_clipfrac).toBe(0);
  });
  it('holds extreme log-ratios, says so, and stays finite', () => {
    for (const logRatio of [1e4, -1e4, 700]) {
      const { loss, dLogprobs, metrics } = one({
        logprobs: [logRatio],
        oldLogprobs: [0],
        advantages: [-1],
        refLogprobs: [-logRatio],
        klCoef: 1,
      });
      expect([loss, dLogprobs[0], metrics.ppo_kl, metrics.kl_ref].every((x) => Number.isFinite(x))).toBe(true);
      expect(Array.from(dLogprobs)).toEqual([0]);
      expect(metrics.ratio_clamped).toBe(1);
    }
  });
  it('never looks at tokens of weight 0', () => {
    const { loss, dLogprobs } = one({
      logprobs: [-1, Number.NaN],
      oldLogprobs: [-1, Number.NaN],
      advantages: [1, Number.NaN],
      entropies: [0, Number.NaN],
      weights: [1, 0],
    });
    expect(loss).toBe(-1);
    expect(Array.from(dLogprobs)).toEqual([-1, 0]);
  });
  it('of parts adds up to that of the whole when they share a normalizer', () => {
    const { logprobs, ...rest } = randomBatch(1);
    const common = { entropyCoef: 0.1, klCoef: 0.1, klEstimator: 'k2', clip: rest.clip, normalizer: 9 } as const;
    const part = (from: number, to: number) => {
      const cut = (x: Float64Array) => x.subarray(from, to);
      return policyObjective({
        ...common,
        logprobs: cut(logprobs),
        oldLogprobs: cut(rest.oldLogprobs),
        refLogprobs: cut(rest.refLogprobs),
        advantages: cut(rest.advantages),
        entropies: cut(rest.entropies),
        weights: cut(rest.weights),
      });
    };
    const [all, a, b] = [part(0, 12), part(0, 5), part(5, 12)];
    expect(a.loss + b.loss).toBeCloseTo(all.loss, 12);
    expect([...a.dLogprobs, ...b.dLogprobs]).toEqual([...all.dLogprobs]);
  });
  it('refuses a KL penalty without reference and vectors that are too short', () => {
    expect(() => one({ klCoef: 0.1 })).toThrow('base');
    expect(() => one({ advantages: [] })).toThrow(RangeError);
    expect(() =>
      messagePolicyObjective({
        logprobs: [-1, -1],
        oldLogprobs: [-1, -1],
        advantages: [1],
        entropies: [0, 0],
        lengths: [1],
        clip: 0.2,
        entropyCoef: 0,
      }),
    ).toThrow(RangeError);
  });
  it('messages of one token are tokens', () => {
    const { clip, logprobs, oldLogprobs, advantages, entropies } = randomBatch(2);
    const byToken = policyObjective({ logprobs, oldLogprobs, advantages, entropies, clip, entropyCoef: 0.1, klCoef: 0, klEstimator: 'k3' });
    const byMessage = messagePolicyObjective({
      logprobs,
      oldLogprobs,
      advantages,
      entropies,
      clip,
      entropyCoef: 0.1,
      lengths: Array<number>(12).fill(1),
    });
    expect(byMessage).toEqual(byToken);
  });
});

describe('valueObjective', () => {
  const one = (changes: Partial<ValueInput>) =>
    valueObjective({ values: [0], oldValues: [0], returns: [1], valueClip: 0, huberDelta: null, ...changes });

  it('V3: against R1', () => {
    const v = vectors.V3_appo_value;
    const input = { values: v.v.flat(), oldValues: v.v_old.flat(), returns: v.ret.flat(), valueClip: 0.2 };
    expect(valueObjective({ ...input, huberDelta: 10 }).loss).toBeCloseTo(v.loss, 5);
    // R1 compares in float32, and one error is exactly −δ there.
    expect(valueObjective({ ...input, huberDelta: Math.fround(0.1), huberSignBug: true }).loss).toBeCloseTo(
      vectors['V3_appo_value_delta0.1'],
      5,
    );
  });
  it('V3: R1’s Huber loss is 0 below −δ; ours is symmetric', () => {
    const { e, delta, out } = vectors.V3_huber_quirk;
    expectClose(
      e.map((x: number) => errorLoss(x, delta, true).loss),
      out,
      1e-6,
    );
    expectClose(
      e.map((x: number) => errorLoss(x, delta).loss),
      [out[3], out[1], out[2], out[3]],
      1e-6,
    );
  });
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
});

describe('supervisedObjective', () => {
  it('is the weighted mean of −logp', () => {
    const { loss, metrics, dLogprobs } = supervisedObjective({ logprobs: [-1, -3, Number.NaN], weights: [1, 3, 0] });
    expect(loss).toBe(2.5);
    expect(metrics.perplexity).toBeCloseTo(Math.exp(2.5), 10);
    expect(Array.from(dLogprobs)).toEqual([-0.25, -0.75, 0]);
  });
});
