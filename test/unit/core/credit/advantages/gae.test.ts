import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { gae } from '../../../../../src/core/credit/advantages/gae.ts';
import { expectClose, r1 } from '../support.ts';
import { Cases } from '../../episode/support.ts';

/** Computed by running MARFT's original buffers and losses (R1). */
const vectors = JSON.parse(readFileSync(new URL('../../../../golden/marft-vectors.json', import.meta.url), 'utf8'));

describe('gae against R1', () => {
  const levels = (rewards: number[], values: number[], lengths: number[], bootstrap: number) =>
    gae({ rewards, values, lengths, bootstrap, ...r1 });

  it('V1: messages as decisions, over two turns', () => {
    const v = vectors.V1_appo_never_done;
    const { advantages, returns } = levels(v.R.flat(), v.V.flat(), [1, 1, 1, 1], v.nextV[0]);
    expectClose(advantages, v.adv.flat());
    expectClose(returns, v.ret.flat());
  });
  it('V1: one turn, ended and not, two agents and three', () => {
    expectClose(levels([0, 1], [0.2, 0.4], [1, 1], 0).advantages, vectors.V1_appo_T1_done.adv[0]);
    const v = vectors.V1_appo_T1_N3_notdone;
    const { advantages, returns } = levels(v.R[0], v.V[0], [1, 1, 1], v.nextV0);
    expectClose(advantages, v.adv[0]);
    expectClose(returns, v.ret[0]);
  });
  it.each([
    ['V2_tppo_done', 0],
    ['V2_tppo_notdone', 0.6],
  ])('%s: tokens as decisions', (name, bootstrap) => {
    const v = vectors[name];
    const real = (rows: number[][]) => [...rows[0]!.slice(0, 3), ...rows[1]!.slice(0, 2)];
    const { advantages, returns } = levels([0, 0, v.R[0], 0, v.R[1]], real(v.V), [3, 2], bootstrap);
    expectClose(advantages, real(v.adv));
    expectClose(returns, real(v.ret));
  });
});

describe('gae', () => {
  const random = (seed: number) => {
    const cases = new Cases(seed);
    const lengths = Array.from({ length: cases.integer(1, 5) }, () => cases.integer(1, 6));
    const count = lengths.reduce((a, b) => a + b, 0);
    return {
      cases,
      lengths,
      count,
      rewards: cases.array(count, -1, 1),
      values: cases.array(count, -1, 1),
      bootstrap: cases.uniform(-1, 1),
    };
  };
  /** The definition: Σ_l (Π γλ) δ_l, with the pair of each step. */
  it('equals the sum of discounted errors', () => {
    for (let seed = 0; seed < 50; seed++) {
      const { cases, lengths, count, rewards, values, bootstrap } = random(seed);
      const pairs = { gammaToken: cases.uniform(), lambdaToken: cases.uniform(), gamma: cases.uniform(), lambda: cases.uniform() };
      const last = new Set<number>();
      lengths.reduce((end, n) => (last.add(end + n - 1), end + n), 0);
      const step = (t: number) => (last.has(t) ? [pairs.gamma, pairs.lambda] : [pairs.gammaToken, pairs.lambdaToken]) as [number, number];
      const delta = (t: number) => rewards[t]! + step(t)[0] * (t + 1 < count ? values[t + 1]! : bootstrap) - values[t]!;
      const expected = Array.from({ length: count }, (_, t) => {
        let weight = 1;
        let sum = 0;
        for (let l = t; l < count; l++) {
          sum += weight * delta(l);
          weight *= step(l)[0] * step(l)[1];
        }
        return sum;
      });
      expectClose(gae({ rewards, values, lengths, bootstrap, ...pairs }).advantages, expected, 12);
    }
  });
  it('λ = 0 is the one-step error, γ = 0 the reward alone', () => {
    const { lengths, rewards, values, bootstrap } = random(7);
    const zero = gae({ rewards, values, lengths, bootstrap, gammaToken: 0, lambdaToken: 0.9, gamma: 0, lambda: 0.9 });
    expectClose(zero.returns, rewards, 12);
    const oneStep = gae({ rewards, values, lengths, bootstrap, gammaToken: 1, lambdaToken: 0, gamma: 1, lambda: 0 });
    expectClose(
      oneStep.returns,
      rewards.map((r, t) => r + (values[t + 1] ?? bootstrap)),
      12,
    );
  });
  it('does not depend on how tokens are cut into messages when both pairs are equal', () => {
    const { count, lengths, rewards, values, bootstrap } = random(8);
    const whole = gae({ rewards, values, lengths: [count], bootstrap, ...r1 });
    expect(gae({ rewards, values, lengths, bootstrap, ...r1 })).toEqual(whole);
  });
  it('λ = 1 is the return minus the value, whatever the values in between', () => {
    const { lengths, rewards, values, bootstrap, count } = random(9);
    const discounts = { gammaToken: 0.9, gamma: 0.7, lambdaToken: 1, lambda: 1 };
    const returns = gae({ rewards, values, lengths, bootstrap, ...discounts }).returns;
    expectClose(gae({ rewards, values: new Float64Array(count), lengths, bootstrap, ...discounts }).returns, returns, 12);
  });
  it('is linear in rewards, values and bootstrap together', () => {
    for (let seed = 0; seed < 20; seed++) {
      const one = random(seed);
      const { cases, lengths, count } = one;
      const two = { rewards: cases.array(count, -1, 1), values: cases.array(count, -1, 1), bootstrap: cases.uniform(-1, 1) };
      const mix = (x: ArrayLike<number>, y: ArrayLike<number>) => Float64Array.from(x, (v, i) => 2 * v - 3 * y[i]!);
      const run = (x: typeof two) => gae({ ...x, lengths, ...r1 }).advantages;
      const mixed = {
        rewards: mix(one.rewards, two.rewards),
        values: mix(one.values, two.values),
        bootstrap: 2 * one.bootstrap - 3 * two.bootstrap,
      };
      expectClose(run(mixed), mix(run(one), run(two)), 12);
    }
  });
  it('a cut after a message leaves its last decision the error without a next value', () => {
    const whole = gae({ rewards: [0, 0, 1], values: [0.2, 0.4, 0.5], lengths: [2, 1], bootstrap: 0, ...r1, cut: 1 });
    const first = gae({ rewards: [0, 0], values: [0.2, 0.4], lengths: [2], bootstrap: 0, ...r1 });
    expect(Array.from(whole.advantages.subarray(0, 2))).toEqual(Array.from(first.advantages));
    expect(whole.advantages[2]).toBe(0.5);
  });
  it('refuses vectors of different length', () => {
    expect(() => gae({ rewards: [1], values: [], lengths: [1], bootstrap: 0, ...r1 })).toThrow(RangeError);
    expect(() => gae({ rewards: [1], values: [1], lengths: [2], bootstrap: 0, ...r1 })).toThrow(RangeError);
  });
});
