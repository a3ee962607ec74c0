import { valueAxis } from '../../../../../src/page/kit/plot/valueAxis.ts';
import { describe, expect, it } from 'vitest';
import { CHART_IDS, chartModel, chartsOf, extentOf } from '../../../../../src/page/state/charts/chartModels.ts';
import { smooth } from '../../../../../src/page/state/runs/series.ts';
import type { MetricsRow } from '../../../../../src/page/state/runs/types.ts';
import { document, run } from '../../../core/episode/records.ts';
import type { TrainingSettings } from '../../../../../src/core/document/schema.ts';

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

  it('ends a KL at 0, tells an estimate below it, and does not bend the mean around it', () => {
    const name = 'actor/solver/kl_ref';
    const measured = [0.2, -0.1, 0.1, -0.001, -0.1, -0.1];
    const rows = measured.map((value, iteration) => ({ iteration, [name]: value }));
    const model = chartModel(run({ metrics: rows }), 'klRef', { smoothing: 0.5 });
    const [line] = model.lines;
    const mean = smooth(measured, 0.5);
    expect(Math.min(...mean)).toBeLessThan(0);
    expect(model.rows.map((row) => row[name])).toEqual(mean.map((value) => Math.max(0, value)));
    expect(model.rows.map((row) => row[line?.raw ?? ''])).toEqual([0.2, 0, 0.1, 0, 0, 0]);
    // What is too little to be seen is not marked.
    expect(model.rows.map((row) => row[line?.beyond ?? ''])).toEqual([null, -0.1, null, null, -0.1, -0.1]);
    expect(model.table.map((row) => row[name])).toEqual(measured);
    for (const zoom of [null, [3, 5] as const]) {
      const { extent, fromZero, limits } = chartModel(run({ metrics: rows }), 'klRef', { smoothing: 0, range: zoom });
      expect(valueAxis(extent, 5, fromZero, limits ?? undefined).domain[0]).toBe(0);
    }
  });

  it('takes speed from the timing file and survives a run without any row', () => {
    expect(chartModel(run({ timing }), 'tokensPerSecond', { smoothing: 0 }).rows.map((row) => row['perf/tokens_per_s'])).toEqual([
      900, 1100,
    ]);
    for (const id of CHART_IDS)
      expect(chartModel(run(), id, { smoothing: 0.5 })).toMatchObject({ lines: [], rows: [], references: [], table: [] });
  });
});

describe('a part of a run', () => {
  const long: readonly MetricsRow[] = Array.from({ length: 4000 }, (_, iteration) => ({
    iteration,
    'reward/mean': Math.sin(iteration / 50) + (iteration % 7) / 10,
    'actor/planner/ppo_kl': iteration === 2111 ? 9 : 0.001,
    'actor/solver/ppo_kl': 0.002,
    ...(iteration === 2100 || iteration === 9 ? { 'guard/rollback': 1 } : {}),
  }));

  it('is drawn anew from the full data, smoothed as the whole is', () => {
    const whole = smooth(
      long.map((row) => row['reward/mean']!),
      0.9,
    );
    const part = chartModel(run({ metrics: long }), 'reward', { smoothing: 0.9, range: [2000, 2200] });
    expect(part.bucket).toBe(1);
    expect(part.rows.map((row) => row['reward/mean'])).toEqual(whole.slice(2000, 2201));
    expect(part.iterations).toEqual(long.slice(2000, 2201).map((row) => row['iteration']));
    expect(part.table).toEqual(long.slice(2000, 2201));
    expect([part.whole, part.shown]).toEqual([
      [0, 3999],
      [2000, 2200],
    ]);
    expect(part.marks.map(({ iteration }) => iteration)).toEqual([2100]);
  });

  it('has its own extent and no zero, the whole has both', () => {
    const peak = { smoothing: 0, range: [2200, 2300] } as const;
    expect(chartModel(run({ metrics: long }), 'klOldNew', peak)).toMatchObject({ extent: [0.001, 0.002], fromZero: false });
    expect(chartModel(run({ metrics: long }), 'klOldNew', { smoothing: 0 })).toMatchObject({ extent: [0.001, 9], fromZero: true });
  });

  it('is the whole where the run has none of it', () => {
    const elsewhere = chartModel(run({ metrics }), 'reward', { smoothing: 0, range: [700, 900] });
    expect(elsewhere).toEqual(chartModel(run({ metrics }), 'reward', { smoothing: 0 }));
  });
});

