/** What a record says of its participant: scores, times and stumbles. */
import { begunAt, predictionsOf } from './course.ts';
import { type StudyEvent, type StudyRecord, type Test } from './events.ts';
import { CONCEPTS } from '../lessons/inventory.ts';

export interface TestScore {
  /** Right answers, of {@link CONCEPTS}; what was left out counts as wrong. */
  readonly score: number;
  /** Whether each item was answered right, by id. */
  readonly items: Readonly<Record<string, boolean>>;
  readonly left: number;
  /** Choices of another option than the first, before the item was left. */
  readonly changed: number;
  /** Milliseconds from the first item to the last answer, less those out of sight. */
  readonly time: number;
}

export interface Learning {
  /** Milliseconds from the beginning of predictions or lesson to the second test, less those out of sight. */
  readonly time: number;
  readonly steps: number;
  readonly backSteps: number;
  readonly wrongChecks: number;
  readonly hints: number;
  readonly assisted: number;
  readonly recorded: number;
  /** Predictions that came true, of all; null where none was made. */
  readonly predicted: number | null;
}

/** The score of a test; null where it was not finished. */
export function testScore(record: StudyRecord, test: Test): TestScore | null {
  const { events } = record;
  const answers = events.filter((event) => event.kind === 'answer' && event.test === test) as Extract<StudyEvent, { kind: 'answer' }>[];
  const [from, to] = [begunAt(record, test), answers.at(-1)?.at];
  if (answers.length < CONCEPTS.length || from === null || to === undefined) return null;
  const choices = events.filter((event) => event.kind === 'choice' && event.test === test) as Extract<StudyEvent, { kind: 'choice' }>[];
  return {
    score: answers.filter(({ right }) => right).length,
    items: Object.fromEntries(answers.map(({ item, right }) => [item, right])),
    left: answers.filter(({ option }) => option === null).length,
    changed: choices.length - new Set(choices.map(({ item }) => item)).size,
    time: timeInSight(events, from, to),
  };
}

/** What happened between the two tests; null where the second was not begun. */
export function learningOf(record: StudyRecord): Learning | null {
  const { events } = record;
  const from = begunAt(record, 'predict') ?? begunAt(record, 'learn');
  const to = begunAt(record, 'post');
  if (from === null || to === null) return null;
  const count = (counts: (event: StudyEvent) => boolean): number => events.filter(counts).length;
  const predictions = [...predictionsOf(record).values()];
  return {
    time: timeInSight(events, from, to),
    steps: new Set(events.flatMap((event) => (event.kind === 'step' ? [event.step] : []))).size,
    backSteps: count((event) => event.kind === 'step' && event.back),
    wrongChecks: count((event) => event.kind === 'check' && !event.right),
    hints: count((event) => event.kind === 'hint'),
    assisted: count((event) => event.kind === 'state' && event.state === 'assisted'),
    recorded: count((event) => event.kind === 'state' && event.state === 'recorded'),
    predicted: predictions.length === 0 ? null : predictions.filter(({ outcome }) => outcome).length / predictions.length,
  };
}

/**
 * Milliseconds between two times in which the page was in sight. Out of sight it is from `away` to `back`; a page that was closed says
 * `opened` when it comes again, and nobody read it from the last event before.
 */
export function timeInSight(events: readonly StudyEvent[], from: number, to: number): number {
  let seen = 0;
  let last = from;
  let away = false;
  for (const { at, kind } of [...events.filter((event) => event.at > from && event.at < to), { at: to, kind: 'phase' as const }]) {
    if (!away && kind !== 'opened') seen += at - last;
    if (kind === 'away') away = true;
    if (kind === 'back' || kind === 'opened') away = false;
    last = at;
  }
  return seen;
}
