/**
 * Who earned it: Shapley values of the agents (Shapley 1953). The players are the agents; v(S) is what the team earns when
 * those in S are as they were trained and the others are not (on their base, or silent). φ_i is agent i's marginal
 * contribution v(S ∪ i) − v(S), averaged over all orders in which the agents may join.
 */
import type { RandomKey } from '../random/threefry.ts';
import { foldIn, permutation } from '../random/streams.ts';
import { type Interval, studentInterval } from '../statistics/intervals.ts';

/** A coalition as a set of bits: player i is in it when bit i is set. */
export type Coalition = number;

/** All coalitions of `players`, the empty one first. */
export function allCoalitions(players: number): Coalition[] {
  checkPlayers(players);
  return Array.from({ length: 2 ** players }, (_, coalition) => coalition);
}

export const isIn = (coalition: Coalition, player: number): boolean => (coalition & (1 << player)) !== 0;

/**
 * φ of every player, [players], from the worth of all coalitions, [2^players]:
 * φ_i = Σ_{S ∌ i} |S|! (n − |S| − 1)! / n! · (v(S ∪ i) − v(S)).
 */
export function shapleyValues(players: number, worth: readonly number[]): number[] {
  const coalitions = allCoalitions(players);
  if (worth.length !== coalitions.length)
    throw new RangeError(`${players} players make ${coalitions.length} coalitions, not ${worth.length}.`);
  const weights = Array.from({ length: players }, (_, size) => 1 / (players * choose(players - 1, size)));
  return Array.from({ length: players }, (_, player) =>
    coalitions
      .filter((coalition) => !isIn(coalition, player))
      .reduce((sum, without) => {
        const gain = (worth[without | (1 << player)] ?? Number.NaN) - (worth[without] ?? Number.NaN);
        return sum + (weights[sizeOf(without)] ?? 0) * gain;
      }, 0),
  );
}

/** An order of joining, and with it the coalitions whose worth is asked: ∅, {first}, {first, second}, …, all. */
export interface Joining {
  readonly order: readonly number[];
  readonly coalitions: readonly Coalition[];
}

/**
 * `count` random orders, every second one the reverse of the one before (antithetic: what is learnt of a player early it
 * is told late as well, which takes variance out; Mitchell et al. 2022, §3).
 */
export function joinings(players: number, count: number, key: RandomKey): Joining[] {
  checkPlayers(players);
  return Array.from({ length: count }, (_, index) => {
    const drawn = [...permutation(foldIn(key, index >> 1), players)];
    const order = index % 2 === 0 ? drawn : drawn.toReversed();
    let coalition: Coalition = 0;
    return { order, coalitions: [0, ...order.map((player) => (coalition |= 1 << player))] };
  });
}

/** A sampled φ; the interval is Student's over pairs of orders, null for fewer than two pairs. */
export interface SampledValue {
  readonly value: number;
  readonly interval: Interval | null;
}

/** φ of every player by the marginal contributions in the given orders (Castro et al. 2009). */
export function sampledShapley(players: number, sampled: readonly Joining[], worth: (coalition: Coalition) => number): SampledValue[] {
  const gains = Array.from({ length: players }, (): number[] => []);
  for (const { order, coalitions } of sampled)
    order.forEach((player, index) => gains[player]?.push(worth(coalitions[index + 1] ?? 0) - worth(coalitions[index] ?? 0)));
  return gains.map((own) => {
    // An order and its reverse are one sample: they are not independent.
    const pairs = Array.from(
      { length: Math.ceil(own.length / 2) },
      (_, pair) => ((own[2 * pair] ?? 0) + (own[2 * pair + 1] ?? own[2 * pair] ?? 0)) / 2,
    );
    return { value: own.reduce((sum, gain) => sum + gain, 0) / own.length, interval: studentInterval(pairs) };
  });
}

function sizeOf(coalition: Coalition): number {
  let size = 0;
  for (let rest = coalition; rest > 0; rest &= rest - 1) size += 1;
  return size;
}

function choose(n: number, k: number): number {
  let product = 1;
  for (let i = 0; i < k; i += 1) product = (product * (n - i)) / (i + 1);
  return product;
}

function checkPlayers(players: number): void {
  if (!Number.isInteger(players) || players < 1 || players > 20)
    throw new RangeError(`Shapley values are computed for 1 to 20 players, not ${players}.`);
}
