/** Demonstrations are kept by the environment they are of, once each, as far as the browser keeps anything. */
import { expect, it } from 'vitest';
import { createDemonstrationsStore } from '../../../../../src/page/state/demonstrations/demonstrations.ts';
import { STORAGE_KEYS, type TextStorage } from '../../../../../src/page/state/storage/storage.ts';

function storageOf(full = false): TextStorage & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    read: (key) => texts.get(key) ?? null,
    write: (key, text) => {
      if (!full) texts.set(key, text);
      return !full;
    },
  };
}

it('are there at the next visit, for their environment alone, and go when they are forgotten', () => {
  const storage = storageOf();
  const store = createDemonstrationsStore(storage);
  expect(store.getState().keep('one', '{"a":1}')).toBe(true);
  expect(store.getState().keep('one', '{"a":1}')).toBe(false);
  expect(store.getState().keep('one', '{"a":2}')).toBe(true);
  const next = createDemonstrationsStore(storage).getState();
  expect(next.of('one')).toEqual(['{"a":1}', '{"a":2}']);
  expect(next.of('another')).toEqual([]);
  next.forget('one');
  expect(createDemonstrationsStore(storage).getState().of('one')).toEqual([]);
});

it('are kept for this visit where the browser keeps nothing, and say so', () => {
  const store = createDemonstrationsStore(storageOf(true));
  store.getState().keep('one', '{}');
  expect(store.getState().of('one')).toEqual(['{}']);
  expect(store.getState().kept).toBe(false);
});

it('are none where what was kept cannot be read', () => {
  const storage = storageOf();
  for (const broken of ['nonsense', '{"a":1}', '[["x",[1]]]']) {
    storage.texts.set(STORAGE_KEYS.demonstrations, broken);
    expect(createDemonstrationsStore(storage).getState().lines.size).toBe(0);
  }
});
