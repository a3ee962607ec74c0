import { describe, expect, it } from 'vitest';
import { mean, studentInterval } from '../../../../../src/core/statistics/intervals.ts';
import {
  isCut,
  manyRunsModel,
  manyRunsTable,
  metricNames,
  nearestRun,
  type RunGroup,
} from '../../../../../src/page/state/charts/manyRuns.ts';
import { smooth } from '../../../../../src/page/state/runs/series.ts';
import type { MetricsRow } from '../../../../../src/page/state/runs/types.ts';

const METRIC = 'reward/mean';

/** A run whose values are `values` from iteration 1 on. */
function oneRun(id: string, values: readonly number[], offset?: number) {
  const metrics = values.map((value, index) => ({ iteration: index + 1, [METRIC]: value }));
  return { id, label: `seed ${id}`, metrics, ...(offset === undefined ? {} : { offset }) };
}

const three: RunGroup = { id: 'a', label: 'A', runs: [oneRun('1', [0, 1, 2, 4]), oneRun('2', [2, 3, 4]), oneRun('3', [1, 5, 0, 8])] };

describe('manyRunsModel', () => {
  it('is the mean and Student’s interval over the runs that are there, and says how many', () => {
    const { x, groups } = manyRunsModel([three], METRIC, { smoothing: 0 });
    expect(x).toEqual([1, 2, 3, 4]);
    const at = [
      [0, 2, 1],
      [1, 3, 5],
      [2, 4, 0],
      [4, 8],
    ];
    const [group] = groups;
    expect(group?.mean).toEqual(at.map(mean));
    expect(group?.count).toEqual([3, 3, 3, 2]);
    expect(group?.low).toEqual(at.map((values) => studentInterval(values)?.low));
    expect(group?.high).toEqual(at.map((values) => studentInterval(values)?.high));
    // By hand: mean 1, s = 1, t(2) = 4.3027.
    expect(group?.high[0]).toBeCloseTo(1 + 4.3027 / Math.sqrt(3), 3);
    expect(group?.lines.map(({ run, values }) => [run, values])).toEqual([
      ['1', [0, 1, 2, 4]],
      ['2', [2, 3, 4, null]],
      ['3', [1, 5, 0, 8]],
    ]);
  });

  it('ends bands and lines at what is possible, and tells the interval and the values as they are', () => {
    const KL = 'actor/solver/kl_ref';
    const run = (id: string, values: readonly number[]) => ({
      id,
      label: id,
      metrics: values.map((value, index) => ({ iteration: index + 1, [KL]: value })),
    });
    const group: RunGroup = { id: 'a', label: 'A', runs: [run('1', [0.1, -0.2, 0.4]), run('2', [0.5, 0.1, 0])] };
    const model = manyRunsModel([group], KL, { smoothing: 0 });
    const [one] = model.groups;
    const interval = studentInterval([0.1, 0.5]);
    expect(interval?.low).toBeLessThan(0);
    expect(one?.low.every((value) => value === 0)).toBe(true);
    expect(one?.half[0]).toBeCloseTo(((interval?.high ?? 0) - (interval?.low ?? 0)) / 2, 12);
    expect(one?.high[0]).toBe(interval?.high);
    expect(one?.mean[0]).toBeCloseTo(0.3, 12);
    expect(one?.mean[1]).toBe(0);
    expect(one?.lines.map(({ values }) => values[1])).toEqual([0, 0.1]);
    expect(model.limits?.[0]).toBe(0);
    expect(model.extent?.[0]).toBe(0);
    expect(one?.measured).toEqual([null, null, null]);
    // What is drawn is smoothed: beside it stands what was measured, which is neither smoothed nor held.
    const smoothed = manyRunsModel([group], KL, { smoothing: 0.8, range: [2, 3] }).groups[0];
    expect(smoothed?.measured[0]).toBeCloseTo(-0.05, 12);
    expect(smoothed?.measured[1]).toBeCloseTo(0.2, 12);
    expect(smoothed?.mean[1]).toBeCloseTo(mean([smooth([0.1, -0.2, 0.4], 0.8)[2]!, smooth([0.5, 0.1, 0], 0.8)[2]!]), 12);
  });

  it('gives the picture to the lines: bands that are far wider end at its edge, and it is said', () => {
    // Of two seeds 0.4 and 0.6 the interval is 0.5 ± 1.27.
    const wide: RunGroup = { id: 'a', label: 'A', runs: [oneRun('1', [0.4, 0.4]), oneRun('2', [0.6, 0.6])] };
    const model = manyRunsModel([wide], METRIC, { smoothing: 0 });
    expect(model.groups[0]?.low[0]).toBeLessThan(-0.7);
    expect(model.extent?.[0]).toBeCloseTo(0.2, 12);
    expect(model.extent?.[1]).toBeCloseTo(0.8, 12);
    expect(isCut(model, model.extent ?? [0, 0])).toBe(true);
    const narrow: RunGroup = { ...wide, runs: [...wide.runs, ...['3', '4', '5', '6'].map((id) => oneRun(id, [0.5, 0.5]))] };
    const all = manyRunsModel([narrow], METRIC, { smoothing: 0 });
    expect(all.extent).toEqual([0.4, 0.6]);
    expect(isCut(all, all.extent ?? [0, 0])).toBe(false);
    // Of runs that are alike a band is all there is to see.
    const alike = manyRunsModel([{ ...wide, runs: [oneRun('1', [2, 2]), oneRun('2', [2, 2])] }], METRIC, { smoothing: 0 });
    expect(alike.extent).toEqual([2, 2]);
  });

  it('counts runs of one seed once, as their mean', () => {
    const runs = [oneRun('1', [0, 1]), oneRun('2', [2, 3]), oneRun('3', [4, 5])].map((run, at) => ({ ...run, seed: Math.min(at, 1) }));
    const [group] = manyRunsModel([{ id: 'a', label: 'A', runs }], METRIC, { smoothing: 0 }).groups;
    expect(group).toMatchObject({ mean: [1.5, 2.5], count: [3, 3] });
    const interval = studentInterval([0, 3]);
    expect(group?.half[0]).toBeCloseTo(((interval?.high ?? 0) - (interval?.low ?? 0)) / 2, 12);
    // Of one seed alone there is no interval, however often it was trained.
    const [alone] = manyRunsModel([{ id: 'a', label: 'A', runs: runs.slice(1) }], METRIC, { smoothing: 0 }).groups;
    expect(alone).toMatchObject({ mean: [3, 4], low: [null, null], high: [null, null] });
  });

  it('smooths each run over its own whole length before it averages', () => {
    const { groups } = manyRunsModel([three], METRIC, { smoothing: 0.7 });
    const [first, second, third] = [
      [0, 1, 2, 4],
      [2, 3, 4],
      [1, 5, 0, 8],
    ].map((values) => smooth(values, 0.7));
    expect(groups[0]?.mean[2]).toBeCloseTo(mean([first![2]!, second![2]!, third![2]!]), 12);
    expect(groups[0]?.mean[3]).toBeCloseTo(mean([first![3]!, third![3]!]), 12);
    // Zooming shows the same curve, not one that was smoothed anew.
    const part = manyRunsModel([three], METRIC, { smoothing: 0.7, range: [2, 4] });
    expect(part.x).toEqual([2, 3, 4]);
    expect(part.groups[0]?.mean).toEqual(groups[0]?.mean.slice(1));
    expect(part.shown).toEqual([2, 4]);
    expect(part.whole).toEqual([0, 4]);
  });

  it('has no interval where one run is alone, and draws what a lone run measured', () => {
    const [group] = manyRunsModel([{ id: 'b', label: 'B', runs: [oneRun('1', [3, 4])] }], METRIC, { smoothing: 0 }).groups;
    expect(group).toMatchObject({ mean: [3, 4], low: [null, null], high: [null, null], count: [1, 1] });
  });

  it('begins a fork at its parent’s iteration', () => {
    const forked: RunGroup = { id: 'c', label: 'C', runs: [oneRun('parent', [1, 2, 3]), oneRun('fork', [7, 8], 2)] };
    const { x, groups, whole } = manyRunsModel([forked], METRIC, { smoothing: 0 });
    expect(x).toEqual([1, 2, 3, 4]);
    expect(groups[0]?.lines[1]?.values).toEqual([null, null, 7, 8]);
    expect(groups[0]?.count).toEqual([1, 1, 2, 1]);
    expect(whole).toEqual([0, 4]);
  });

  it('thins long runs by extremes, all lines at the same iterations, and a zoom shows what was left out', () => {
    const length = 5000;
    const values = Array.from({ length }, (_, index) => (index === 3456 ? 100 : (index * 7919) % 13));
    const long: RunGroup = {
      id: 'd',
      label: 'D',
      runs: [
        oneRun('1', values),
        oneRun(
          '2',
          values.map((value) => value + 1),
        ),
      ],
    };
    const model = manyRunsModel([long], METRIC, { smoothing: 0 });
    expect(model.x.length).toBeLessThanOrEqual(600);
    for (const { values: drawn } of model.groups[0]!.lines) expect(drawn.length).toBe(model.x.length);
    expect(model.groups[0]?.mean.length).toBe(model.x.length);
    expect(model.groups[0]?.count.length).toBe(model.x.length);
    expect(model.groups[0]?.lines[0]?.values, 'the peak is not lost').toContain(100);
    expect(model.extent).toEqual([expect.any(Number), expect.any(Number)]);
    expect(model.extent![1]).toBeGreaterThanOrEqual(101);
    const part = manyRunsModel([long], METRIC, { smoothing: 0, range: [3450, 3470] });
    expect(part.bucket).toBe(1);
    expect(part.groups[0]?.lines[0]?.values).toEqual(values.slice(3449, 3470));
  });

  it('joins what evaluations measured, and never smooths it', () => {
    const metrics: readonly MetricsRow[] = [
      { iteration: 0, 'reward/greedy': 0.2 },
      { iteration: 1 },
      { iteration: 2, 'reward/greedy': 0.8 },
    ];
    const evaluated: RunGroup = { id: 'e', label: 'E', runs: [{ id: '1', label: '1', metrics }] };
    const model = manyRunsModel([evaluated], 'reward/greedy', { smoothing: 0.9 });
    expect(model.joined).toBe(true);
    expect(model.groups[0]?.mean).toEqual([0.2, null, 0.8]);
  });

  it('shows zero for amounts, and while zoomed in only what is there', () => {
    expect(manyRunsModel([three], METRIC, { smoothing: 0 }).fromZero).toBe(true);
    expect(manyRunsModel([three], METRIC, { smoothing: 0, range: [2, 4] }).fromZero).toBe(false);
    expect(manyRunsModel([three], 'actor/x/pg_loss', { smoothing: 0 }).fromZero).toBe(false);
  });

  it('holds explained variance to what a critic can explain, in the picture only', () => {
    const name = 'critic/vf_explained_var';
    const metrics = [-124, 0.5].map((value, iteration) => ({ iteration, [name]: value }));
    const groups: readonly RunGroup[] = [{ id: 'f', label: 'F', runs: [{ id: '1', label: '1', metrics }] }];
    expect(manyRunsModel(groups, name, { smoothing: 0 }).extent).toEqual([-1, 0.5]);
    expect(manyRunsTable(groups, name)[0]?.groups['f']?.mean).toBe(-124);
  });

  it('leaves out groups without the metric, and survives having nothing at all', () => {
    const other: RunGroup = { id: 'g', label: 'G', runs: [{ id: 'x', label: 'x', metrics: [{ iteration: 1 }] }] };
    expect(manyRunsModel([other, three], METRIC, { smoothing: 0.5 }).groups.map(({ id }) => id)).toEqual(['a']);
    expect(manyRunsModel([], METRIC, { smoothing: 0.5 })).toMatchObject({ x: [], groups: [], extent: null });
    expect(manyRunsModel([other], METRIC, { smoothing: 0.5, range: [3, 9] })).toMatchObject({ groups: [], extent: null });
  });
});

describe('manyRunsTable', () => {
  it('tells mean, interval, count and every run as measured', () => {
    const rows = manyRunsTable([three], METRIC);
    expect(rows.map(({ iteration }) => iteration)).toEqual([1, 2, 3, 4]);
    expect(rows[3]?.groups['a']).toMatchObject({ mean: 6, count: 2, runs: { 1: 4, 3: 8 } });
    expect(manyRunsTable([three], METRIC, [2, 3]).map(({ iteration }) => iteration)).toEqual([2, 3]);
  });
});

describe('nearestRun', () => {
  it('is the line that passes nearest, within reach', () => {
    const model = manyRunsModel([three], METRIC, { smoothing: 0 });
    expect(nearestRun(model, 1, 3.2, 1)).toBe('2');
    expect(nearestRun(model, 3, 6.9, 1)).toBeNull();
    expect(nearestRun(model, 9, 1, 10)).toBeNull();
  });
});

describe('metricNames', () => {
  it('are those any run has, iteration apart', () => {
    expect(
      metricNames([three, { id: 'z', label: 'Z', runs: [{ id: 'y', label: 'y', metrics: [{ iteration: 1, 'eval/x': 1 }] }] }]),
    ).toEqual([METRIC, 'eval/x']);
  });
});
