import { expect, it } from 'vitest';
import { createCursorStore } from '../../../../../src/page/state/address/cursor.ts';
import type { TextStorage } from '../../../../../src/page/state/storage/storage.ts';

function memoryStorage(kept: Map<string, string>): TextStorage {
  return {
    read: (key) => kept.get(key) ?? null,
    write: (key, text) => Boolean(kept.set(key, text)),
  };
}

it('starts over below what moved', () => {
  const store = createCursorStore();
  store.getState().move({ iteration: 3, episode: 5, message: 1, token: 4 });
  store.getState().move({ message: 0 });
  expect(store.getState()).toMatchObject({ iteration: 3, episode: 5, message: 0, token: null });
  store.getState().move({ iteration: 4 });
  expect(store.getState()).toMatchObject({ iteration: 4, episode: null, message: null, token: null });
});

it('leaves the reading place alone when another agent or place is chosen', () => {
  const store = createCursorStore();
  store.getState().move({ episode: 5 });
  store.getState().move({ role: 'solver', place: 'training' });
  expect(store.getState()).toMatchObject({ role: 'solver', place: 'training', episode: 5 });
});

it('opens a link to settings there, whichever tab was kept', () => {
  const storage = memoryStorage(new Map());
  createCursorStore(storage).getState().move({ place: 'training', tab: 'engine' });
  expect(createCursorStore(storage, { place: 'training' }).getState()).toMatchObject({ place: 'training', tab: 'settings' });
  expect(createCursorStore(storage, { place: 'runs' }).getState()).toMatchObject({ place: 'runs', tab: 'engine' });
});

it('keeps place and tab over a reload, and begins with the team where what is kept is unknown', () => {
  const kept = new Map<string, string>();
  const storage = memoryStorage(kept);
  createCursorStore(storage).getState().move({ place: 'training', tab: 'engine', role: 'solver' });
  expect(createCursorStore(storage).getState()).toMatchObject({ place: 'training', tab: 'engine', role: null });
  for (const key of kept.keys()) kept.set(key, 'attic cellar');
  expect(createCursorStore(storage).getState()).toMatchObject({ place: 'team', tab: 'settings' });
});
