/**
 * What the base of stories is taught, one course after the other: stories with which numbers, in which mix of rows, with which
 * habits. Wide stories teach it English, the template and the ways of its agents; on numbers that occur seldom it cannot learn to
 * calculate, so the second course has those of the environment, and most of what it reads is sums.
 */
import type { Ranges } from '../../../src/environments/problems/stories.env.ts';
import type { Habits } from './replies.ts';

export interface StoryCourse {
  /** Those of the environment where left out. */
  readonly ranges?: Ranges;
  readonly habits: Habits;
  /** Shares of the rows. A second solver and a checker without anything to check make the prompt matter. */
  readonly kinds: readonly { readonly kind: StoryKind; readonly share: number }[];
}

export type StoryKind = 'solve' | 'solve again' | 'check' | 'check first' | 'plan' | 'short' | 'sums' | 'drill' | 'task';

export const WIDE: StoryCourse = {
  ranges: {
    unit: 1,
    steps: [2, 4],
    start: [12, 79],
    each: [4, 25],
    added: [11, 59],
    taken: [6, 59],
    largest: 500,
    doubled: 150,
    shared: 120,
    kept: 12,
  },
  habits: { careful: 0.42, dropLast: 0.22, misread: 0.14, guessRight: 0.25, agree: 0.6, recheck: { careful: 0.72, dropLast: 0.18 } },
  kinds: [
    { kind: 'solve', share: 240 },
    { kind: 'solve again', share: 40 },
    { kind: 'check', share: 170 },
    { kind: 'check first', share: 20 },
    { kind: 'plan', share: 40 },
    { kind: 'short', share: 40 },
    { kind: 'sums', share: 340 },
    { kind: 'task', share: 110 },
  ],
};

export const NARROW: StoryCourse = {
  habits: { careful: 0.3, dropLast: 0.36, misread: 0.12, guessRight: 0.25, agree: 0.6, recheck: { careful: 0.55, dropLast: 0.3 } },
  kinds: [
    { kind: 'solve', share: 150 },
    { kind: 'solve again', share: 20 },
    { kind: 'check', share: 180 },
    { kind: 'check first', share: 20 },
    { kind: 'plan', share: 20 },
    { kind: 'short', share: 20 },
    { kind: 'sums', share: 40 },
    { kind: 'drill', share: 500 },
    { kind: 'task', share: 50 },
  ],
};
