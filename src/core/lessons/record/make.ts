/** Makes the learning record of what the page keeps of lessons and tests. */
import { isRight, type Answer } from '../answers.ts';
import { type InventoryAnswers, type InventoryForm, scoreForm } from '../inventory.ts';
import type { CheckStep, Course, LessonStep } from '../lesson.ts';
import type { Taken } from '../taken.ts';
import { RECORD_FORMAT, RECORD_VERSION, type LearningRecord, type RecordedStep, type RecordedTest } from './schema.ts';

/** One time that a form was taken; times are milliseconds since 1970. */
export interface TestAttempt {
  readonly form: InventoryForm;
  readonly begun: number;
  /** Null while it is being taken. */
  readonly finished: number | null;
  /** Options chosen, and when each was chosen last, by item. */
  readonly answers: Readonly<Record<string, { readonly option: string; readonly at: number }>>;
}

/** What a record is made of. */
export interface RecordParts {
  readonly learner: string;
  readonly made: number;
  /** The page's version, and the language it spoke. */
  readonly page: string;
  readonly language: string;
  readonly lessons: readonly { readonly course: Pick<Course, 'id' | 'steps'>; readonly taken: Taken }[];
  readonly tests: readonly TestAttempt[];
}

export function makeRecord({ learner, made, page, language, lessons, tests }: RecordParts): LearningRecord {
  return {
    format: RECORD_FORMAT,
    version: RECORD_VERSION,
    learner,
    made: time(made),
    page,
    language,
    lessons: lessons.map(({ course, taken }) => ({ lesson: course.id, steps: course.steps.map((step) => recordedStep(step, taken)) })),
    tests: tests.map(recordedTest),
  };
}

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** What is kept under a step's id; null where nothing is. */
const kept = <T>(entries: Readonly<Record<string, T>> | undefined, { id }: LessonStep): T | null =>
  entries && Object.hasOwn(entries, id) ? (entries[id] ?? null) : null;

function recordedStep(step: LessonStep, { states, answers, first, entered, expected }: Taken): RecordedStep {
  const at = kept(entered, step);
  const base = { step: step.id, state: kept(states, step), entered: at === null ? null : time(at) };
  const said = kept(expected, step);
  const newest = kept(answers, step);
  switch (step.kind) {
    case 'show':
    case 'highlight':
      return { ...base, kind: step.kind };
    case 'do':
      return { ...base, kind: 'do', expected: said?.text ?? null, sure: said?.sure ?? null };
    case 'predict':
      return {
        ...base,
        kind: 'predict',
        predicted: typeof newest === 'string' ? newest : null,
        sure: said?.sure ?? null,
        happened: step.outcome,
      };
    case 'check':
      return { ...base, kind: 'check', first: judged(step, kept(first, step)), newest: judged(step, newest) };
    default:
      return step satisfies never;
  }
}

const judged = (step: CheckStep, answer: Answer | null) => (answer === null ? null : { answer, right: isRight(step, answer) });

function recordedTest({ form, begun, finished, answers }: TestAttempt): RecordedTest {
  const given = Object.entries(answers);
  const { right, answered, items } = scoreForm(form, optionsOf({ answers }));
  return {
    form,
    begun: time(begun),
    finished: finished === null ? null : time(finished),
    answers: given.map(([item, { option, at }]) => ({ item, option, at: time(at) })),
    score: finished === null ? null : { right, answered, items },
  };
}

/** Options chosen in an attempt, by item. */
export const optionsOf = ({ answers }: Pick<TestAttempt, 'answers'>): InventoryAnswers =>
  Object.fromEntries(Object.entries(answers).map(([item, { option }]) => [item, option]));
