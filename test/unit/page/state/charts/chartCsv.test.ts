import { describe, expect, it } from 'vitest';
import Papa from 'papaparse';
import { allChartsCsv, chartCsv, manyRunsCsv } from '../../../../../src/page/state/charts/chartCsv.ts';
import type { MetricsRow } from '../../../../../src/page/state/runs/types.ts';
import { run } from '../../../core/episode/records.ts';

/** More rows than a chart draws, with numbers that no short form holds. */
const metrics: readonly MetricsRow[] = Array.from({ length: 1000 }, (_, iteration) => ({
  iteration,
  'reward/mean': Math.sin(iteration) / 3,
  ...(iteration % 10 === 0 ? { 'reward/greedy': 1 / (iteration + 3) } : {}),
  'actor/planner/entropy': 1e-9 * iteration,
}));
const timing: readonly MetricsRow[] = metrics.slice(1).map(({ iteration }) => ({ iteration: iteration!, 'perf/tokens_per_s': 900.5 }));
const charted = run({ metrics, timing });

/** Read by a library, as rows by column; empty fields are left out. */
function read(csv: string): Record<string, number>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data.map((row) =>
    Object.fromEntries(Object.entries(row).flatMap(([name, value]) => (value === '' ? [] : [[name, Number(value)]]))),
  );
}

describe('a chart as CSV', () => {
  it('is the very numbers of the metrics rows, all of them, under their own names', () => {
    const names = ['iteration', 'reward/mean', 'reward/greedy'];
    const expected = metrics.map((row) => Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : []))));
    expect(read(chartCsv(charted, 'reward'))).toEqual(expected);
    expect(read(chartCsv(charted, 'tokensPerSecond'))).toEqual(timing);
  });

  it('holds all charts in one file, times beside metrics', () => {
    const rows = read(allChartsCsv(charted));
    expect(rows).toEqual(metrics.map((row, index) => ({ ...row, ...(index === 0 ? {} : { 'perf/tokens_per_s': 900.5 }) })));
  });

  it('has its head alone where nothing was measured', () => {
    expect(chartCsv(run(), 'reward')).toBe('iteration\r\n');
  });

  it('tells of many runs mean, interval, number and each run, whatever they are called', () => {
    const name = 'a "b",\nc';
    const csv = manyRunsCsv(
      [
        {
          id: 'g',
          label: name,
          runs: [
            {
              id: '1',
              label: 's1',
              metrics: [
                { iteration: 1, x: 0.5 },
                { iteration: 2, x: 3 },
              ],
            },
            { id: '2', label: 's2', metrics: [{ iteration: 1, x: 1.5 }] },
          ],
        },
      ],
      'x',
    );
    const [first, second] = read(csv);
    expect(first).toMatchObject({
      iteration: 1,
      [`x ${name} mean`]: 1,
      [`x ${name} n`]: 2,
      [`x ${name} / s1`]: 0.5,
      [`x ${name} / s2`]: 1.5,
    });
    // t(1) = 12.7062, s/√n = 0.5.
    expect(first?.[`x ${name} high`]).toBeCloseTo(1 + 12.7062 * 0.5, 4);
    expect(second).toEqual({ iteration: 2, [`x ${name} mean`]: 3, [`x ${name} n`]: 1, [`x ${name} / s1`]: 3 });
  });
});
