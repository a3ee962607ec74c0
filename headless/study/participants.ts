/** Participants of a study as the analysis takes them: one a file, with the rules by which they count (docs/study.md#who-counts). */
import type { Condition, Order } from '../../src/core/study/assignment.ts';
import { begunAt, DAY } from '../../src/core/study/course.ts';
import type { StudyRecord } from '../../src/core/study/events.ts';
import { type Learning, learningOf, type TestScore, testScore } from '../../src/core/study/scores.ts';

export const MINUTE = 60_000;

/** Below this a test was clicked through: five seconds an item. */
export const QUICKEST_TEST = MINUTE;
/** Longest from the beginning to the end of the second test: one sitting, with breaks. */
export const LONGEST_SITTING = DAY;
/** Latest that the delayed test may begin, days after the second. */
export const LATEST_DELAY = 14;

export const EXCLUSIONS = ['taken', 'quick', 'sitting'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

export interface Participant {
  readonly code: string;
  readonly condition: Condition;
  readonly order: Order;
  readonly pre: TestScore | null;
  readonly post: TestScore | null;
  /** Null where there is none within {@link LATEST_DELAY} days. */
  readonly delayed: TestScore | null;
  readonly learning: Learning | null;
  /** Why the participant does not count, whatever was scored; null of those who do. */
  readonly excluded: Exclusion | null;
}

export function participantOf(record: StudyRecord): Participant {
  const { participant: code, condition, order, taken, consented } = record.header;
  const pre = testScore(record, 'pre');
  const post = testScore(record, 'post');
  const over = begunAt(record, 'wait');
  const again = begunAt(record, 'delayed');
  const inTime = over !== null && again !== null && again - over <= LATEST_DELAY * DAY;
  const quick = [pre, post].some((test) => test !== null && test.time < QUICKEST_TEST);
  const long = over !== null && over - consented > LONGEST_SITTING;
  return {
    code,
    condition,
    order,
    pre,
    post,
    delayed: inTime ? testScore(record, 'delayed') : null,
    learning: learningOf(record),
    excluded: taken ? 'taken' : quick ? 'quick' : long ? 'sitting' : null,
  };
}

/** A participant with both tests, who counts. */
export type Complete = Participant & { readonly pre: TestScore; readonly post: TestScore };

export const isComplete = (participant: Participant): participant is Complete =>
  participant.excluded === null && participant.pre !== null && participant.post !== null;
