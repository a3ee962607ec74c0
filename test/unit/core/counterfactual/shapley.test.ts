import { describe, expect, it } from 'vitest';
import { allCoalitions, isIn, joinings, sampledShapley, shapleyValues } from '../../../../src/core/counterfactual/shapley.ts';
import { keyFor, permutation } from '../../../../src/core/random/streams.ts';
import { Cases } from '../episode/support.ts';

/** All orders of 0 … n−1. */
function orders(n: number): number[][] {
  if (n === 0) return [[]];
  return orders(n - 1).flatMap((order) => Array.from({ length: n }, (_, at) => order.toSpliced(at, 0, n - 1)));
}

/** By the definition: the mean marginal contribution over all orders. */
function byOrders(players: number, worth: readonly number[]): number[] {
  const sums = Array.from({ length: players }, () => 0);
  const all = orders(players);
  for (const order of all) {
    let coalition = 0;
    for (const player of order) {
      const joined = coalition | (1 << player);
      sums[player]! += worth[joined]! - worth[coalition]!;
      coalition = joined;
    }
  }
  return sums.map((sum) => sum / all.length);
}

const random = (seed: number, players: number) => Array.from(new Cases(seed).array(2 ** players, -1, 1));

describe('Shapley values', () => {
  it.each([1, 2, 3, 4, 5, 6])('of %i players are the mean marginal contributions over all orders', (players) => {
    const worth = random(players, players);
    const expected = byOrders(players, worth);
    shapleyValues(players, worth).forEach((value, player) => expect(value).toBeCloseTo(expected[player]!, 10));
  });

  it('efficiency: they sum to v(N) − v(∅)', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const players = 1 + (seed % 6);
      const worth = random(seed, players);
      const total = shapleyValues(players, worth).reduce((sum, value) => sum + value, 0);
      expect(total).toBeCloseTo(worth.at(-1)! - worth[0]!, 10);
    }
  });

  it('symmetry: players who add the same to every coalition are worth the same', () => {
    const worth = random(7, 4);
    // 1 and 2 made equal: the worth depends on how many of the two are in.
    const symmetric = allCoalitions(4).map((coalition) => {
      const both = Number(isIn(coalition, 1)) + Number(isIn(coalition, 2));
      const rest = coalition & 0b1001;
      return worth[rest | (both > 0 ? 2 : 0) | (both > 1 ? 4 : 0)]!;
    });
    const [, one, two] = shapleyValues(4, symmetric);
    expect(one).toBeCloseTo(two!, 12);
  });

  it('dummy: a player who adds nothing gets nothing, one who always adds c gets c', () => {
    const worth = random(3, 4);
    const dummy = allCoalitions(4).map((coalition) => worth[coalition & 0b0111]!);
    expect(shapleyValues(4, dummy)[3]).toBeCloseTo(0, 12);
    const additive = allCoalitions(4).map((coalition) => worth[coalition & 0b0111]! + (isIn(coalition, 3) ? 0.25 : 0));
    expect(shapleyValues(4, additive)[3]).toBeCloseTo(0.25, 12);
  });

  it('additivity: of a sum of games they are the sums', () => {
    const [one, other] = [random(8, 5), random(9, 5)];
    const sum = shapleyValues(
      5,
      one.map((worth, coalition) => worth + other[coalition]!),
    );
    const [a, b] = [shapleyValues(5, one), shapleyValues(5, other)];
    sum.forEach((value, player) => expect(value).toBeCloseTo(a[player]! + b[player]!, 12));
  });

  it('refuses a table of another size', () => expect(() => shapleyValues(3, [0, 1])).toThrow('8 coalitions, not 2'));
});

describe('sampled Shapley values', () => {
  it('of all orders are exact', () => {
    const worth = random(11, 4);
    const sampled = orders(4).map((order) => {
      let coalition = 0;
      return { order, coalitions: [0, ...order.map((player) => (coalition |= 1 << player))] };
    });
    const exact = shapleyValues(4, worth);
    sampledShapley(4, sampled, (coalition) => worth[coalition]!).forEach(({ value }, player) =>
      expect(value).toBeCloseTo(exact[player]!, 10),
    );
  });

  it('efficiency, dummy and additivity hold in every sample of orders', () => {
    const [one, other] = [random(21, 7), random(22, 7)];
    const sampled = joinings(7, 10, keyFor(3, 99));
    const values = (worth: (coalition: number) => number) => sampledShapley(7, sampled, worth).map(({ value }) => value);
    const shares = values((coalition) => one[coalition]!);
    expect(shares.reduce((sum, value) => sum + value, 0)).toBeCloseTo(one.at(-1)! - one[0]!, 10);
    const dummy = sampledShapley(7, sampled, (coalition) => one[coalition & 0b0111111]! + (isIn(coalition, 6) ? 0.25 : 0))[6]!;
    expect(dummy.value).toBeCloseTo(0.25, 12);
    expect(dummy.interval!.high - dummy.interval!.low).toBeLessThan(1e-12);
    const both = values((coalition) => one[coalition]! + other[coalition]!);
    values((coalition) => other[coalition]!).forEach((value, player) => expect(both[player]).toBeCloseTo(shares[player]! + value, 10));
  });

  it('symmetry: of two who add the same to every coalition, only the order tells them apart, and both orders are drawn alike', () => {
    // Worth is whether either of 0 and 1 is in: who comes first has 1. An order and its reverse give ½ to each.
    const either = (coalition: number) => Number((coalition & 0b11) > 0);
    const [zero, one, two] = sampledShapley(7, joinings(7, 6, keyFor(5, 99)), either);
    expect(zero!.value).toBe(0.5);
    expect(one!.value).toBe(0.5);
    expect(two!.value).toBe(0);
  });

  it('their intervals hold the exact value about as often as they say, and sum to the whole', () => {
    const players = 8;
    let held = 0;
    let asked = 0;
    for (let seed = 0; seed < 30; seed += 1) {
      const worth = random(100 + seed, players);
      const exact = shapleyValues(players, worth);
      const found = sampledShapley(players, joinings(players, 60, keyFor(seed, 99)), (coalition) => worth[coalition]!);
      expect(found.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(worth.at(-1)! - worth[0]!, 9);
      found.forEach(({ interval }, player) => {
        asked += 1;
        if (interval!.low <= exact[player]! && exact[player]! <= interval!.high) held += 1;
      });
    }
    expect(asked).toBe(240);
    expect(held / asked).toBeGreaterThan(0.9);
    expect(held / asked).toBeLessThan(0.995);
  });

  it('every second order is the reverse of the one before', () => {
    const [first, second] = joinings(5, 2, keyFor(1, 99));
    expect(second!.order).toEqual(first!.order.toReversed());
    expect([...first!.order].sort()).toEqual([...permutation(keyFor(1, 1), 5)].sort());
    expect(first!.coalitions.at(-1)).toBe(0b11111);
  });
});
