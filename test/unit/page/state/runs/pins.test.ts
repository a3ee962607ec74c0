import { expect, it } from 'vitest';
import { createPinsStore, isPinned, MOST_PINS, pinnedIterations, pinsOf } from '../../../../../src/page/state/runs/pins.ts';
import { rowOf } from '../../../../../src/page/state/runs/explorer.ts';
import { episode } from '../../../core/episode/records.ts';

const memory = (kept = new Map<string, string>()) => ({
  kept,
  read: (key: string) => kept.get(key) ?? null,
  write: (key: string, text: string) => Boolean(kept.set(key, text)),
});

it('keeps pins by run over a reload, and takes them away again', () => {
  const storage = memory();
  const store = createPinsStore(storage);
  store.getState().toggle('a', rowOf(episode(3, 1)));
  store.getState().toggle('a', rowOf(episode(5, 0)));
  store.getState().toggle('b', rowOf(episode(3, 1)));
  store.getState().toggle('b', rowOf(episode(3, 1)));
  const again = createPinsStore(storage).getState();
  expect(pinsOf(again, 'a')).toEqual([rowOf(episode(3, 1)), rowOf(episode(5, 0))]);
  expect(isPinned(again, 'a', { iteration: 5, episode: 0 })).toBe(true);
  expect(isPinned(again, 'a', { iteration: 5, episode: 1 })).toBe(false);
  expect(pinnedIterations(again, 'a')).toEqual([3, 5]);
  expect([...again.pins.keys()]).toEqual(['a']);
});

it('keeps a pin of whose reward and tokens nothing is known', () => {
  const storage = memory();
  const row = { ...rowOf(episode(3, 1)), right: null, reward: Number.NaN, advantage: Number.NaN, tokens: Number.NaN };
  createPinsStore(storage).getState().toggle('a', row);
  expect(pinsOf(createPinsStore(storage).getState(), 'a')).toEqual([row]);
});

it('bounds what it keeps: the oldest pins go, and long texts are cut', () => {
  const store = createPinsStore(memory());
  for (let number = 0; number <= MOST_PINS; number += 1)
    store.getState().toggle('a', rowOf(episode(1, number, { problem: 'long '.repeat(1000) })));
  const pins = pinsOf(store.getState(), 'a');
  expect(pins.map((pin) => pin.episode)).toEqual(Array.from({ length: MOST_PINS }, (_, index) => index + 1));
  expect(pins[0]?.problem).toHaveLength(400);
});

it('loses only the rows that it cannot read', () => {
  const storage = memory();
  const store = createPinsStore(storage);
  for (const number of [0, 1]) store.getState().toggle('a', rowOf(episode(3, number)));
  store.getState().toggle('b', rowOf(episode(4, 0)));
  for (const [key, text] of storage.kept) storage.kept.set(key, text.replace('"episode":1', '"episode":"one"').replace('[["a"', '[7,["a"'));
  const again = createPinsStore(storage).getState();
  expect(pinsOf(again, 'a')).toEqual([rowOf(episode(3, 0))]);
  expect(pinsOf(again, 'b')).toEqual([rowOf(episode(4, 0))]);
});

it('begins empty where what is kept is not its own, and says when nothing can be kept', () => {
  for (const foreign of ['{', '{"a":1}', '[["a",[{"iteration":-1}]]]']) {
    const storage = memory();
    createPinsStore(storage)
      .getState()
      .toggle('a', rowOf(episode(1, 0)));
    for (const key of storage.kept.keys()) storage.kept.set(key, foreign);
    expect(createPinsStore(storage).getState().pins.size, foreign).toBe(0);
  }
  const full = createPinsStore({ read: () => null, write: () => false });
  full.getState().toggle('a', rowOf(episode(1, 0)));
  expect(full.getState().kept).toBe(false);
  expect(pinsOf(full.getState(), 'a')).toHaveLength(1);
});
