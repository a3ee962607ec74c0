/** Rows of a section that is measured part by part. */
import { expect, it } from 'vitest';
import { type Row, withPart } from '../../../bench/rows.ts';

const row = (part: string, value: number): Row => ({ path: 'wasm', measure: part, value, unit: '×', detail: '', part });
const PARTS = ['decode', 'update', 'threads'];

it('replaces the rows of a part that was measured again, and keeps the others in the order of the parts', () => {
  const kept = [row('update', 1), row('threads', 2), row('threads', 3)];
  expect(withPart(kept, PARTS, 'threads', [row('threads', 4)]).map(({ value }) => value)).toEqual([1, 4]);
  expect(withPart(kept, PARTS, 'decode', [row('decode', 5), row('decode', 6)]).map(({ value }) => value)).toEqual([5, 6, 1, 2, 3]);
});

it('forgets rows of parts that are no more', () => {
  expect(withPart([row('forms', 1), row('update', 2)], PARTS, 'decode', [])).toEqual([row('update', 2)]);
});
