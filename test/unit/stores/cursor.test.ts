import { expect, it } from 'vitest';
import { createCursorStore } from '../../../src/stores/cursor.ts';

it('starts over below what moved', () => {
  const store = createCursorStore();
  store.getState().move({ iteration: 3, episode: 5, message: 1, token: 4 });
  store.getState().move({ message: 0 });
  expect(store.getState()).toMatchObject({ iteration: 3, episode: 5, message: 0, token: null });
  store.getState().move({ iteration: 4 });
  expect(store.getState()).toMatchObject({ iteration: 4, episode: null, message: null, token: null });
});

it('leaves the reading place alone when another agent or panel is chosen', () => {
  const store = createCursorStore();
  store.getState().move({ episode: 5 });
  store.getState().move({ role: 'solver', panel: 'training' });
  expect(store.getState()).toMatchObject({ role: 'solver', panel: 'training', episode: 5 });
});
