/** Testing by betting holds its error however often one looks, and tells what is there. */
import { describe, expect, it } from 'vitest';
import { keyFor, uniformAt } from '../../../../src/core/random/streams.ts';
import {
  anytimeInterval,
  capital,
  isAbove,
  lowerBound,
  meanOf,
  NO_PAIRS,
  type PairTally,
} from '../../../../src/core/statistics/betting.ts';

const tally = (better: number, same: number, worse: number): PairTally => ({ better, same, worse });

/** Differences of which `up` are +1 and `down` are −1, the rest 0: the tallies after each, for one of many simulations. */
function* course(seed: number, up: number, down: number, length: number): Generator<PairTally> {
  const key = keyFor(77, 1, seed);
  let now = NO_PAIRS;
  for (let index = 0; index < length; index += 1) {
    const drawn = uniformAt(key, index);
    const side = drawn < up ? 'better' : drawn < up + down ? 'worse' : 'same';
    now = { ...now, [side]: now[side] + 1 };
    yield now;
  }
}

const SIMULATIONS = 600;
const shareOf = (is: (seed: number) => boolean): number =>
  Array.from({ length: SIMULATIONS }, (_, seed) => Number(is(seed))).reduce((a, b) => a + b, 0) / SIMULATIONS;

describe('the capital', () => {
  it('is 1 before anything came, and in a fair game on average after any number of pairs', () => {
    expect(capital(NO_PAIRS)).toBeCloseTo(1, 12);
    // All courses of three fair differences, each with its probability.
    for (const up of [0.5, 0.3, 0.05]) {
      const probability = { better: up, same: 1 - 2 * up, worse: up };
      const sides = ['better', 'same', 'worse'] as const;
      let expected = 0;
      for (const a of sides)
        for (const b of sides)
          for (const c of sides) {
            const now = [a, b, c].reduce((before, side) => ({ ...before, [side]: before[side] + 1 }), NO_PAIRS);
            expected += probability[a] * probability[b] * probability[c] * capital(now);
          }
      expect(expected).toBeCloseTo(1, 12);
    }
  });

  it('is the integral over all stakes where every pair was better', () => {
    // ∫₀¹ (1 + λ)ⁿ dλ
    for (const n of [1, 5, 10]) expect(capital(tally(n, 0, 0)) / ((2 ** (n + 1) - 1) / (n + 1))).toBeCloseTo(1, 2);
  });

  it('falls as more is claimed, and the claim it just refutes is the bound', () => {
    const seen = tally(9, 4, 2);
    const claims = [-0.9, -0.5, 0, 0.2, 0.6, 0.9].map((claim) => capital(seen, claim));
    expect(claims).toEqual(claims.toSorted((a, b) => b - a));
    const bound = lowerBound(seen, 0.05);
    expect(capital(seen, bound)).toBeCloseTo(20, 4);
    expect(bound).toBeLessThan(meanOf(seen));
  });
});

describe('the error, over all moments one may look at', () => {
  it.each([
    ['as often better as worse', 0.5, 0.5],
    ['rarely different', 0.05, 0.05],
    ['a little worse', 0.3, 0.35],
  ])('is at most what is stated: %s', (_name, up, down) => {
    // The bound is one-sided, half of 0.1.
    const wrong = shareOf((seed) => [...course(seed, up, down, 100)].some((now) => isAbove(now, 0.1)));
    expect(wrong).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt((0.05 * 0.95) / SIMULATIONS));
  });

  it('leaves the true mean outside of some interval in at most that share of the courses', () => {
    for (const [up, down] of [
      [0.6, 0.1],
      [0.05, 0.9],
    ] as const) {
      const outside = Array.from({ length: 120 }, (_, seed) => {
        const looks = [...course(seed, up, down, 64)].filter((_now, index) => index % 8 === 7);
        return looks.some((now) => {
          const { low, high } = anytimeInterval(now, 0.1);
          return up - down < low || up - down > high;
        });
      }).filter(Boolean).length;
      expect(outside / 120).toBeLessThanOrEqual(0.1 + 2 * Math.sqrt((0.1 * 0.9) / 120));
    }
  });
});

describe('what is there', () => {
  it('is told soon where nearly every pair is better, and never where none is', () => {
    expect(isAbove(tally(10, 0, 0), 0.05 / 3)).toBe(true);
    expect(isAbove(tally(9, 0, 0), 0.05 / 3)).toBe(false);
    expect(isAbove(tally(0, 1000, 0), 0.5)).toBe(false);
    const told = shareOf((seed) => [...course(seed, 0.9, 0, 32)].some((now) => isAbove(now, 0.05 / 5)));
    expect(told).toBeGreaterThan(0.99);
  });

  it('has an interval above 0 exactly where it is told', () => {
    for (let better = 0; better <= 16; better += 1)
      for (let worse = 0; better + worse <= 16; worse += 1) {
        const now = tally(better, 16 - better - worse, worse);
        expect(anytimeInterval(now, 0.01).low > 0, JSON.stringify(now)).toBe(isAbove(now, 0.01));
      }
  });

  it('is mirrored: who is worse has the same interval on the other side', () => {
    const { low, high } = anytimeInterval(tally(7, 3, 1), 0.05);
    expect(anytimeInterval(tally(1, 3, 7), 0.05)).toEqual({ low: -high, high: -low });
    expect(anytimeInterval(NO_PAIRS, 0.05)).toEqual({ low: expect.closeTo(-1, 6), high: expect.closeTo(1, 6) });
  });
});
