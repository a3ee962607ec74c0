import { describe, expect, it } from 'vitest';
import { analysed } from '../../../../headless/study/analysis.ts';
import { effectsOf, isApart } from '../../../../headless/study/effects.ts';
import { readStudies } from '../../../../headless/study/files.ts';
import { formStatistics } from '../../../../headless/study/itemStatistics.ts';
import { participantOf } from '../../../../headless/study/participants.ts';
import { outcomesOf, powerRows } from '../../../../headless/study/power.ts';
import { studyReport } from '../../../../headless/study/report.ts';
import { ASSUMED, expectedScore, scoreOf, shiftsOf, type Simulated, simulatedStudy } from '../../../../headless/study/simulate.ts';
import { simulatedRecord } from '../../../../headless/study/simulatedRecord.ts';
import { studyText } from '../../../../src/core/study/file.ts';
import { parseStudyLink } from '../../../../src/core/study/link.ts';

const link = parseStudyLink('lazy-team.spring-2026.7');
const NOTHING = shiftsOf({ lesson: 0, predictFirst: 0 });
const filesOf = (participants: readonly Simulated[]) =>
  participants.map((one) => ({ name: `${one.code}.jsonl`, text: studyText(simulatedRecord(link, one)) }));
const throughFiles = (participants: readonly Simulated[]) => {
  const read = readStudies(filesOf(participants));
  if (!read) throw new Error('no files');
  return analysed(read.link, read.records);
};

describe('the analysis of a study, from files of simulated participants', () => {
  it('recovers the effects that were planted, in the second test and in part in the delayed one', () => {
    const planted = { lesson: 2.5, predictFirst: -1.5 };
    const { post, delayed, conditions } = throughFiles(simulatedStudy(link, 120, shiftsOf(planted), 3));
    const [lesson, predictFirst, both] = post.effects;
    expect([lesson?.of, lesson?.than, predictFirst?.of, both?.than]).toEqual(['lesson', 'text', 'predict-first', 'text']);
    for (const [effect, size] of [
      [lesson, planted.lesson],
      [predictFirst, planted.predictFirst],
      [both, planted.lesson + planted.predictFirst],
    ] as const) {
      expect(effect?.interval.low).toBeLessThan(size);
      expect(effect?.interval.high).toBeGreaterThan(size);
    }
    expect(lesson && isApart(lesson)).toBe(true);
    expect(delayed.effects[0]?.estimate).toBeGreaterThan(0);
    expect(delayed.count).toBeLessThan(post.count);
    expect(conditions.map(({ began }) => began)).toEqual([40, 40, 40]);
    expect(conditions.reduce((sum, { left }) => sum + left, 0)).toBe(120 - post.count);
  });

  it('has the same numbers as the simulated answers themselves', () => {
    const participants = simulatedStudy(link, 60, shiftsOf({ lesson: 1, predictFirst: 0 }), 5);
    expect(throughFiles(participants).post.effects).toEqual(effectsOf(outcomesOf(participants)));
  });

  it('claims no effect where there is none, in 95 % of small studies; its intervals hold a planted one as often', () => {
    const rows = powerRows(link, 36, [0, 1.5], 150, 11);
    // Of 150 at 95 %, chance leaves 135 to 148 with probability 0.99.
    expect(rows[0]?.power).toBeLessThanOrEqual(1 - 135 / 150);
    expect(rows[0]?.power).toBeGreaterThanOrEqual(1 - 148 / 150);
    for (const { coverage } of rows) {
      expect(coverage).toBeGreaterThanOrEqual(135 / 150);
      expect(coverage).toBeLessThanOrEqual(148 / 150);
    }
    expect(rows[1]?.power).toBeGreaterThan(2 * (rows[0]?.power ?? 1));
  });

  it('is told in sentences, unknown numbers as unknown', () => {
    const report = studyReport(throughFiles(simulatedStudy(link, 36, NOTHING, 2)));
    expect(report).toMatch(/^Study lazy-team\.spring-2026\.7: 36 participants\./);
    expect(report).toMatch(/lesson less text: [+−]\d\.\d\d items \[[+−]\d\.\d\d, [+−]\d\.\d\d\].*told apart from 0/);
    expect(report).toContain('share of predictions that came true: lesson unknown');
    expect(report).toMatch(/a-normalised: 0\.\d\d, /);
    expect(studyReport(throughFiles(simulatedStudy(link, 3, NOTHING, 2)))).toContain('too few participants to say');
  });
});

