/** The learning record: what a page keeps becomes a file, the file becomes rows, and what is no such file is refused by the name of its field. */
import { describe, expect, it } from 'vitest';
import { csvText } from '../../../../../src/core/formats/csv.ts';
import { FaultError } from '../../../../../src/core/faults.ts';
import { INVENTORY } from '../../../../../src/core/lessons/inventory.ts';
import { makeRecord, type TestAttempt } from '../../../../../src/core/lessons/record/make.ts';
import { MOST_RECORD_BYTES, readRecord } from '../../../../../src/core/lessons/record/read.ts';
import type { LearningRecord } from '../../../../../src/core/lessons/record/schema.ts';
import { answersTable, summaryOf, summaryTable } from '../../../../../src/core/lessons/record/tables.ts';
import type { Taken } from '../../../../../src/core/lessons/taken.ts';
import { COURSE } from '../../../lessons/fixture.ts';

const NOON = Date.UTC(2026, 10, 27, 12);
const TAKEN: Taken = {
  states: { welcome: 'done', canvas: 'done', guess: 'done', cut: 'assisted', sum: 'open', again: 'done', train: 'recorded' },
  answers: { guess: 'solver', sum: { delta: 0.5 }, again: 'up', why: 'so' },
  first: { sum: { delta: 0.7 }, why: 'so' },
  entered: { welcome: NOON, guess: NOON + 60_000 },
  expected: { guess: { text: null, sure: 'certain' }, cut: { text: '=HYPERLINK("x")', sure: null } },
};

/** All right but the last, which has no answer; the second time, of the other form, two right. */
const attempts: readonly TestAttempt[] = [
  {
    form: 'A',
    begun: NOON,
    finished: NOON + 600_000,
    answers: Object.fromEntries(INVENTORY.A.slice(0, -1).map(({ id, right }, nth) => [id, { option: right, at: NOON + nth * 1000 }])),
  },
  {
    form: 'B',
    begun: NOON + 1_000_000,
    finished: NOON + 2_000_000,
    answers: Object.fromEntries(
      INVENTORY.B.map(({ id, options, right }, nth) => {
        const wrong = options.find((option) => option !== right)!;
        return [id, { option: nth < 2 ? right : wrong, at: NOON + 1_100_000 }];
      }),
    ),
  },
  { form: 'A', begun: NOON + 3_000_000, finished: null, answers: {} },
];

const made = (learner = 'Ann'): LearningRecord =>
  makeRecord({ learner, made: NOON, page: '0.2.0', language: 'en', lessons: [{ course: COURSE, taken: TAKEN }], tests: attempts });

type Path = readonly [string | number, ...(string | number)[]];

/** The text of a record with another value in one place; undefined takes it away. */
function changed(path: Path, value: unknown): string {
  const record: unknown = JSON.parse(JSON.stringify(made()));
  let place = record;
  for (const key of path.slice(0, -1)) place = Reflect.get(Object(place), key);
  Reflect.set(Object(place), path.at(-1)!, value);
  return JSON.stringify(record);
}

