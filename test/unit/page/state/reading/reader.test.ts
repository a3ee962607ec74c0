import { expect, it } from 'vitest';
import { cursorStore } from '../../../../../src/page/state/address/cursor.ts';
import { explorerStore } from '../../../../../src/page/state/reading/explorerView.ts';
import { stepEpisode, stepIteration, stepRun } from '../../../../../src/page/state/reading/reader.ts';
import { runsStore } from '../../../../../src/page/state/runs/runs.ts';
import { newRun } from '../../../../../src/page/state/runs/reduce.ts';
import { document, episode } from '../../../core/episode/records.ts';

it('steps through the iterations on disk as through those in memory, also before they are read', () => {
  const run = { ...newRun('kept', document), origin: 'kept', stored: [1, 2, 5, 9], episodes: { 9: [episode(9, 0)] } } as const;
  runsStore.setState({ runs: { kept: run }, order: ['kept'], current: 'kept' });
  const at = (): number | null => cursorStore.getState().iteration;
  stepIteration(-1);
  expect(at()).toBe(5);
  stepIteration(-1);
  expect(at()).toBe(2);
  stepIteration(1);
  stepIteration(1);
  expect(at()).toBe(9);
  stepIteration(1);
  expect(at(), 'there is none later').toBe(9);
});

it('walks in the inspect place only what is listed there', () => {
  const run = { ...newRun('walked', document), episodes: { 3: [episode(3, 0), episode(3, 1), episode(3, 2)] } };
  runsStore.setState({ runs: { walked: run }, order: ['walked'], current: 'walked' });
  cursorStore.getState().move({ place: 'inspect', iteration: 3, episode: 1 });
  const at = (): number | null => cursorStore.getState().episode;
  explorerStore.getState().set({ listed: [] });
  stepEpisode(1);
  expect(at(), 'nothing is listed').toBe(1);
  explorerStore.getState().set({ listed: [episode(3, 2), episode(3, 0)] });
  stepEpisode(1);
  expect(at(), 'the first of a list that it is not in').toBe(2);
  stepEpisode(1);
  expect(at()).toBe(0);
  explorerStore.getState().set({ listed: [] });
  cursorStore.getState().move({ place: 'team' });
  stepEpisode(1);
  expect(at(), 'the reader’s own list').toBe(1);
});

it('steps from run to run of the visit', () => {
  runsStore.setState({ runs: { a: newRun('a', document), b: newRun('b', document) }, order: ['a', 'b'], current: 'a' });
  expect(stepRun(1)).toBe(true);
  expect(runsStore.getState().current).toBe('b');
  expect(stepRun(1)).toBe(false);
  expect(runsStore.getState().current).toBe('b');
});