describe('the simulated participants', () => {
  it('score as the model expects', () => {
    const scores = outcomesOf(simulatedStudy(link, 1500, NOTHING, 1));
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    // Standard error 0.07.
    expect(mean(scores.map(({ score }) => score))).toBeCloseTo(expectedScore(ASSUMED.growth), 0);
    expect(Math.abs(mean(scores.map(({ score }) => score)) - expectedScore(ASSUMED.growth))).toBeLessThan(0.25);
    expect(expectedScore(-50)).toBeCloseTo(3, 6);
    expect(expectedScore(50)).toBeCloseTo(12, 6);
  });
});

describe('files of participants', () => {
  const [first, second] = simulatedStudy(link, 2, NOTHING, 9) as [Simulated, Simulated];
  const record = simulatedRecord(link, first);
  const file = (name: string, text: string) => ({ name, text });

  it('of one participant: the longest counts, if it goes on from the others', () => {
    const early = file('early.jsonl', studyText({ ...record, events: record.events.slice(0, 9) }));
    const late = file('late.jsonl', studyText(record));
    for (const files of [
      [early, late],
      [late, early, late],
    ])
      expect(readStudies(files)?.records).toEqual([record]);
    const other = { ...record, header: { ...record.header, language: 'zh' as const } };
    expect(() => readStudies([early, file('other.jsonl', studyText(other))])).toThrow('same code');
  });

  it('of two studies are refused; no files are none', () => {
    const elsewhere = parseStudyLink('lazy-team.autumn.7');
    const [one] = simulatedStudy(elsewhere, 1, NOTHING, 9) as [Simulated];
    const files = [file('a', studyText(simulatedRecord(link, second))), file('b', studyText(simulatedRecord(elsewhere, one)))];
    expect(() => readStudies(files)).toThrow('another study');
    expect(readStudies([])).toBeNull();
  });

  it('are left out by the rules that were laid down', () => {
    const excluded = (change: (events: (typeof record.events)[number]) => (typeof record.events)[number], taken = false) =>
      participantOf({ header: { ...record.header, taken }, events: record.events.map(change) }).excluded;
    const { consented } = record.header;
    expect(excluded((event) => event)).toBeNull();
    expect(excluded((event) => event, true)).toBe('taken');
    expect(excluded((event) => ({ ...event, at: consented + (event.at - consented) / 100 }))).toBe('quick');
    expect(excluded((event) => ({ ...event, at: consented + (event.at - consented) * 60 }))).toBe('sitting');
  });
});

describe('statistics of items', () => {
  it('are shares, correlations with the rest, and KR-20', () => {
    // KR-20 by hand: p = ¾, ½, ¼; Σ pq = 5/8; scores 3, 2, 1, 0 with variance 5/4; 3/2 (1 − ½) = ¾.
    const rows = [
      { a: true, b: true, c: true },
      { a: true, b: true, c: false },
      { a: true, b: false, c: false },
      { a: false, b: false, c: false },
    ];
    const statistics = formStatistics(rows);
    expect(statistics?.reliability).toBeCloseTo(0.75, 12);
    expect(statistics?.items.map(({ difficulty }) => difficulty)).toEqual([0.75, 0.5, 0.25]);
    // a against b + c = 2, 1, 0, 0: covariance 1/4, variances 1/4 and 11/12.
    expect(statistics?.items[0]?.discrimination).toBeCloseTo(0.25 / Math.sqrt((0.25 * 11) / 12), 12);
    expect(formStatistics([{ a: true }, { a: true }])?.items[0]?.discrimination).toBeNull();
    expect(formStatistics([])).toBeNull();
  });

  it('of effects: no model of too few, and none of conditions that nobody had', () => {
    const outcome = (condition: 'lesson' | 'text', pre: number, score: number) => ({ condition, order: 'AB' as const, pre, score });
    expect(effectsOf([])).toEqual([]);
    expect(effectsOf([outcome('lesson', 1, 2), outcome('text', 2, 3)])).toEqual([]);
    const exact = [1, 2, 5, 7].flatMap((pre) => [outcome('lesson', pre, pre + 3), outcome('text', pre, pre + 1)]);
    const found = effectsOf(exact);
    expect(found).toHaveLength(1);
    expect(found[0]?.estimate).toBeCloseTo(2, 10);
  });
});

it('counts right answers', () => {
  expect(scoreOf({ right: [true, false, true] })).toBe(2);
});
