/** Runs side by side by episodes and tokens: sums recomputed by hand, and what is unknown left out. */
import { describe, expect, it } from 'vitest';
import { type ImportInfo, KnownCount } from '../../../../../../src/core/formats/imports/run/info.ts';
import { PRESETS } from '../../../../../../src/core/document/presets/presets.ts';
import { positionsOf } from '../../../../../../src/page/features/runs/compare/alignment.ts';
import { type ComparedRun, curvesOf, groupsOf } from '../../../../../../src/page/features/runs/compare/model.ts';
import { manyRunsModel, manyRunsTable } from '../../../../../../src/page/state/charts/manyRuns.ts';
import { newRun } from '../../../../../../src/page/state/runs/reduce.ts';
import type { MetricsRow } from '../../../../../../src/page/state/runs/types.ts';

const micro = PRESETS.micro.project({ source: 'export default {}' });
const told: ImportInfo = { source: 'trl', files: [], known: new KnownCount(), computed: [], agents: [], edges: 'guessed' };
const timing = (iteration: number, tokens: number): MetricsRow => ({
  ...{ iteration, 'timing_s/rollout': 1, 'timing_s/credit': 0.5, 'timing_s/update': 2.5, 'timing_s/evaluate': 100 },
  'perf/tokens_per_s': tokens / 4,
});
const own = (episodes: number, rewards: readonly number[], tokens: readonly number[] = []) => ({
  ...newRun('own', { ...micro, training: { ...micro.training, episodes } }),
  metrics: rewards.map((reward, iteration) => ({ iteration, 'reward/mean': reward })),
  timing: tokens.map((count, at) => timing(at + 1, count)),
});
const imported = (rows: readonly MetricsRow[]) => ({
  ...newRun('x', micro),
  metrics: rows,
  info: { imported: JSON.parse(JSON.stringify(told)) },
});
const compared = (id: string, run: ComparedRun['run'], parent: ComparedRun['parent'] = null): ComparedRun => ({
  id,
  title: id,
  parent,
  run,
});

describe('where an iteration lies', () => {
  it('counts what was dropped or played again for credit, and is unknown where a run does not tell', () => {
    const run = own(8, [0, 0.5, 1], [100, 200]);
    const training = { ...run.document.training, algorithm: 'c3' as const };
    const told = (rows: typeof run.metrics) => ({ ...run, document: { ...run.document, training }, metrics: rows });
    const rows = run.metrics.map((row) =>
      row['iteration'] === 0 ? row : { ...row, 'rollout/replayed_episodes': 16, 'rollout/replayed_tokens': 50 },
    );
    expect([...positionsOf(told(rows), 'episodes')!.values()]).toEqual([0, 24, 48]);
    const plain = [...positionsOf(run, 'tokens')!.values()];
    expect([...positionsOf(told(rows), 'tokens')!.values()]).toEqual(plain.map((tokens, at) => tokens + 50 * at));
    expect(positionsOf(told(run.metrics), 'episodes')).toBeNull();
  });
  it('is by the episodes and tokens until it was over, the untrained team at 0', () => {
    const run = own(8, [0, 0.5, 1], [100, 300]);
    expect([...positionsOf(run, 'episodes')!]).toEqual([
      [0, 0],
      [1, 8],
      [2, 16],
    ]);
    expect([...positionsOf(run, 'tokens')!]).toEqual([
      [0, 0],
      [1, 100],
      [2, 400],
    ]);
  });

  it('is unknown where one row does not tell, of a fork that counts anew, and of one that goes on from another', () => {
    expect(positionsOf(own(8, [0, 0.5, 1], [100]), 'tokens')).toBeNull();
    expect(positionsOf(own(8, [0, 0.5]), 'episodes', 5)).toBeNull();
    const goesOn = { ...own(8, []), metrics: [{ iteration: 6 }, { iteration: 7 }] };
    expect(positionsOf(goesOn, 'episodes')).toBeNull();
  });

  it('of an imported run is by what its files count', () => {
    const rows = [
      { iteration: 1, 'source/episodes': 4 },
      { iteration: 2, 'source/episodes': 6 },
    ];
    expect([...positionsOf(imported(rows), 'episodes')!]).toEqual([
      [1, 4],
      [2, 10],
    ]);
    const later = rows.map((row) => ({ ...row, iteration: row.iteration + 4 }));
    expect(positionsOf(imported(later), 'episodes'), 'what was played before these steps is unknown').toBeNull();
    const logged = rows.map((row) => ({ ...row, iteration: row.iteration * 10 - 9 }));
    expect(positionsOf(imported(logged), 'episodes'), 'and at the steps between').toBeNull();
    expect(positionsOf(imported(rows), 'tokens')).toBeNull();
    expect([
      ...positionsOf(
        imported([
          { iteration: 5, num_tokens: 70 },
          { iteration: 10, num_tokens: 150 },
        ]),
        'tokens',
      )!,
    ]).toEqual([
      [5, 70],
      [10, 150],
    ]);
    const verl = [
      { iteration: 1, 'perf/total_num_tokens': 70 },
      { iteration: 2, 'perf/total_num_tokens': 80 },
    ];
    expect([...positionsOf(imported(verl), 'tokens')!]).toEqual([
      [1, 70],
      [2, 150],
    ]);
  });
});

it('runs of different sizes meet on the axis, a straight line between two iterations; who has no place there is named', () => {
  const groups = groupsOf(
    [
      compared('small', own(10, [0, 1, 3])),
      compared('large', own(20, [0, 2])),
      compared('foreign', imported([{ iteration: 1, 'reward/mean': 9 }])),
    ],
    false,
  );
  const { curves, left } = curvesOf(groups, 'episodes');
  expect(left).toEqual(['foreign']);
  const model = manyRunsModel(curves, 'reward/mean', { smoothing: 0 });
  expect(model.x).toEqual([0, 10, 20]);
  expect(model.groups.map(({ id, mean }) => [id, mean])).toEqual([
    ['small', [0, 1, 3]],
    ['large', [0, 1, 2]],
  ]);
  // What was not measured is in the picture alone.
  expect(manyRunsTable(curves, 'reward/mean')[1]?.groups['large']).toBeUndefined();
});
