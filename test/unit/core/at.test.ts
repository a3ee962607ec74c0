/** Look-ups throw where there is nothing, and take what is falsy for what it is. */
import { expect, it } from 'vitest';
import { at, field, look, orElse } from '../../../src/core/at.ts';

it('finds what is there, 0, the empty text, null and NaN among it', () => {
  expect(at([0, 5], 0)).toBe(0);
  expect(at(Float64Array.of(1, Number.NaN), 1)).toBeNaN();
  expect(look(new Map([['a', '']]), 'a')).toBe('');
  expect(field({ a: 0, b: null }, 'a')).toBe(0);
  expect(field({ b: null }, 'b')).toBeNull();
});

it('throws where there is nothing, and says of what', () => {
  expect(() => at([1, 2], 2, 'message')).toThrow('There is no message 2 among 2.');
  expect(() => at([1, 2], -1)).toThrow('There is no entry -1 among 2.');
  expect(() => at(Float32Array.of(1), Number.NaN)).toThrow(RangeError);
  expect(() => look(new Map([['a', 1]]), 'b', 'agent')).toThrow('There is no agent b.');
  expect(() => look(new Map<object, number>(), {}, 'message')).toThrow('There is no message of that kind.');
  expect(() => field({ a: 1 }, 'b', 'reward of')).toThrow('There is no reward of b.');
  expect(() => field<unknown>({}, 'constructor')).toThrow('There is no field constructor.');
});

it('takes the default where nothing was found, and only there', () => {
  expect(orElse(undefined, 0)).toBe(0);
  expect(orElse(0, 7)).toBe(0);
  expect(orElse<null, number>(null, 7)).toBeNull();
});
