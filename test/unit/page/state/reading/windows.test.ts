/** An iteration of which the page holds a window: paging, going to a number, and what needs all of it. */
import { beforeEach, expect, it } from 'vitest';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import { cursorStore } from '../../../../../src/page/state/address/cursor.ts';
import { isHere } from '../../../../../src/page/state/library/decisions.ts';
import { libraryStore } from '../../../../../src/page/state/library/library.ts';
import { allOf, partsOf } from '../../../../../src/page/state/library/parts.ts';
import { explorerStore } from '../../../../../src/page/state/reading/explorerView.ts';
import { searchProblem, type DiskSearch } from '../../../../../src/page/state/reading/problem.ts';
import { episodeRead, readNumbered, readWindow, stepEpisode, stepWindow } from '../../../../../src/page/state/reading/reader.ts';
import { newRun } from '../../../../../src/page/state/runs/reduce.ts';
import { runsStore } from '../../../../../src/page/state/runs/runs.ts';
import type { EpisodesRead, WindowAsked } from '../../../../../src/runs/types.ts';
import { document, episode } from '../../../core/episode/records.ts';

const PER_WINDOW = 3;
/** Of an iteration of eight, in which no episode has the number 6. */
const numbers = [0, 1, 2, 3, 4, 5, 7, 8];

function windowOf(window: number): EpisodesRead {
  const first = window * PER_WINDOW;
  const own = numbers.slice(first, first + PER_WINDOW);
  return {
    episodes: own.map((number) => episode(3, number)),
    window: { window, windows: 3, first, count: own.length, of: numbers.length },
  };
}

const has = (episodes: readonly EpisodeRecord[] | undefined): number[] => (episodes ?? []).map((record) => record.episode);
const held = (): number[] => has(runsStore.getState().runs['large']?.episodes[3]);

beforeEach(() => {
  const { episodes, window } = windowOf(0);
  const run = { ...newRun('large', document), origin: 'kept', stored: [3], episodes: { 3: episodes }, windows: { 3: window! } } as const;
  runsStore.setState({ runs: { large: run }, order: ['large'], current: 'large' });
  cursorStore.getState().move({ place: 'inspect', iteration: 3, episode: 2 });
  explorerStore.getState().set({ listed: episodes, panel: 'episodes', scope: 'iteration' });
  libraryStore.setState({
    readEpisodes: async (id: string, iteration: number, asked?: WindowAsked) => {
      const at = asked && 'episode' in asked ? numbers.indexOf(asked.episode) : -1;
      const read = windowOf(asked && 'window' in asked ? asked.window : Math.max(0, Math.floor(at / PER_WINDOW)));
      runsStore.getState().setWindow(id, iteration, read.episodes, read.window!);
    },
    episodesOf: async function* () {
      for (let window = 0; window < 3; window += 1) yield windowOf(window);
    },
  });
});

it('a window takes the place of the one before it, and its first or last episode is read', async () => {
  await readWindow('large', 3, 2);
  expect([held(), episodeRead()?.episode]).toEqual([[7, 8], 7]);
  await readWindow('large', 3, 1, 'last');
  expect([held(), episodeRead()?.episode]).toEqual([[3, 4, 5], 5]);
});

it('the keys that walk down the list go on into the next window, and end with the last', async () => {
  stepEpisode(1);
  await expect.poll(() => episodeRead()?.episode).toBe(3);
  expect(held()).toEqual([3, 4, 5]);
  explorerStore.getState().set({ listed: windowOf(1).episodes });
  stepEpisode(-1);
  await expect.poll(() => episodeRead()?.episode).toBe(2);
  expect(stepWindow(-1), 'there is none before the first').toBe(false);
  explorerStore.getState().set({ scope: 'all' });
  expect(stepWindow(1), 'what is in memory is listed').toBe(false);
});

it('an episode of another window is gone to by its number; of one that is nowhere it is said', async () => {
  expect(await readNumbered('large', 3, 8)).toBe(true);
  expect([held(), episodeRead()?.episode]).toEqual([[7, 8], 8]);
  expect(await readNumbered('large', 3, 6)).toBe(false);
});

it('what is asked for is in memory only where the window holds it', () => {
  const run = runsStore.getState().runs['large']!;
  expect([isHere(run, 3), isHere(run, 3, { episode: 2 }), isHere(run, 3, { episode: 3 })]).toEqual([true, true, false]);
  expect([isHere(run, 3, { window: 0 }), isHere(run, 3, { window: 1 }), isHere(run, 4)]).toEqual([true, false, false]);
  // Of an iteration that is here whole there is nothing else to read.
  expect(isHere({ ...run, windows: {} }, 3, { episode: 99 })).toBe(true);
});

it('who needs all episodes gets all windows, or is told that they are too many', async () => {
  const run = runsStore.getState().runs['large']!;
  const found: number[] = [];
  for await (const { episodes } of partsOf(run, 3)) found.push(...has(episodes));
  expect(found).toEqual(numbers);
  await expect(allOf(run, 3)).rejects.toMatchObject({ fault: { code: 'E_EXPORT_LARGE', message: expect.stringContaining('8 episodes') } });
  expect(has(await allOf({ ...run, windows: {} }, 3)), 'whole in memory').toEqual([0, 1, 2]);
});

it('the same problem is looked for in all windows, telling after each; more than anybody reads are not listed', async () => {
  const wanted = { split: 'train', problem_index: 7, problem: 'Problem 7' } as const;
  const search = async (read: () => AsyncIterable<EpisodesRead>, of: typeof wanted): Promise<DiskSearch[]> => {
    const told: DiskSearch[] = [];
    const { signal } = new AbortController();
    await searchProblem({ wanted: of, iterations: [3], read, tell: (state) => told.push(state), signal });
    return told;
  };
  const told = await search(() => libraryStore.getState().episodesOf('large', 3), wanted);
  expect(told.map(({ found, left }) => [found.length, left])).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
    [1, 1],
    [1, 0],
  ]);
  const many = Array.from({ length: 1500 }, (_, number) => episode(3, number, { problem_index: 7 }));
  const last = (
    await search(async function* () {
      for (let window = 0; window < 3; window += 1) yield { episodes: many, window: windowOf(window).window };
    }, wanted)
  ).at(-1);
  expect(last).toMatchObject({ more: true, left: 0, read: [] });
  expect(last?.found).toHaveLength(2000);
});
