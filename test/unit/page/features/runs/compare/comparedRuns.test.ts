import { describe, expect, it } from 'vitest';
import {
  cellsOf,
  type ComparedRun,
  curvesOf,
  differencesOf,
  groupsOf,
  usualMetrics,
} from '../../../../../../src/page/features/runs/compare/model.ts';
import {
  axisFault,
  draftSeeds,
  newAxis,
  plannedDraft,
  type SweepDraft,
  sweepEntries,
  sweepName,
  variablesOf,
} from '../../../../../../src/page/features/runs/sweeps/sweepDraft.ts';
import { PRESETS } from '../../../../../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../../../../src/core/document/schema.ts';
import { sweepPath } from '../../../../../../src/core/sweep/address.ts';
import { newRun } from '../../../../../../src/page/state/runs/reduce.ts';
import { type ImportInfo, KnownCount } from '../../../../../../src/core/formats/imports/run/info.ts';
import { importedProject } from '../../../../../../src/core/formats/imports/run/project.ts';

const micro = PRESETS.micro.project({ source: 'export default {}' });
const compared = (id: string, training: object, rows: number[] = [], parent: ComparedRun['parent'] = null): ComparedRun => {
  const document: ProjectDocument = { ...micro, training: { ...micro.training, ...training } };
  const metrics = rows.map((value, iteration) => ({ iteration, 'reward/mean': value }));
  return { id, title: `Run ${id}`, parent, run: { ...newRun(id, document), metrics } };
};
const perStep = { credit: { ...micro.training.credit, strategy: 'per_step' } };

describe('a comparison', () => {
  const runs = [compared('a', { seed: 1 }, [0, 1]), compared('b', { seed: 1, ...perStep }), compared('c', { seed: 2 }, [0, 3])];

  it('groups by everything but the seed, and names groups by what differs', () => {
    const groups = groupsOf(runs, true);
    expect(groups.map(({ short }) => short)).toEqual(['equal', 'per step']);
    expect(groups.map(({ id, name, runs: own }) => [id, name, own.map((run) => run.id)])).toEqual([
      ['a', 'Credit strategy: equal', ['a', 'c']],
      ['b', 'Credit strategy: per step', ['b']],
    ]);
    expect(differencesOf(groups, true).map(({ path }) => path)).toEqual(['training.credit.strategy']);
    expect(cellsOf(groups)[0]?.runs.map(({ seed }) => seed)).toEqual([1, 2]);
  });

  it('tells of a run that was trained elsewhere what its files told, and of the rest that it is unknown', () => {
    const cast = [
      { role: 'planner', label: '', prompt: 'Plan.', key: 'planner', foundBy: 'name' as const },
      { role: 'critic', label: '', prompt: '', key: 'critic', foundBy: 'name' as const },
    ];
    const document = importedProject('completions', { agents: cast }, [{ from: 'planner', to: 'critic' }], 2);
    const found = cast.map(({ role, key, foundBy }) => ({ role, key, foundBy }));
    const told: ImportInfo = { source: 'trl', files: [], known: new KnownCount(), computed: [], agents: found, edges: 'given' };
    const metrics = [{ iteration: 1, 'reward/mean': 0.5 }];
    const foreign: ComparedRun = {
      id: 'x',
      title: 'completions',
      parent: null,
      run: { ...newRun('x', document), metrics, info: { imported: JSON.parse(JSON.stringify(told)) } },
    };
    const groups = groupsOf([foreign, ...runs], true);
    expect(groups.map(({ name, runs: own }) => [name, own.map(({ id }) => id)])).toEqual([
      ['completions', ['x']],
      ['Credit strategy: equal', ['a', 'c']],
      ['Credit strategy: per step', ['b']],
    ]);
    const rows = differencesOf(groups, true);
    const row = (path: string) => rows.find((each) => each.path === path);
    expect(row('training.credit.strategy')).toMatchObject({ values: [undefined, 'equal', 'per_step'], unknown: [true, false, false] });
    expect(row('team.edges.planner → critic')).toMatchObject({ values: [true, false, false], unknown: [false, false, false] });
    expect(row('team.agents.planner.prompt')?.values[0]).toBe('Plan.');
    const strict = cast.map((agent) => ({ ...agent, prompt: 'Judge.' }));
    const judged = {
      ...foreign,
      id: 'j',
      title: 'judged',
      run: { ...foreign.run, document: importedProject('j', { agents: strict }, [], 2) },
    };
    const critic = differencesOf(groupsOf([foreign, judged], true), true).find(({ path }) => path === 'team.agents.critic.prompt');
    expect(critic?.unknown, 'a prompt that no file tells').toEqual([true, false]);
    const curvesAlone = { ...foreign, run: { ...foreign.run, info: { imported: JSON.parse(JSON.stringify({ ...told, agents: [] })) } } };
    const bare = differencesOf(groupsOf([curvesAlone, ...runs], true), true);
    expect(
      bare.every(({ unknown }) => unknown[0]),
      'an agent that only fills the project',
    ).toBe(true);
    // What was filled in to make it a project differs from ours, and is no setting of its trainer's.
    const fromFiles = /^team\.(agents|edges)|^training\.credit\.strategy$/;
    expect(rows.map(({ path }) => path).filter((path) => !fromFiles.test(path))).toEqual([]);
    expect(cellsOf(groups)[0]?.runs).toEqual([{ id: 'x', seed: null, rows: metrics }]);
    expect(groupsOf([foreign, { ...foreign, id: 'y', title: 'other' }], true), 'whether their settings are alike is unknown').toHaveLength(
      2,
    );
  });

  it('or shows single runs, whose seeds then are a difference', () => {
    const groups = groupsOf(runs, false);
    expect(groups.map(({ name }) => name)).toEqual(['Run a', 'Run b', 'Run c']);
    expect(differencesOf(groups, false).map(({ path }) => path)).toEqual(['training.seed', 'training.credit.strategy']);
  });

  it('draws a fork from where its parent stood, and tells forks apart', () => {
    const groups = groupsOf([runs[0]!, compared('d', { seed: 1 }, [2, 4], { run: 'a', iteration: 5 })], true);
    expect(curvesOf(groups).curves.flatMap((group) => group.runs.map(({ offset }) => offset))).toEqual([0, 5]);
    expect(groups[1]?.name).toBe('forked at 5');
  });

  it('draws at first what was measured of the reward and each agent’s KL and entropy', () => {
    const [role] = micro.team.agents.map((agent) => agent.role);
    expect(usualMetrics(runs, ['lr', 'reward/mean', `actor/${role}/entropy`])).toEqual(['reward/mean', `actor/${role}/entropy`]);
  });
});

