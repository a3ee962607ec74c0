/** Random choices for property tests from the project's own generator, so that a failure can be repeated from its seed. */
import { keyFor, uniformAt } from '../../../src/core/random/streams.ts';

/** A stream no run uses. */
const TESTS = 900;

export interface Dice {
  /** A whole number from 0, below `count`. */
  below(count: number): number;
  /** One of a list that is not empty. */
  of<T>(list: readonly T[]): T;
}

export function dice(seed: number): Dice {
  const key = keyFor(seed, TESTS);
  let drawn = 0;
  const below = (count: number): number => {
    drawn += 1;
    return Math.floor(uniformAt(key, drawn) * count);
  };
  return { below, of: (list) => list[below(list.length)]! };
}
