/** Learning records as tables: a row a record, and a row an answer. The page shows what a file holds. */
import type { CsvValue } from '../../formats/csv.ts';
import { INVENTORY, INVENTORY_FORMS, scoreForm, type InventoryForm } from '../inventory.ts';
import { answersOf } from './read.ts';
import type { LearningRecord, RecordedStep, RecordedTest } from './schema.ts';

/** So many of so many. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** A record in numbers. */
export interface RecordSummary {
  readonly learner: string;
  readonly made: string;
  readonly lessons: { readonly begun: number; readonly finished: number };
  /** Steps by how they were left; of lessons that were begun. */
  readonly steps: { readonly done: number; readonly assisted: number; readonly recorded: number; readonly all: number };
  /** Predictions that came true, of those made. */
  readonly predictions: Share;
  /** Checks that were right at the first answer, of those whose first answer is known. */
  readonly checks: Share;
  /** Items answered right, at the first time that each form was finished; null where it was not. */
  readonly tests: Readonly<Record<InventoryForm, Share | null>>;
}

export function summaryOf({ learner, made, lessons, tests }: LearningRecord): RecordSummary {
  const steps = lessons.flatMap((lesson) => lesson.steps);
  const left = (state: RecordedStep['state']): number => steps.filter((step) => step.state === state).length;
  const predictions = steps.filter((step) => step.kind === 'predict').filter(({ predicted }) => predicted !== null);
  const checks = steps.flatMap((step) => (step.kind === 'check' && step.first ? [step.first] : []));
  return {
    learner,
    made,
    lessons: { begun: lessons.length, finished: lessons.filter((lesson) => lesson.steps.every(isTaken)).length },
    steps: { done: left('done'), assisted: left('assisted'), recorded: left('recorded'), all: steps.length },
    predictions: { count: predictions.filter(({ predicted, happened }) => predicted === happened).length, of: predictions.length },
    checks: { count: checks.filter(({ right }) => right).length, of: checks.length },
    tests: { A: firstScore(tests, 'A'), B: firstScore(tests, 'B') },
  };
}

const isTaken = ({ state }: RecordedStep): boolean => state !== null && state !== 'open';

function firstScore(tests: readonly RecordedTest[], form: InventoryForm): Share | null {
  const [first] = tests.filter((test) => test.form === form && test.finished !== null).toSorted((a, b) => (a.begun < b.begun ? -1 : 1));
  if (!first) return null;
  const { right, items } = scoreForm(form, answersOf(first));
  return { count: right, of: items };
}

/** A row a record, below a row of names. */
export function summaryTable(records: readonly LearningRecord[]): CsvValue[][] {
  const head = [
    'learner',
    'made',
    'page_version',
    'language',
    'lessons_begun',
    'lessons_finished',
    'steps_done',
    'steps_assisted',
    'steps_recorded',
    'steps_all',
    'predictions_made',
    'predictions_as_happened',
    'checks_first_answers',
    'checks_right_at_first',
    ...INVENTORY_FORMS.map((form) => `test_${form.toLowerCase()}_right`),
    'test_items',
    'tests_finished',
  ];
  const rows = records.map((record) => {
    const { learner, made, lessons, steps, predictions, checks, tests } = summaryOf(record);
    return [
      learner,
      made,
      record.page,
      record.language,
      lessons.begun,
      lessons.finished,
      steps.done,
      steps.assisted,
      steps.recorded,
      steps.all,
      predictions.of,
      predictions.count,
      checks.of,
      checks.count,
      ...INVENTORY_FORMS.map((form) => tests[form]?.count),
      INVENTORY.A.length,
      record.tests.filter(({ finished }) => finished !== null).length,
    ];
  });
  return [head, ...rows];
}

/** A row for each step of a lesson and each item of a test, below a row of names. What is asked of one kind alone is empty in the others. */
export function answersTable(records: readonly LearningRecord[]): CsvValue[][] {
  const rows = records.flatMap(({ learner, made, lessons, tests }) => [
    ...lessons.flatMap(({ lesson, steps }) =>
      steps.map((step) => [learner, made, 'lesson', lesson, step.step, step.kind, step.state, step.entered, ...saidAt(step)]),
    ),
    ...tests.flatMap(({ form, begun, finished, answers }) =>
      INVENTORY[form].map(({ id, concept, right }) => {
        const given = answers.find(({ item }) => item === id);
        const state = finished === null ? 'open' : 'done';
        const judged = given && finished !== null ? yesOrNo(given.option === right) : null;
        return [learner, made, `test ${form}`, begun, id, concept, state, given?.at, given?.option, null, right, judged, null];
      }),
    ),
  ]);
  const head = ['learner', 'made', 'part', 'lesson_or_begun', 'step_or_item', 'kind_or_concept', 'state', 'entered_or_answered'];
  return [[...head, 'answer', 'sure', 'happened_or_right', 'right', 'newest_answer'], ...rows];
}

/** Answer (of a check the first), how sure, what happened, whether it was right, and of a check the newest answer. */
function saidAt(step: RecordedStep): CsvValue[] {
  switch (step.kind) {
    case 'show':
    case 'highlight':
      return [null, null, null, null, null];
    case 'do':
      return [step.expected, step.sure, null, null, null];
    case 'predict':
      return [step.predicted, step.sure, step.happened, null, null];
    case 'check':
      return [written(step.first?.answer), null, null, step.first && yesOrNo(step.first.right), written(step.newest?.answer)];
    default:
      return step satisfies never;
  }
}

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

/** Numbers as `name=value`, divided by spaces. */
function written(answer: string | Readonly<Record<string, number>> | undefined): CsvValue {
  if (answer === undefined || typeof answer === 'string') return answer;
  return Object.entries(answer)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
