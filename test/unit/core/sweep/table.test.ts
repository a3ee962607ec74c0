import { describe, expect, it } from 'vitest';
import { tableCsv, tableJson, tableMarkdown } from '../../../../src/core/sweep/exports.ts';
import { betterOf, type Measure, measureRun, USUAL_MEASURE, usualMeasure } from '../../../../src/core/sweep/measure.ts';
import { alikeBest, type Cell, differenceOf, leadOf, resultTable } from '../../../../src/core/sweep/table.ts';

const rows = (...values: (number | undefined)[]) =>
  values.map((value, at) => ({ iteration: at + 1, ...(value === undefined ? {} : { 'reward/mean': value }) }));
const last: Measure = { ...USUAL_MEASURE, window: 1 };
const cell = (name: string, ...values: (number | undefined)[]): Cell => ({
  name,
  runs: values.map((value, at) => ({ id: `${name}${at}`, seed: at + 1, rows: rows(value) })),
});

describe('the number of a run', () => {
  const measured = (values: (number | undefined)[], measure: Partial<Measure>) =>
    measureRun(rows(...values), { ...USUAL_MEASURE, ...measure });

  it('final: the mean of the last rows that have it', () => {
    expect(measured([0, 1, 2, 3], { window: 2 })).toBe(2.5);
    expect(measured([0, 1, undefined, 3, undefined], { window: 2 })).toBe(2);
    expect(measured([1, 2], { window: 10 })).toBe(1.5);
    expect(measured([undefined], {})).toBeNull();
    expect(measured([Number.NaN, 1], { window: 2 })).toBe(1);
  });

  it('leaves the untrained team out of both, unless it is all there is', () => {
    const evaluated = { ...USUAL_MEASURE, metric: 'x' };
    const untrained = { iteration: 0, x: 4 };
    expect(measureRun([untrained, { iteration: 5, x: 1 }], evaluated)).toBe(1);
    expect(measureRun([untrained, { iteration: 5, x: 1 }], { ...evaluated, summary: 'best' })).toBe(1);
    expect(measureRun([untrained], evaluated)).toBe(4);
    expect(usualMeasure('eval/test/mean')).toMatchObject({ window: 1, better: 'higher' });
  });

  it('best: the best mean over rows in a row, by what is better', () => {
    expect(measured([0, 4, 0, 3, 3, 0], { summary: 'best', window: 2 })).toBe(3);
    expect(measured([5, 1, 2, 9], { summary: 'best', window: 2, better: 'lower' })).toBe(1.5);
    expect(measured([5, 1], { summary: 'best', window: 10 })).toBe(3);
  });

  it('area: trapezoids over iterations, per iteration', () => {
    expect(measured([0, 1, 1], { summary: 'area' })).toBe(0.75);
    expect(
      measureRun(
        [
          { iteration: 0, x: 0 },
          { iteration: 10, x: 1 },
          { iteration: 12, x: 1 },
        ],
        { ...USUAL_MEASURE, metric: 'x', summary: 'area' },
      ),
    ).toBe(7 / 12);
    expect(measured([2], { summary: 'area' })).toBe(2);
  });

  it('knows which way is better', () => {
    expect(['reward/mean', 'eval/test/greedy', 'critic/vf_explained_var'].map(betterOf)).toEqual(['higher', 'higher', 'higher']);
    expect(['actor/solver/kl_ref', 'reward/frac_zero_std', 'critic/vf_loss'].map(betterOf)).toEqual(['lower', 'lower', 'lower']);
  });
});

