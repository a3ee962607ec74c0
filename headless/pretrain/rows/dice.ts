/**
 * Random choices for the corpus: a counter-based stream read in order. A row owns one `Dice` keyed by its index, so
 * any row can be made alone and in any order.
 */
import { keyFor, STREAMS, uniformAt } from '../../../src/core/random/streams.ts';

export class Dice {
  private readonly key: ReturnType<typeof keyFor>;
  private counter = 0;

  constructor(seed: number, ...path: number[]) {
    this.key = keyFor(seed, STREAMS.pretraining, ...path);
  }

  /** A number in [0, 1). */
  uniform(): number {
    return uniformAt(this.key, this.counter++);
  }

  /** True with probability `p`. */
  chance(p: number): boolean {
    return this.uniform() < p;
  }

  /** An integer in [0, count). */
  below(count: number): number {
    return Math.floor(this.uniform() * count);
  }

  /** One element, all equally likely. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** One element with probability proportional to its `share`. */
  weighted<T extends { readonly share: number }>(list: readonly T[]): T {
    let left = this.uniform() * list.reduce((sum, item) => sum + item.share, 0);
    for (const item of list) {
      left -= item.share;
      if (left < 0) return item;
    }
    return list[list.length - 1] as T;
  }
}
