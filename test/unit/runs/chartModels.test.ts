import { describe, expect, it } from 'vitest';
import { CHART_IDS, chartModel, extentOf } from '../../../src/stores/runs/chartModels.ts';
import { smooth } from '../../../src/stores/runs/series.ts';
import type { MetricsRow } from '../../../src/stores/runs/types.ts';
import { run } from './records.ts';

const metrics: readonly MetricsRow[] = [
  { iteration: 0, 'reward/mean': 0.25, 'reward/greedy': 0.3 },
  { iteration: 1, 'reward/mean': 0.35, 'actor/planner/ppo_kl': 0.002, 'actor/solver/ppo_kl': 0.004 },
  { iteration: 2, 'reward/mean': 0.6, 'reward/greedy': 0.7, 'actor/planner/ppo_kl': 0.001, 'actor/solver/ppo_kl': 0.003 },
];
const timing: readonly MetricsRow[] = [
  { iteration: 1, 'perf/tokens_per_s': 900 },
  { iteration: 2, 'perf/tokens_per_s': 1100 },
];

describe('chartModel', () => {
  it('draws reward with its greedy dots and the untrained level', () => {
    const model = chartModel(run({ metrics }), 'reward', { smoothing: 0 });
    expect(model.lines.map(({ metric, mark }) => [metric, mark])).toEqual([
      ['reward/mean', 'line'],
      ['reward/greedy', 'dots'],
    ]);
    expect(model.rows.map((row) => [row['iteration'], row['reward/mean'], row['reward/greedy']])).toEqual([
      [0, 0.25, 0.3],
      [1, 0.35, null],
      [2, 0.6, 0.7],
    ]);
    expect(model.references).toEqual([{ id: 'untrained', value: 0.25 }]);
  });

  it('does not call a later row the untrained level', () => {
    expect(chartModel(run({ metrics: metrics.slice(2) }), 'reward', { smoothing: 0 }).references).toEqual([]);
  });

  it('gives each agent its line and place, and leaves out what was never measured', () => {
    const model = chartModel(run({ metrics }), 'klOldNew', { smoothing: 0 });
    expect(model.lines.map(({ role, agent }) => [role, agent])).toEqual([
      ['planner', 0],
      ['solver', 1],
    ]);
    expect(model.references).toEqual([{ id: 'targetKl', value: 0.003 }]);
    expect(chartModel(run({ metrics }), 'entropy', { smoothing: 0 }).lines).toEqual([]);
  });

  it('smooths lines over an underlay of the data, never dots', () => {
    const model = chartModel(run({ metrics }), 'reward', { smoothing: 0.5 });
    const smoothed = smooth([0.25, 0.35, 0.6], 0.5);
    expect(model.rows.map((row) => row['reward/mean'])).toEqual(smoothed);
    expect(model.rows.map((row) => row['reward/mean:raw'])).toEqual([0.25, 0.35, 0.6]);
    expect(model.rows.map((row) => row['reward/greedy'])).toEqual([0.3, null, 0.7]);
  });

  it('smooths the whole run before thinning it, so length does not change a curve’s shape', () => {
    const rows = Array.from({ length: 5000 }, (_, iteration) => ({ iteration, 'reward/mean': iteration % 7 === 0 ? 1 : 0 }));
    const model = chartModel(run({ metrics: rows }), 'reward', { smoothing: 0.9 });
    const full = smooth(
      rows.map((row) => row['reward/mean']),
      0.9,
    );
    expect(model.rows.length).toBeLessThanOrEqual(300);
    for (const row of model.rows) if (row['reward/mean'] !== null) expect(full).toContain(row['reward/mean']);
  });

  it('tables every measured row as it was, unsmoothed', () => {
    const model = chartModel(run({ metrics }), 'klOldNew', { smoothing: 0.9 });
    expect(model.table).toEqual(metrics.slice(1));
    expect(extentOf(model, 'actor/planner/ppo_kl')).toEqual({ first: 0.002, last: 0.001 });
  });

  it('holds explained variance to −1…1 in the picture only, and tells what lies beyond', () => {
    const name = 'critic/vf_explained_var';
    const measured = [0.5, -124, 0.5, -1, 1];
    const rows = measured.map((value, iteration) => ({ iteration, [name]: value }));
    const model = chartModel(run({ metrics: rows }), 'explainedVariance', { smoothing: 0.5 });
    const [line] = model.lines;
    expect(model.limits).toEqual([-1, 1]);
    expect(
      model.rows.map((row) => row[name]),
      'the mean after it is not dragged out of the picture',
    ).toEqual(smooth([0.5, -1, 0.5, -1, 1], 0.5));
    expect(model.rows.map((row) => row[line?.raw ?? ''])).toEqual([0.5, -1, 0.5, -1, 1]);
    expect(
      model.rows.map((row) => row[line?.beyond ?? '']),
      'as measured',
    ).toEqual([null, -124, null, null, null]);
    expect(model.table.map((row) => row[name])).toEqual(measured);
    expect(chartModel(run({ metrics }), 'reward', { smoothing: 0 })).toMatchObject({ limits: null, lines: [{}, {}] });
  });

  it('takes speed from the timing file and survives a run without any row', () => {
    expect(chartModel(run({ timing }), 'tokensPerSecond', { smoothing: 0 }).rows.map((row) => row['perf/tokens_per_s'])).toEqual([
      900, 1100,
    ]);
    for (const id of CHART_IDS)
      expect(chartModel(run(), id, { smoothing: 0.5 })).toMatchObject({ lines: [], rows: [], references: [], table: [] });
  });
});
