/** Random numbers of a trial, by its row and seed alone. */
import { bitsAt, foldIn } from '../../src/core/random/streams.ts';
import type { RandomKey } from '../../src/core/random/threefry.ts';

export interface Draws {
  /** An integer in 0 … n − 1. */
  below(n: number): number;
  /** In [0, 1). */
  unit(): number;
  /** True with that probability. */
  chance(probability: number): boolean;
  /** One of a list that has any. */
  pick<T>(list: readonly T[]): T;
  bytes(count: number): Uint8Array;
  /** The same in random order (Fisher–Yates). */
  shuffled<T>(list: readonly T[]): T[];
}

/** `purpose` keeps what one row or part of it draws apart from what another does under the same seed. */
export function draws(seed: number, purpose: string): Draws {
  let key: RandomKey = foldIn([0, 0], seed >>> 0);
  for (const unit of purpose) key = foldIn(key, unit.codePointAt(0) ?? 0);
  let counter = 0;
  const word = (): number => bitsAt(key, counter++)[0];
  const unit = (): number => word() / 0x1_0000_0000;
  const below = (n: number): number => Math.floor(unit() * n);
  return {
    below,
    unit,
    chance: (probability) => unit() < probability,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
    bytes: (count) => Uint8Array.from({ length: count }, () => word() & 255),
    shuffled: (list) => {
      const order = [...list];
      for (let at = order.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [order[at], order[other]] = [order[other] as (typeof order)[number], order[at] as (typeof order)[number]];
      }
      return order;
    },
  };
}
