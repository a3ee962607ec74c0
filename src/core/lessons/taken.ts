/** What a learner did in a lesson, as the page keeps it and a record hands it in. */
import type { Answer } from './answers.ts';

/** How a step was left behind. `recorded`: seen in the recorded run instead of done. `assisted`: done by “Do it for me”. */
export const STEP_STATES = ['open', 'done', 'recorded', 'assisted'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** How sure a learner was of what they expected. */
export const SURE = ['guess', 'likely', 'certain'] as const;
export type Sure = (typeof SURE)[number];

/** What a learner expected before they saw it. */
export interface Expected {
  /** In their words; null at a prediction, whose option says it. */
  readonly text: string | null;
  /** Null where they did not say. */
  readonly sure: Sure | null;
}

/** Longest of what a learner writes, characters. */
export const MOST_EXPECTED = 500;

/** Steps of a lesson by id: how each was left, what was answered, when it was entered. */
export interface Taken {
  /** State of each step that was entered. A check is done once it is answered right; steps to read, once they are entered. */
  readonly states: Readonly<Record<string, StepState>>;
  /** Options chosen, and numbers given; of a check the newest. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** What was answered to each check the first time. */
  readonly first?: Readonly<Record<string, Answer>>;
  /** When each step was entered first, milliseconds since 1970: runs begun from then on count for it. */
  readonly entered?: Readonly<Record<string, number>>;
  /** What was expected at a prediction, and of something to do. */
  readonly expected?: Readonly<Record<string, Expected>>;
}
