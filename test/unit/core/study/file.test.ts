import { beforeAll, describe, expect, it } from 'vitest';
import { shiftsOf, simulatedStudy } from '../../../../headless/study/simulate.ts';
import { simulatedRecord } from '../../../../headless/study/simulatedRecord.ts';
import { answersOf, begunAt, delayedTimes, formOf, phaseAfter, phaseOf } from '../../../../src/core/study/course.ts';
import { PHASES, type StudyEvent, type StudyRecord, studyEventSchema } from '../../../../src/core/study/events.ts';
import { headerLine, readStudy, STUDY_FIELDS, studyText } from '../../../../src/core/study/file.ts';
import { parseStudyLink } from '../../../../src/core/study/link.ts';
import { learningOf, testScore, timeInSight } from '../../../../src/core/study/scores.ts';

const link = parseStudyLink('lazy-team.spring-2026.7');
let whole: StudyRecord;

beforeAll(() => {
  const participant = simulatedStudy(link, 12, shiftsOf({ lesson: 0, predictFirst: 0 }), 1).find(({ tests }) => tests.delayed);
  if (!participant) throw new Error('nobody stayed');
  whole = simulatedRecord(link, participant);
});

const refused = (text: string): unknown => {
  try {
    readStudy(text, 'one.jsonl');
  } catch (error) {
    return (error as { readonly fault?: { readonly params?: { readonly found?: string; readonly line?: number } } }).fault?.params;
  }
  return null;
};
const withEvents = (change: (events: StudyEvent[]) => readonly StudyEvent[]): string =>
  studyText({ ...whole, events: change(structuredClone(whole.events) as StudyEvent[]) });

describe('a participant’s file', () => {
  it('is read as it was written, and at every point of the participation', () => {
    expect(readStudy(studyText(whole), 'one.jsonl')).toEqual(whole);
    for (let events = 0; events < whole.events.length; events += 7) {
      const part = { ...whole, events: whole.events.slice(0, events) };
      expect(readStudy(studyText(part), 'one.jsonl')).toEqual(part);
    }
  });

  it('says in its first line what every field means', () => {
    const { fields } = JSON.parse(studyText(whole).split('\n')[0] ?? '') as { readonly fields: object };
    expect(fields).toEqual(STUDY_FIELDS);
    const kinds = studyEventSchema.options.map(({ shape }) => [shape.kind.value, Object.keys(shape).filter((field) => field !== 'kind')]);
    for (const [kind, names] of kinds as [keyof typeof STUDY_FIELDS, string[]][])
      expect(Object.keys(STUDY_FIELDS[kind]).sort(), kind).toEqual(names.sort());
    expect(Object.keys(STUDY_FIELDS).sort()).toEqual(['header', ...kinds.map(([kind]) => kind)].sort());
    expect(Object.keys(STUDY_FIELDS.header).sort()).toEqual([...Object.keys(whole.header), 'fields'].sort());
  });

  it('is refused with its line where it could not have come about', () => {
    const first = whole.events.findIndex(({ kind }) => kind === 'answer');
    const answer = whole.events[first] as Extract<StudyEvent, { kind: 'answer' }>;
    const line = first + 2;
    const cases: readonly (readonly [string, string, number])[] = [
      [studyText(whole).slice(0, -1), 'cut', whole.events.length + 1],
      [`${studyText(whole)}{\n`, 'json', whole.events.length + 2],
      ['', 'header', 1],
      [headerLine({ ...whole.header, version: 2 as 1 }), 'header', 1],
      [headerLine({ ...whole.header, participant: 'p 1' }), 'header', 1],
      [`${JSON.stringify(whole.header)}\n`, 'header', 1],
      [headerLine({ ...whole.header, order: whole.header.order === 'AB' ? 'BA' : 'AB' }), 'assignment', 1],
      [withEvents((events) => events.slice(1)), 'place', 2],
      [
        withEvents((events) => events.map((event) => (event === events[0] ? { ...event, phase: 'post' } : event) as StudyEvent)),
        'phase',
        2,
      ],
      [withEvents((events) => [{ ...(events[0] as StudyEvent), at: 0 }, ...events.slice(1)]), 'time', 2],
      [withEvents((events) => events.toSpliced(first, 1, { ...answer, right: !answer.right })), 'right', line],
      [withEvents((events) => events.toSpliced(first, 1, { ...answer, option: 'none-such' })), 'item', line],
      [withEvents((events) => events.toSpliced(first, 1, { ...answer, item: 'c-none' })), 'item', line],
      [withEvents((events) => events.toSpliced(first, 0, answer)), 'twice', line + 1],
      [withEvents((events) => events.toSpliced(first, 1, { ...answer, test: 'post' })), 'place', line],
      [withEvents((events) => events.toSpliced(first, 0, { kind: 'hint', at: answer.at, step: 'one' })), 'place', line],
      [withEvents((events) => events.toSpliced(first, 0, { ...answer, more: 1 } as StudyEvent)), 'event', line],
      ['x'.repeat(2_000_001), 'large', 1],
    ];
    for (const [text, found, at] of cases) expect(refused(text), found).toMatchObject({ found, line: at });
  });
});

describe('what follows from a record', () => {
  it('is where the participant is', () => {
    const walked = PHASES.map((_, index) => PHASES.slice(0, index).reduce((phase) => phaseAfter(phase, 'predict-first'), 'pre'));
    expect(walked).toEqual(PHASES);
    expect(phaseAfter('pre', 'lesson')).toBe('learn');
    expect(phaseOf({ events: [] })).toBe('pre');
    expect(phaseOf(whole)).toBe('done');
    const over = begunAt(whole, 'wait') ?? Number.NaN;
    expect(delayedTimes(whole)).toEqual({ opens: over + 6 * 86_400_000, announced: over + 7 * 86_400_000 });
    expect(delayedTimes({ events: [] })).toBeNull();
  });

  it('is which form a test takes: the delayed one that of the pre-test', () => {
    expect((['pre', 'post', 'delayed'] as const).map((test) => formOf(test, 'AB'))).toEqual(['A', 'B', 'A']);
    expect((['pre', 'post', 'delayed'] as const).map((test) => formOf(test, 'BA'))).toEqual(['B', 'A', 'B']);
  });

  it('is the score of each test that was finished, and of none that was not', () => {
    const right = [...answersOf(whole, 'pre').values()].filter((answer) => answer.right).length;
    expect(testScore(whole, 'pre')).toMatchObject({ score: right, left: 0, changed: 0 });
    expect(testScore({ ...whole, events: whole.events.slice(0, 20) }, 'pre')).toBeNull();
    expect(learningOf(whole)).toMatchObject({ steps: 12, backSteps: 0, predicted: null });
  });

  it('is the time in sight: less what lies between away and back, or before the page was opened again', () => {
    const event = (kind: 'away' | 'back' | 'opened' | 'hint', at: number): StudyEvent =>
      kind === 'hint' ? { kind, at, step: 'x' } : { kind, at };
    const events = [event('hint', 10), event('away', 20), event('back', 50), event('hint', 60), event('opened', 90), event('hint', 95)];
    expect(timeInSight(events, 0, 100)).toBe(20 + 10 + 10);
    expect(timeInSight([event('away', 30), event('opened', 70)], 0, 100)).toBe(30 + 30);
    expect(timeInSight([], 5, 9)).toBe(4);
  });
});
