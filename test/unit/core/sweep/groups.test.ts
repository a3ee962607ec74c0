import { expect, it } from 'vitest';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import { groupBySeed, offsetsOf } from '../../../../src/core/sweep/groups.ts';

const micro = PRESETS.micro.project({ source: 'export default {}' });
const run = (id: string, training: object, parent: { run: string; iteration: number } | null = null) => ({
  id,
  parent,
  document: { ...micro, name: id, training: { ...micro.training, ...training } },
});
const ids = (groups: ReturnType<typeof groupBySeed<ReturnType<typeof run>>>) => groups.map((group) => group.map(({ id }) => id));

it('runs that differ in the seed alone are one group, whatever they are called; forks are apart', () => {
  const runs = [
    run('a', { seed: 1 }),
    run('b', { seed: 1, learningRate: 1e-4 }),
    run('c', { seed: 2 }),
    run('d', { seed: 2, learningRate: 1e-4 }),
    run('e', { seed: 3 }, { run: 'a', iteration: 5 }),
  ];
  expect(ids(groupBySeed(runs))).toEqual([['a', 'c'], ['b', 'd'], ['e']]);
});

it('a fork is drawn from where its parent stood, also a fork of a fork; one that goes on exactly counts by itself', () => {
  const offsets = offsetsOf([
    { id: 'root', parent: null, firstIteration: 0 },
    { id: 'fork', parent: { run: 'root', iteration: 5 }, firstIteration: 0 },
    { id: 'exact', parent: { run: 'root', iteration: 5 }, firstIteration: 6 },
    { id: 'second', parent: { run: 'fork', iteration: 2 }, firstIteration: 0 },
    { id: 'orphan', parent: { run: 'gone', iteration: 4 }, firstIteration: 0 },
    { id: 'circle', parent: { run: 'circle', iteration: 4 }, firstIteration: 0 },
  ]);
  expect(Object.fromEntries(offsets)).toEqual({ root: 0, fork: 5, exact: 0, second: 7, orphan: 4, circle: 4 });
});
