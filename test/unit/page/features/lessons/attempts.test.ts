/** Attempts at the final test: kept in this browser across a reload and from several tabs, read as hostile. */
import { expect, it } from 'vitest';
import { createAttempts, formNext, readAttempts, underWay } from '../../../../../src/page/features/lessons/record/attempts.ts';
import { memory } from '../../state/lessons/world.ts';

const KEY = 'marft-workbench.lessons.test';

function page(storage = memory(), begins = 1000) {
  let time = begins;
  const store = createAttempts(storage, () => (time += 1));
  return { storage, get: store.getState };
}

it('answers survive a reload, may be changed, and are finished once', () => {
  const { storage, get } = page();
  get().begin('A');
  get().answer('a-clip', 'edge');
  get().answer('a-clip', 'pushes');
  get().answer('a-clip', 'no-such');
  get().answer('b-clip', 'pushes');
  const again = page(storage);
  expect(underWay(again.get())).toMatchObject({ form: 'A', finished: null, answers: { 'a-clip': { option: 'pushes' } } });
  again.get().begin('B');
  expect(again.get().attempts, 'one at a time').toHaveLength(1);
  again.get().finish();
  again.get().answer('a-group', 'above');
  expect(underWay(again.get())).toBeNull();
  expect(page(storage).get().attempts).toMatchObject([{ form: 'A', answers: { 'a-clip': { option: 'pushes' } } }]);
  expect(Object.keys(page(storage).get().attempts[0]!.answers)).toEqual(['a-clip']);
});

it('the other form comes next, and a discarded attempt is none', () => {
  const { storage, get } = page();
  expect(formNext(get().attempts)).toBe('A');
  get().begin('A');
  get().finish();
  expect(formNext(get().attempts)).toBe('B');
  get().begin('B');
  get().discard();
  expect(get().attempts).toHaveLength(1);
  expect(formNext(page(storage).get().attempts)).toBe('B');
});

it('what another tab has finished meanwhile stays', () => {
  const storage = memory();
  const [one, other] = [page(storage), page(storage, 2000)];
  other.get().begin('B');
  one.get().begin('A');
  expect(underWay(one.get()), 'one is gone on with').toMatchObject({ form: 'B' });
  other.get().finish();
  one.get().answer('b-clip', 'edge');
  one.get().begin('A');
  one.get().finish();
  expect(page(storage).get().attempts).toMatchObject([
    { form: 'B', answers: {} },
    { form: 'A', answers: {} },
  ]);
});

it('where nothing can be kept it goes on, and says so', () => {
  const { get } = page(memory({}, false));
  get().begin('A');
  get().answer('a-critic', 'no');
  expect(underWay(get())?.answers).toMatchObject({ 'a-critic': { option: 'no' } });
  expect(get().kept).toBe(false);
});

it.each(['', '{', 'null', '{"a":1}', '[1, null, {"form":"C"}]'])('of %j nothing is taken', (text) => {
  expect(readAttempts(text)).toEqual([]);
});

it('an attempt that is damaged costs no other, and an answer that is none no other answer', () => {
  const fine = { form: 'A', begun: 5, finished: 9, answers: { 'a-clip': { option: 'edge', at: 6 }, 'a-group': { option: 'x', at: 7 } } };
  const read = readAttempts(JSON.stringify([{ form: 'A', begun: 'now' }, fine]));
  expect(read).toEqual([{ ...fine, answers: { 'a-clip': { option: 'edge', at: 6 } } }]);
  expect(readAttempts(`${JSON.stringify([fine])}${' '.repeat(600_000)}`), 'too long').toEqual([]);
});

it('is kept beside the lessons', () => {
  const { storage, get } = page();
  get().begin('A');
  expect(Object.keys(storage.entries)).toEqual([KEY]);
});
