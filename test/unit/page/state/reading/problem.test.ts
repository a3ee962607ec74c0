import { expect, it } from 'vitest';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import type { EpisodesRead } from '../../../../../src/runs/types.ts';
import { searchProblem, takesOf, type DiskSearch } from '../../../../../src/page/state/reading/problem.ts';
import { episode } from '../../../core/episode/records.ts';

const wanted = { split: 'train', problem_index: 4, problem: 'Problem 4' } as const;
const onDisk: Readonly<Record<number, readonly EpisodeRecord[]>> = {
  1: [episode(1, 4), episode(1, 5)],
  2: [episode(2, 0)],
  3: [episode(3, 9, { problem: 'Problem 4' })],
};
async function* read(iteration: number): AsyncGenerator<EpisodesRead> {
  const episodes = onDisk[iteration];
  if (!episodes) throw new Error('gone');
  yield { episodes, window: null };
}

async function search(iterations: readonly number[], signal = new AbortController().signal): Promise<DiskSearch[]> {
  const told: DiskSearch[] = [];
  await searchProblem({ wanted, iterations, read, tell: (state) => told.push(state), signal });
  return told;
}

it('reads every iteration on disk, and says how far it is and what could not be read', async () => {
  const told = await search([1, 2, 3, 7]);
  expect(told.map(({ left }) => left)).toEqual([4, 3, 2, 1, 0]);
  expect(told.at(-1)).toMatchObject({ read: [1, 2, 3], failed: 1 });
  expect(told.at(-1)?.found.map((record) => `${record.iteration}.${record.episode}`)).toEqual(['1.4', '3.9']);
});

it('tells nothing more once it is given up', async () => {
  const aborting = new AbortController();
  const searching = search([1, 2, 3], aborting.signal);
  aborting.abort();
  expect(await searching).toHaveLength(1);
});

it('puts memory and disk together, oldest first, each episode once', async () => {
  const disk = (await search([1, 2, 3])).at(-1);
  if (!disk) throw new Error('nothing was told');
  const memory = { 3: onDisk[3] ?? [], 8: [episode(8, 4), episode(8, 1)] };
  const { takes, iterations, left, failed } = takesOf(memory, disk, wanted);
  expect(takes.map((record) => `${record.iteration}.${record.episode}`)).toEqual(['1.4', '3.9', '8.4']);
  expect({ iterations, left, failed }).toEqual({ iterations: 4, left: 0, failed: 0 });
});
