import { expect, it } from 'vitest';
import {
  filterRuns,
  forestOf,
  type ListedRun,
  listRuns,
  progressOf,
  type RunNode,
  runTitle,
} from '../../../../../../src/page/features/runs/list/listed.ts';
import { mostTurned, turnedSentence } from '../../../../../../src/page/features/runs/list/turned.ts';
import { phaseText } from '../../../../../../src/page/features/runs/list/labels.ts';
import type { RunCard } from '../../../../../../src/page/state/library/types.ts';
import { PRESETS } from '../../../../../../src/core/document/presets/presets.ts';
import { type ImportInfo, KnownCount } from '../../../../../../src/core/formats/imports/run/info.ts';
import { newRun } from '../../../../../../src/page/state/runs/reduce.ts';
import { NO_FILTERS } from '../../../../../../src/page/state/runsView/runsView.ts';

const card = (id: string, part: Partial<RunCard> = {}): RunCard => ({
  id,
  name: '',
  tags: [],
  notes: '',
  parent: null,
  sweep: null,
  project: 'Sums',
  began: 0,
  phase: 'finished',
  iteration: 4,
  iterations: 4,
  seed: 1,
  last: { 'reward/mean': 0.5 },
  first: null,
  checkpoints: [4],
  bytes: 10,
  ...part,
});
const listed = (...cards: RunCard[]): ListedRun[] => listRuns(cards, {}, new Map());
const ids = (runs: readonly ListedRun[]) => runs.map(({ id }) => id);
const shape = (nodes: readonly RunNode[]): unknown[] => nodes.map(({ run, forks }) => (forks.length ? [run.id, shape(forks)] : run.id));

it('finds runs by all words of what is said of them, by project, tag and sweep', () => {
  const runs = listed(
    card('a', { name: 'Night run', tags: ['keep'] }),
    card('b', { notes: 'of the night', project: 'Debate' }),
    card('c', { sweep: { id: 's', name: 'Rates', values: {} } }),
  );
  const found = (part: object) => ids(filterRuns(runs, { ...NO_FILTERS, ...part }));
  expect(found({})).toEqual(['a', 'b', 'c']);
  expect(found({ search: 'NIGHT' })).toEqual(['a', 'b']);
  expect(found({ search: 'night debate' })).toEqual(['b']);
  expect(found({ search: 'seed 1' }), 'what nobody named is called by project and seed').toEqual(['b', 'c']);
  expect(found({ tag: 'keep' })).toEqual(['a']);
  expect(found({ project: 'Sums', sweep: 's' })).toEqual(['c']);
});

it('says of a run that was trained elsewhere how far its files go, and neither a seed nor that it is over', () => {
  const own = listed(card('own'))[0]!;
  expect([progressOf(own), phaseText(own)]).toEqual(['4 / 4', 'finished']);
  const told: ImportInfo = { source: 'trl', files: [], known: new KnownCount(), computed: [], agents: [], edges: 'guessed' };
  const run = {
    ...newRun('theirs', PRESETS.micro.project({ source: 'export default {}' })),
    iteration: 2,
    info: { imported: JSON.parse(JSON.stringify(told)) },
  };
  const theirs = [
    listed(card('kept', { seed: null, imported: 'trl', iteration: 2, iterations: 2 }))[0]!,
    listRuns([], { theirs: run }, new Map([['theirs', 'completions']]))[0]!,
  ];
  for (const each of theirs) {
    expect([progressOf(each), phaseText(each), each.seed]).toEqual(['to 2', 'imported', null]);
    expect(runTitle({ ...each, name: '' })).not.toMatch(/seed/);
  }
});

it('puts forks under their parents, and under the next one where a parent is not listed', () => {
  const runs = listed(
    card('root'),
    card('child', { parent: { run: 'root', iteration: 2 } }),
    card('grandchild', { parent: { run: 'child', iteration: 2 } }),
    card('orphan', { parent: { run: 'deleted', iteration: 2 } }),
    card('circle', { parent: { run: 'circle', iteration: 2 } }),
  );
  expect(shape(forestOf(runs, runs))).toEqual([['root', [['child', ['grandchild']]]], 'orphan', 'circle']);
  const without = runs.filter(({ id }) => id !== 'child');
  expect(shape(forestOf(without, runs))).toEqual([['root', ['grandchild']], 'orphan', 'circle']);
});

it('who turned most is told with its interval, and unknown of older runs', () => {
  const tell = (name: string, value: number) => ({ [name]: value, [`${name}_low`]: value / 2, [`${name}_high`]: value + 0.1 });
  const row = {
    'turned/episodes': 20,
    'turned/won': 9,
    ...tell('turned/planner/saved', 0),
    ...tell('turned/planner/spoiled', 0.1),
    ...tell('turned/solver/saved', 0),
    ...tell('turned/solver/spoiled', 0.3),
  };
  expect(mostTurned(row, 'spoiled')).toEqual({ says: 'solver 30 %', help: '95 %: 15 % to 40 %, of the 20 episodes last asked about' });
  expect(mostTurned(row, 'saved')?.says).toBe('nobody');
  expect(turnedSentence(row)).toBe(
    'Of the 20 episodes last asked about: planner saved 0 % and spoiled 10 %; solver saved 0 % and spoiled 30 %.',
  );
  expect([mostTurned({ 'reward/mean': 0.5 }, 'saved'), turnedSentence({})]).toEqual([null, null]);
});