describe('hidden lines', () => {
  it('are in the key, but neither drawn nor tabled nor in the extent', () => {
    const model = chartModel(run({ metrics }), 'klOldNew', { smoothing: 0, hiddenAgents: ['solver'] });
    expect(model.lines.map(({ role }) => role)).toEqual(['planner']);
    expect(model.measured.map(({ role }) => role)).toEqual(['planner', 'solver']);
    expect(model.extent).toEqual([0.001, 0.002]);
    const dotsOnly = chartModel(run({ metrics }), 'reward', { smoothing: 0, hiddenMetrics: ['reward/mean'] });
    expect(dotsOnly.lines.map(({ metric }) => metric)).toEqual(['reward/greedy']);
    expect(dotsOnly.table.map((row) => row['iteration'])).toEqual([0, 2]);
  });

  it('may be all of a chart, which then draws nothing', () => {
    const model = chartModel(run({ metrics }), 'klOldNew', { smoothing: 0, hiddenAgents: ['planner', 'solver'] });
    expect(model).toMatchObject({ lines: [], references: [], extent: null, table: [] });
    expect(model.measured).toHaveLength(2);
  });
});

const trainedWith = (training: Partial<TrainingSettings>) => ({ ...document, training: { ...document.training, ...training } });

describe('chartsOf', () => {
  it('leaves the critic’s charts out where the algorithm trains none', () => {
    const critic = ['explainedVariance', 'valueLoss'] as const;
    const shown = (training: Partial<TrainingSettings>) =>
      chartsOf(trainedWith(training), []).first.filter((id) => critic.some((own) => own === id));
    expect(shown({ algorithm: 'tppo' })).toEqual(critic);
    expect(shown({ algorithm: 'reinforce', baseline: 'critic' })).toEqual(critic);
    for (const algorithm of ['grpo', 'rloo', 'reinforce'] as const) expect(shown({ algorithm, baseline: 'batch' }), algorithm).toEqual([]);
  });

  it('offers what only some settings measure when they are on', () => {
    const { training } = document;
    const settings: readonly Partial<TrainingSettings>[] = [
      { evaluateSamples: 4 },
      { dualClip: 3 },
      { klCoef: 0.1 },
      { critic: { ...training.critic, valueClip: 0.2 } },
      { decoupled: { enabled: true, weightCap: 5 } },
      { rolloutCorrection: { mode: 'token', above: 'truncate', cap: 2 } },
    ];
    const plain = chartsOf(trainedWith({ klGate: 0 }), []);
    const all = (charts: typeof plain) => [...charts.first, ...charts.more];
    expect(settings.map((on) => all(chartsOf(trainedWith({ klGate: 0, ...on }), [])).filter((id) => !all(plain).includes(id)))).toEqual([
      ['passAtK'],
      ['lowerClipFraction'],
      ['klCoef'],
      ['valueClipFraction'],
      ['behaveWeight', 'behaveKl', 'cappedFraction'],
      ['rolloutWeight', 'rolloutCapped', 'rolloutKl'],
    ]);
    const dynamic = { ...document, team: { ...document.team, orchestration: 'dynamic' as const } };
    expect(chartsOf(dynamic, []).more).toContain('routing');
    expect(plain.first, 'with the reward at the head').toContain('reward');
  });
});

describe('sampled evaluations', () => {
  const rows = [0, 5].map((iteration) => ({
    iteration,
    'reward/mean': 0.5,
    'eval/train/mean': 0.4,
    'eval/train/mean_low': 0.3,
    'eval/train/pass@1': 0.4,
    'eval/train/pass@12': 0.8,
    'eval/train/pass@2': 0.6,
    'eval/test/pass@1': 0.2,
  }));

  it('have their mean in the reward chart', () => {
    expect(chartModel(run({ metrics: rows }), 'reward', { smoothing: 0.5 }).lines.map(({ metric }) => metric)).toEqual([
      'reward/mean',
      'eval/train/mean',
    ]);
  });

  it('have one line for each k, the greatest strongest', () => {
    const { lines } = chartModel(run({ metrics: rows }), 'passAtK', { smoothing: 0.5 });
    expect(lines.map(({ metric, k, strength, mark }) => [metric, k, strength, mark])).toEqual([
      ['eval/train/pass@1', 1, 0, 'joined'],
      ['eval/train/pass@2', 2, 0.5, 'joined'],
      ['eval/train/pass@12', 12, 1, 'joined'],
      ['eval/test/pass@1', 1, 1, 'joined'],
    ]);
  });
});