/** The fault of reading it. */
function refused(text: string): { readonly message: string; readonly code: string } {
  try {
    readRecord(text, 'ann.json');
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error('It was read.');
}

describe('a learning record', () => {
  it('is read as it was made', () => {
    const record = made();
    expect(readRecord(JSON.stringify(record), 'ann.json')).toEqual(record);
    expect(record.lessons[0]?.steps).toHaveLength(COURSE.steps.length);
  });

  it('holds predictions with what happened, first and newest answers, and what was never entered', () => {
    const steps = Object.fromEntries(made().lessons[0]!.steps.map((step) => [step.step, step]));
    expect(steps['guess']).toEqual({
      step: 'guess',
      kind: 'predict',
      state: 'done',
      entered: '2026-11-27T12:01:00.000Z',
      predicted: 'solver',
      sure: 'certain',
      happened: 'planner',
    });
    expect(steps['sum']).toMatchObject({
      first: { answer: { delta: 0.7 }, right: false },
      newest: { answer: { delta: 0.5 }, right: true },
    });
    expect(steps['cut']).toMatchObject({ state: 'assisted', expected: '=HYPERLINK("x")', sure: null });
    expect(steps['end']).toEqual({ step: 'end', kind: 'show', state: null, entered: null });
  });

  it('scores a test once it was finished', () => {
    expect(made().tests.map(({ score }) => score)).toEqual([
      { right: 11, answered: 11, items: 12 },
      { right: 2, answered: 12, items: 12 },
      null,
    ]);
  });
});

describe('what is no learning record', () => {
  const [lesson] = made().lessons;

  it.each([
    ['no JSON', 'PK', 'is no JSON'],
    ['another file', '{"team":{}}', 'is not a learning record'],
    ['a list', '[]', 'is not a learning record'],
    ['a large one', ' '.repeat(MOST_RECORD_BYTES + 1), 'larger'],
    ['a newer one', changed(['version'], 2), 'version 2'],
    ['a field too many', changed(['lessons', 0, 'steps', 0, 'grade'], 1), '“lessons[0].steps[0]”'],
    ['a field too few', changed(['learner'], undefined), '“learner”'],
    ['a lesson that is none', changed(['lessons', 0, 'lesson'], 'magic'), '“lessons[0].lesson”'],
    ['no time', changed(['tests', 1, 'begun'], 'yesterday'), '“tests[1].begun”'],
    ['a sureness that is none', changed(['lessons', 0, 'steps', 2, 'sure'], 'very'), '“lessons[0].steps[2].sure”'],
    ['a better score', changed(['tests', 1, 'score', 'right'], 12), 'contradicts itself at “tests[1].score”'],
    ['a better answer', changed(['tests', 1, 'answers', 3, 'option'], 'last'), 'at “tests[1].score”'],
    ['an option of no item', changed(['tests', 0, 'answers', 0, 'option'], 'x'), 'at “tests[0].answers[0].option”'],
    ['an item of the other form', changed(['tests', 0, 'form'], 'B'), 'at “tests[0].answers[0].item”'],
    ['a score of what is under way', changed(['tests', 0, 'finished'], null), 'at “tests[0].score”'],
    ['a lesson twice', changed(['lessons', 1], lesson), 'at “lessons[1].lesson”'],
    ['a step twice', changed(['lessons', 0, 'steps', 9], lesson?.steps[0]), 'at “lessons[0].steps[9].step”'],
  ])('%s', (_, text, says) => {
    const fault = refused(text);
    expect(fault.code).toBe('E_LEARNING_RECORD');
    expect(fault.message).toContain('“ann.json”');
    expect(fault.message).toContain(says);
  });
});

describe('as tables', () => {
  it('is summed up', () => {
    expect(summaryOf(made())).toEqual({
      learner: 'Ann',
      made: '2026-11-27T12:00:00.000Z',
      lessons: { begun: 1, finished: 0 },
      steps: { done: 4, assisted: 1, recorded: 1, all: 9 },
      predictions: { count: 1, of: 2 },
      checks: { count: 1, of: 2 },
      tests: { A: { count: 11, of: 12 }, B: { count: 2, of: 12 } },
    });
  });

  it('a form that was taken again counts the first time', () => {
    const again = { ...attempts[1]!, form: 'A' as const, answers: {}, begun: NOON + 5_000_000, finished: NOON + 6_000_000 };
    const record = makeRecord({ learner: '', made: NOON, page: '', language: 'zh', lessons: [], tests: [again, ...attempts] });
    expect(summaryOf(record).tests.A).toEqual({ count: 11, of: 12 });
  });

  it('has a row a record and a row an answer, as wide as their names', () => {
    const records = [made('Ann'), made('=1+1')];
    const [head, ...rows] = summaryTable(records);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toHaveLength(head!.length);
    expect(rows[0]?.[head!.indexOf('test_b_right')]).toBe(2);
    const [names, ...answers] = answersTable(records);
    expect(answers).toHaveLength(2 * (COURSE.steps.length + 3 * 12));
    for (const row of answers) expect(row).toHaveLength(names!.length);
    const row = (id: string) => Object.fromEntries(names!.map((name, nth) => [name, answers.find((one) => one[4] === id)?.[nth]]));
    expect(row('sum')).toMatchObject({ answer: 'delta=0.7', right: 'no', newest_answer: 'delta=0.5' });
    expect(row('a-clip')).toMatchObject({ answer: 'pushes', happened_or_right: 'pushes', right: 'yes', part: 'test A' });
    expect(row('a-dependency')).toMatchObject({ answer: undefined, right: null });
  });

  it('no name and no sentence of a learner is run by a spreadsheet', () => {
    const text = csvText([...summaryTable([made('=1+1')]), ...answersTable([made('@SUM(A1)')])]);
    expect(text).toContain("'=1+1,");
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text.split(/[,\n]/).filter((field) => /^"?[=@]/.test(field))).toEqual([]);
  });
});