describe('the table', () => {
  it('has mean, interval and best seed of each cell, the best mean first', () => {
    const [first, second, third] = resultTable([cell('low', 1, 2, 3), cell('none', undefined), cell('high', 4, 6, 8)], last);
    expect([first?.name, second?.name, third?.name]).toEqual(['high', 'low', 'none']);
    expect(first).toMatchObject({ cell: 2, mean: 6, missing: 0, difference: null, best: { id: 'high2', seed: 3, value: 8 } });
    // s = 2, t(2) = 4.3027, so ± 4.3027·2/√3 = 4.9683
    expect(first?.interval?.low).toBeCloseTo(6 - 4.9683, 3);
    expect(first?.interval?.high).toBeCloseTo(6 + 4.9683, 3);
    // Paired by seed: −3, −4, −5; s = 1, so ± 4.3027/√3 = 2.4842. Unpaired (Welch) it would be ± 5.5548, and not told apart.
    expect(second?.difference?.mean).toBe(-4);
    expect(second?.difference?.interval.high).toBeCloseTo(-4 + 2.4842, 3);
    expect(second?.difference?.apart).toBe(true);
    expect(third).toMatchObject({ mean: null, missing: 1, best: null, difference: null });
  });

  it('has the lowest first where lower is better', () => {
    const table = resultTable([cell('a', 3, 5), cell('b', 1, 2)], { ...last, better: 'lower' });
    expect(table.map(({ name, best }) => [name, best?.value])).toEqual([
      ['b', 1],
      ['a', 3],
    ]);
  });

  it('tells apart what is far apart, and nothing from one value', () => {
    const seeded = (from: number, ...values: number[]) => values.map((value, at) => ({ seed: from + at, value }));
    expect(differenceOf(seeded(1, 10, 10.1, 9.9), seeded(4, 1, 1.1, 0.9))?.apart).toBe(true);
    expect(differenceOf(seeded(1, 1), seeded(1, 2, 3))).toBeNull();
    expect(differenceOf(seeded(1, 1), seeded(1, 2))).toBeNull();
    expect(differenceOf(seeded(1, 1, 1), seeded(1, 1, 1))).toMatchObject({ mean: 0, apart: false });
    // Other seeds cannot be paired. Equal spreads and sizes: Welch's degrees are 2(n − 1) = 4, t = 2.7764.
    expect(differenceOf(seeded(1, 1, 2, 3), seeded(4, 2, 3, 4))?.interval.high).toBeCloseTo(-1 + 2.7764 * Math.sqrt(2 / 3), 3);
    // The same seeds: every one of them is lower by 1.
    expect(differenceOf(seeded(1, 1, 2, 3), seeded(1, 2, 3, 4))).toEqual({ mean: -1, interval: { low: -1, high: -1 }, apart: true });
  });

  it('counts runs of one seed once, as their mean, and runs of unknown seeds each', () => {
    const runs = [1, 2, 2, null, null].map((seed, at) => ({ id: String(at), seed, rows: rows([1, 2, 6, 3, 3][at]) }));
    const [row] = resultTable([{ name: 'a', runs }], last);
    expect(row).toMatchObject({ seeds: 4, mean: 11 / 4, values: { length: 5 }, best: { value: 6 } });
    // 1, 4, 3, 3: s² = 19/12, t(3) = 3.1824
    expect(row?.interval?.high).toBeCloseTo(11 / 4 + 3.1824 * Math.sqrt(19 / 12 / 4), 3);
    const [twice] = resultTable([{ name: 'b', runs: runs.slice(1, 3) }], last);
    expect(twice).toMatchObject({ seeds: 1, mean: 4, interval: null });
    expect(tableMarkdown([twice!], last)).toContain('| b | 2 of 1 seed | 4 |  |');
    expect(tableCsv([twice!]).split('\n')[1]).toBe('b,2,1,0,4,,,6,2,,,,4');
    // A seed that one of them trained twice is still the same seed: paired, every one lower by 1.
    const [one, other] = [
      [3, 4],
      [4, 4.5, 5.5],
    ].map((values) => values.map((value, at) => ({ seed: Math.min(at, 1), value })));
    expect(differenceOf(one!, other!)).toMatchObject({ mean: -1, interval: { low: -1, high: -1 }, apart: true });
  });

  it('is exported in full as CSV and JSON, and for people as Markdown', () => {
    const table = resultTable([cell('a, "b"', 1, 3), cell('c', 0)], last);
    const [head, first, second] = tableCsv(table).split('\n');
    expect(head).toBe('cell,runs,seeds,missing,mean,low,high,best,best_seed,difference,difference_low,difference_high,seed_1,seed_2');
    expect(first?.startsWith('"a, ""b""",2,2,0,2,')).toBe(true);
    expect(first?.endsWith(',3,2,,,,1,3')).toBe(true);
    expect(second).toBe('c,1,1,0,0,,,0,1,,,,0,');
    expect(JSON.parse(new TextDecoder().decode(tableJson(table, last)))).toMatchObject({
      measure: { metric: 'reward/mean' },
      rows: [{ mean: 2 }, { mean: 0 }],
    });
    const text = tableMarkdown(table, last);
    expect(text).toContain('reward/mean, last value; intervals at 95 %');
    expect(text).toContain('| a, "b" | 2 | 2 | -10.7 to 14.7 | 3 (seed 2) |  |');
  });
});

describe('the row that leads', () => {
  const cells = [cell('a', 1, 2, 3), cell('b', 4, 5, 9)];

  it('leads by what is better, whichever way that is, with the paired interval', () => {
    const higher = leadOf(resultTable(cells, last), last);
    expect(higher).toMatchObject({ first: { name: 'b' }, second: { name: 'a' }, by: 4, apart: false });
    const less = { ...last, better: 'lower' as const };
    const lower = leadOf(resultTable(cells, less), less);
    expect(lower).toMatchObject({ first: { name: 'a' }, by: 4, interval: higher?.interval });
    // 3, 3, 6: s = √3, so ± t(2) · √3/√3
    expect(higher?.interval?.low).toBeCloseTo(4 - 4.3027, 4);
  });

  it('has no interval with a single seed, and needs a second row', () => {
    expect(leadOf(resultTable([cell('a', 1), cell('b', 2)], last), last)).toMatchObject({ by: 1, interval: null, apart: false });
    expect(leadOf(resultTable([cell('a', 1), cell('b', undefined)], last), last)).toBeNull();
  });

  it('has runs that are as good as its best', () => {
    expect(resultTable([cell('a', 1, 3, 3, 3)], last).map(alikeBest)).toEqual([2]);
    expect(resultTable([cell('a', undefined)], last).map(alikeBest)).toEqual([0]);
  });
});