describe('a sweep being put together', () => {
  const draft: SweepDraft = { name: 'S', axes: [], seeds: 2, seedList: '' };

  it('may vary only what a sweep can', () => {
    const variables = variablesOf(micro);
    for (const { path } of variables) expect(sweepPath(micro, path)).toBe(path);
    expect(variables.map(({ path }) => path)).not.toContain('training.seed');
    expect(new Set(variables.map(({ path }) => path)).size).toBe(variables.length);
  });

  it('begins each setting with the project’s value and says which value cannot stand', () => {
    const axis = newAxis(micro, 'training.learningRate');
    expect(axis.values).toEqual([micro.training.learningRate]);
    expect(axisFault(micro, axis)).toBeNull();
    expect(axisFault(micro, { ...axis, values: [7] })).toMatch(/cannot be 7: /);
    expect(axisFault(micro, { ...axis, values: [] })).toBe('Give at least one value.');
  });

  it('counts seeds from the project’s own or takes those given', () => {
    const { seed } = micro.training;
    expect(draftSeeds(micro, draft)).toEqual([seed, seed + 1]);
    expect(draftSeeds(micro, { ...draft, seedList: '7, 3' })).toEqual([7, 3]);
    expect(draftSeeds(micro, { ...draft, seedList: '7, x' })).toMatchObject({
      code: 'E_SWEEP_SEED',
      message: 'Seeds are whole numbers, separated by commas.',
    });
  });

  it('is called by what it varies and its seeds, with a number where that name is taken', () => {
    const axes = [
      { path: 'training.credit.strategy', values: ['equal', 'per_step'] },
      { path: 'training.iterations', values: [15] },
    ];
    expect(sweepName(micro, draft, [])).toBe(`${micro.name} × 2 seeds`);
    expect(sweepName(micro, { ...draft, axes }, [])).toBe('Credit strategy × 2 seeds');
    expect(sweepName(micro, { ...draft, axes, seedList: '7' }, [])).toBe('Credit strategy × 1 seed');
    const taken = ['Credit strategy × 2 seeds', 'Credit strategy × 2 seeds (2)'];
    expect(sweepName(micro, { ...draft, axes }, taken)).toBe('Credit strategy × 2 seeds (3)');
  });

  it('becomes entries of the queue that know their cell', () => {
    const plan = plannedDraft(micro, { ...draft, axes: [{ path: 'training.credit.strategy', values: ['equal', 'per_step'] }] });
    if (!('runs' in plan)) throw new Error(plan.message);
    const entries = sweepEntries(micro, plan, 'S', 'id');
    expect(entries.map(({ name }) => name)).toEqual([
      'Credit strategy equal, seed 1',
      'Credit strategy per step, seed 1',
      'Credit strategy equal, seed 2',
      'Credit strategy per step, seed 2',
    ]);
    expect(entries[1]?.sweep).toEqual({ id: 'id', name: 'S', values: { 'training.credit.strategy': 'per_step' } });
  });
});
