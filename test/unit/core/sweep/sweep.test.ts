import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import { FaultError } from '../../../../src/core/faults.ts';
import { sweepPath, valueAt, withValueAt } from '../../../../src/core/sweep/address.ts';
import { cellName, MAX_SWEEP_RUNS, parseValues, planSweep, seedsFrom, valueFault } from '../../../../src/core/sweep/grid.ts';

const micro = PRESETS.micro.project({ source: 'export default {}' });
const code = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof FaultError ? error.fault.code : String(error);
  }
  return 'none';
};

describe('naming a value of a document', () => {
  const [first, second] = micro.team.agents.map(({ role }) => role);

  it('takes paths as in project.json, without “training.” too', () => {
    expect(sweepPath(micro, 'training.learningRate')).toBe('training.learningRate');
    expect(sweepPath(micro, 'credit.strategy')).toBe('training.credit.strategy');
    expect(sweepPath(micro, 'team.context')).toBe('team.context');
    expect(sweepPath(micro, 'training.compat.r1_huber_sign')).toBe('training.compat.r1_huber_sign');
    expect(sweepPath(micro, `team.agents.${first}.sampling.temperature`)).toBe(`team.agents.${first}.sampling.temperature`);
  });

  it('refuses what is not there, what is a group, and what changes no run', () => {
    for (const path of [
      'training.nothing',
      'team.agents.nobody.prompt',
      'training.credit',
      'training.seed',
      'name',
      'constructor',
      '__proto__',
    ])
      expect(
        code(() => sweepPath(micro, path)),
        path,
      ).toBe('E_SWEEP_PATH');
    expect(code(() => sweepPath(micro, `team.agents.${first}.role`))).toBe('E_SWEEP_PATH');
    expect(code(() => sweepPath(micro, 'view.positions'))).toBe('E_SWEEP_PATH');
  });

  it('writes one agent, all agents, or a switch of the originals’ defects, and leaves the rest as it was', () => {
    const one = withValueAt(micro, `team.agents.${first}.adapter.rank`, 2);
    expect([first, second].map((role) => valueAt(one, `team.agents.${role}.adapter.rank`))).toEqual([
      2,
      micro.team.agents[1]?.adapter.rank,
    ]);
    const all = withValueAt(micro, 'team.agents.*.adapter.rank', 2);
    expect(all.team.agents.every(({ adapter }) => adapter.rank === 2)).toBe(true);
    const on = withValueAt(micro, 'training.compat.r1_huber_sign', true);
    expect(on.training.compat).toEqual(['r1_huber_sign']);
    expect(withValueAt(on, 'training.compat.r1_huber_sign', false)).toEqual(micro);
    expect(withValueAt(micro, 'training.credit.strategy', 'per_step').training.credit).toEqual({
      ...micro.training.credit,
      strategy: 'per_step',
    });
  });
});

describe('planning a sweep', () => {
  it('is every cell with the first seed, then every cell with the next; runs of a cell differ in the seed alone', () => {
    const plan = planSweep(
      micro,
      [
        { path: 'learningRate', values: [1e-3, 3e-3] },
        { path: 'training.credit.strategy', values: ['equal', 'per_step'] },
      ],
      [1, 2],
    );
    expect(plan.impossible).toEqual([]);
    expect(plan.cells.map(cellName)).toEqual([
      'learningRate=0.001, credit.strategy=equal',
      'learningRate=0.001, credit.strategy=per_step',
      'learningRate=0.003, credit.strategy=equal',
      'learningRate=0.003, credit.strategy=per_step',
    ]);
    expect(plan.runs.map(({ cell, seed }) => [cell, seed])).toEqual([1, 2].flatMap((seed) => [0, 1, 2, 3].map((cell) => [cell, seed])));
    const { training } = plan.runs[5]!.document;
    expect(training).toEqual({
      ...micro.training,
      learningRate: 1e-3,
      credit: { ...micro.training.credit, strategy: 'per_step' },
      seed: 2,
    });
  });

  it('without a grid is one cell over the seeds; values and seeds given twice count once', () => {
    expect(planSweep(micro, [], seedsFrom(3, 2)).runs.map(({ seed }) => seed)).toEqual([3, 4]);
    const plan = planSweep(micro, [{ path: 'learningRate', values: [1e-3, 1e-3] }], [1, 1]);
    expect([plan.cells.length, plan.runs.length]).toEqual([1, 1]);
  });

  it('tells of cells that cannot be trained, and why', () => {
    const plan = planSweep(
      micro,
      [
        { path: 'learningRate', values: [1e-3, 7] },
        { path: 'algorithm', values: ['tppo', 'nonsense'] },
      ],
      [1],
    );
    expect(plan.cells).toEqual([{ 'training.learningRate': 1e-3, 'training.algorithm': 'tppo' }]);
    expect(plan.impossible.map(({ values }) => cellName(values))).toEqual([
      'learningRate=0.001, algorithm=nonsense',
      'learningRate=7, algorithm=tppo',
      'learningRate=7, algorithm=nonsense',
    ]);
    expect(plan.impossible.map(({ faults }) => faults[0]?.code)).toEqual(['E_SWEEP_VALUE', 'E_SWEEP_VALUE', 'E_SWEEP_VALUE']);
    expect(plan.impossible[1]?.faults[0]?.message).toBe('training.learningRate cannot be 7: too big: expected number to be <=1.');
    // Beyond the schema: a discount that nothing reads.
    const unread = planSweep(
      micro,
      [
        { path: 'credit.strategy', values: ['equal', 'step_discount'] },
        { path: 'credit.discount', values: [0.5] },
      ],
      [1],
    );
    expect(unread.cells).toHaveLength(1);
    expect(unread.impossible[0]?.faults[0]).toMatchObject({ code: 'E_SETTING_UNREAD', place: { subject: 'training.credit.discount' } });
  });

  it('refuses grids that cannot be meant', () => {
    expect(code(() => planSweep(micro, [{ path: 'learningRate', values: [] }], [1]))).toBe('E_SWEEP_EMPTY');
    expect(code(() => planSweep(micro, [], []))).toBe('E_SWEEP_EMPTY');
    expect(code(() => planSweep(micro, [], [-1]))).toBe('E_SWEEP_SEED');
    expect(code(() => planSweep(micro, [], seedsFrom(0, MAX_SWEEP_RUNS + 1)))).toBe('E_SWEEP_SIZE');
    const axis = { path: 'learningRate', values: [1e-3] };
    expect(code(() => planSweep(micro, [axis, { ...axis, path: 'training.learningRate' }], [1]))).toBe('E_SWEEP_TWICE');
  });

  it('reads lists of values as they are typed', () => {
    expect(parseValues(' 1e-3, 3e-3 ')).toEqual([0.001, 0.003]);
    expect(parseValues('equal,per_step')).toEqual(['equal', 'per_step']);
    expect(parseValues('true,false,null')).toEqual([true, false, null]);
    expect(parseValues('["a, b", 2]')).toEqual(['a, b', 2]);
    expect(parseValues('')).toEqual([]);
    expect(code(() => parseValues('[1,'))).toBe('E_SWEEP_VALUES');
    expect(valueFault(micro, 'learningRate', 1e-3)).toBeNull();
    expect(valueFault(micro, 'learningRate', 'fast')?.code).toBe('E_SWEEP_VALUE');
  });
});
