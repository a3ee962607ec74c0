import { expect, it } from 'vitest';
import { moreOf } from '../../../../../src/page/kit/layout/useMoreAside.ts';

it('says on which sides of a box there is more than is seen', () => {
  const box = (scrollLeft: number, scrollWidth: number) => moreOf({ scrollLeft, scrollWidth, clientWidth: 400 });
  expect(box(0, 400)).toBe('');
  expect(box(0.5, 401), 'rounding is nothing more').toBe('');
  expect(box(0, 500)).toBe('end');
  expect(box(100, 500)).toBe('start');
  expect(box(50, 500)).toBe('start end');
});
