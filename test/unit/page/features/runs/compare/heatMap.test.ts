/** A sweep of two settings as a map: which pair lies where, and what is no such sweep. */
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../../../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../../../../src/core/document/schema.ts';
import { mean, studentInterval } from '../../../../../../src/core/statistics/intervals.ts';
import { usualMeasure } from '../../../../../../src/core/sweep/measure.ts';
import { resultTable } from '../../../../../../src/core/sweep/table.ts';
import { type HeatMap, heatMapOf } from '../../../../../../src/page/features/runs/compare/heatMap.ts';
import { cellsOf, type ComparedRun, differencesOf, groupsOf } from '../../../../../../src/page/features/runs/compare/model.ts';
import { newRun } from '../../../../../../src/page/state/runs/reduce.ts';

const micro = PRESETS.micro.project({ source: 'export default {}' });
const MEASURE = { ...usualMeasure('reward/mean'), window: 1 };

interface Setting {
  readonly rate: number;
  readonly clip: number;
  readonly seed: number;
}

/** What came of a run: told apart in every pair and seed. */
const reward = ({ rate, clip, seed }: Setting): number => 1000 * rate + clip + seed / 100;

function compared(setting: Setting, more: Partial<ComparedRun> = {}): ComparedRun {
  const { rate, clip, seed } = setting;
  const document: ProjectDocument = { ...micro, training: { ...micro.training, learningRate: rate, clip, seed } };
  const id = `${rate} ${clip} ${seed}${more.parent ? ' fork' : ''}`;
  return {
    id,
    title: id,
    parent: null,
    run: { ...newRun(id, document), metrics: [{ iteration: 1, 'reward/mean': reward(setting) }] },
    ...more,
  };
}

function mapOf(runs: readonly ComparedRun[], grouped = true): HeatMap | null {
  const groups = groupsOf(runs, grouped);
  return heatMapOf(groups, resultTable(cellsOf(groups), MEASURE), differencesOf(groups, grouped));
}

const RATES = [0.01, 0.002, 0.003];
const CLIPS = [0.3, 0.1];
const SEEDS = [1, 2, 3];
const sweep = RATES.flatMap((rate) => CLIPS.flatMap((clip) => SEEDS.map((seed) => compared({ rate, clip, seed }))));

describe('the map of a sweep of two settings', () => {
  it('has the longer one down, numbers ascending, and in each cell mean and interval of its own seeds', () => {
    const map = mapOf(sweep);
    expect([map?.down.path, map?.across.path]).toEqual(['training.learningRate', 'training.clip']);
    expect(map?.rows.map(({ value }) => value)).toEqual([0.002, 0.003, 0.01]);
    expect(map?.columns).toEqual([0.1, 0.3]);
    for (const { value, cells } of map?.rows ?? [])
      for (const [at, cell] of cells.entries()) {
        const own = SEEDS.map((seed) => reward({ rate: Number(value), clip: Number(map?.columns[at]), seed }));
        expect(cell?.mean).toBeCloseTo(mean(own), 12);
        expect(cell?.interval?.low).toBeCloseTo(studentInterval(own)?.low ?? Number.NaN, 12);
        expect(cell?.values).toHaveLength(3);
      }
    expect(map?.extent?.[0]).toBeCloseTo(2.12, 12);
    expect(map?.extent?.[1]).toBeCloseTo(10.32, 12);
  });

  it('leaves a pair that was not trained empty, unlike one without a value', () => {
    const cells = (runs: readonly ComparedRun[]) => mapOf(runs)?.rows.map((row) => row.cells.map((cell) => cell && cell.mean !== null));
    const without = sweep.filter(({ id }) => !id.startsWith('0.003 0.1'));
    expect(cells(without)).toEqual([
      [true, true],
      [null, true],
      [true, true],
    ]);
    const begun = sweep.map((run) => (run.id.startsWith('0.003 0.1') ? { ...run, run: { ...run.run, metrics: [] } } : run));
    expect(cells(begun)?.[1]).toEqual([false, true]);
    expect(mapOf(begun)?.extent?.[0]).toBeCloseTo(2.12, 12);
  });

  it('is none of a sweep of one setting, of three, of few pairs, of runs by themselves and of a fork beside its like', () => {
    expect(mapOf(sweep.filter(({ id }) => id.includes(' 0.1 ')))).toBeNull();
    const wide = sweep.map((run, at) => ({
      ...run,
      run: { ...run.run, document: { ...run.run.document, training: { ...run.run.document.training, episodes: at % 2 ? 8 : 16 } } },
    }));
    expect(mapOf(wide)).toBeNull();
    const diagonal = [0, 1].map((at) => compared({ rate: RATES[at] ?? 0, clip: CLIPS[at] ?? 0, seed: 1 }));
    expect(mapOf(diagonal)).toBeNull();
    expect(mapOf(sweep, false)).toBeNull();
    expect(mapOf([...sweep, compared({ rate: 0.01, clip: 0.1, seed: 1 }, { parent: { run: 'x', iteration: 3 } })])).toBeNull();
  });
});