describe('conservation', () => {
  const rows = [0, 0.5, 1].map((declared, at) => ({
    iteration: at + 1,
    'credit/declared': declared,
    'credit/paid': at === 1 ? 0 : declared,
    'credit/violations': at === 1 ? 3 : 0,
  }));
  it('is two lines, never smoothed, a mark where they are apart, and the number of places for the table', () => {
    const model = chartModel(run({ metrics: rows }), 'conservation', { smoothing: 0.9 });
    expect(model.lines.map(({ metric, mark, raw }) => [metric, mark, raw])).toEqual([
      ['credit/declared', 'band', undefined],
      ['credit/paid', 'line', undefined],
      ['credit/violations', 'table', undefined],
    ]);
    expect(model.rows.map((row) => [row['credit/declared'], row['credit/paid']])).toEqual([
      [0, 0],
      [0.5, 0],
      [1, 1],
    ]);
    expect(model.broken).toEqual([2]);
    expect(model.table).toEqual(rows);
    expect(chartModel(run({ metrics: rows.map((row) => ({ ...row, 'reward/mean': 1 })) }), 'reward', { smoothing: 0 }).broken).toEqual([]);
  });
  it('keeps every mark when a long run is thinned, and draws nothing of a run that did not measure it', () => {
    const long = Array.from({ length: 1000 }, (_, iteration) => ({
      ...rows[0],
      iteration,
      'credit/violations': iteration % 100 === 77 ? 1 : 0,
    }));
    const model = chartModel(run({ metrics: long }), 'conservation', { smoothing: 0 });
    const drawn = new Set(model.rows.map((row) => row['iteration']));
    expect(model.broken).toHaveLength(10);
    for (const iteration of model.broken) expect(drawn).toContain(iteration);
    const old = chartModel(run({ metrics: [{ iteration: 1, 'credit/violations': 2 }] }), 'conservation', { smoothing: 0 });
    expect([old.lines, old.broken]).toEqual([[], []]);
  });
});

describe('where guards acted', () => {
  it('is marked in every chart that has values, the gravest first', () => {
    const guarded: readonly MetricsRow[] = [
      { iteration: 1, 'reward/mean': 0.1, 'guard/kl_gate': 0, 'guard/rollback': 0 },
      { iteration: 2, 'reward/mean': 0.1, 'guard/kl_gate': 3, 'guard/rollback': 1 },
      { iteration: 3, 'reward/mean': 0.1, 'guard/early_stop': 1 },
    ];
    const speed = guarded.map(({ iteration = 0 }) => ({ iteration, 'perf/tokens_per_s': 5 }));
    const both = run({ metrics: guarded, timing: speed });
    const marks = [
      { iteration: 2, guards: ['rollback', 'klGate'] },
      { iteration: 3, guards: ['earlyStop'] },
    ];
    expect(chartModel(both, 'reward', { smoothing: 0 }).marks).toEqual(marks);
    expect(chartModel(both, 'tokensPerSecond', { smoothing: 0 }).marks).toEqual(marks);
    expect(chartModel(both, 'entropy', { smoothing: 0 }).marks, 'nothing is drawn there').toEqual([]);
  });

  it('is marked at a drawn iteration when a long run is thinned', () => {
    const rows = Array.from({ length: 1000 }, (_, iteration) => ({
      iteration,
      'reward/mean': 0,
      'guard/kl_gate': iteration % 100 === 77 ? 1 : 0,
    }));
    const model = chartModel(run({ metrics: rows }), 'reward', { smoothing: 0 });
    const drawn = new Set(model.rows.map((row) => row['iteration']));
    expect(model.marks).toHaveLength(10);
    for (const [index, { iteration }] of model.marks.entries()) {
      expect(drawn).toContain(iteration);
      expect(Math.abs(iteration - (100 * index + 77))).toBeLessThan(model.bucket);
    }
  });
});

describe('an agent that said nothing', () => {
  const silent = (iteration: number) => iteration % 100 >= 60;
  const rows = (length: number): MetricsRow[] =>
    Array.from({ length }, (_, iteration) => ({
      iteration,
      'actor/planner/entropy': 1,
      ...(silent(iteration) ? {} : { 'actor/solver/entropy': iteration % 3 }),
    }));

  it.each([0, 0.6])('leaves a gap in its own curve, smoothed by %d', (smoothing) => {
    const model = chartModel(run({ metrics: rows(100) }), 'entropy', { smoothing });
    for (const row of model.rows) {
      expect(row['actor/planner/entropy']).toBeTypeOf('number');
      expect(row['actor/solver/entropy'] === null).toBe(silent(row['iteration'] ?? 0));
    }
  });

  it('leaves no other gap when a long run is thinned, also where a bucket has one value', () => {
    const model = chartModel(run({ metrics: rows(1000) }), 'entropy', { smoothing: 0 });
    expect(model.bucket).toBeGreaterThan(1);
    expect(model.rows.some((row) => row['actor/solver/entropy'] === null)).toBe(true);
    for (const row of model.rows) if (!silent(row['iteration'] ?? 0)) expect(row['actor/solver/entropy']).toBeTypeOf('number');
  });
});
