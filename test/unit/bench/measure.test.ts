/** The benchmarks' arithmetic, on times that are given. */
import { expect, it } from 'vitest';
import { compare, median, type Measure, summaryOf } from '../../../bench/measure.ts';

it('takes the middle, or the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(summaryOf([3, 1, 2])).toEqual({ median: 2, min: 1 });
});

it('compares neighbours, so that a machine slowing down slows both', async () => {
  let slowness = 1;
  const order: string[] = [];
  const taking =
    (name: string, time: number): Measure =>
    () => {
      order.push(name);
      slowness *= 1.5;
      return Promise.resolve({ wall: time * slowness, cpu: time });
    };
  const { ratio, cpu } = await compare(taking('a', 10), taking('b', 30), 3, 1);
  expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b']);
  expect(ratio.cpu).toBe(3);
  expect(ratio.wall).toBeCloseTo(4.5); // the drift of one turn, not of the whole run
  expect(cpu).toEqual([
    { median: 10, min: 10 },
    { median: 30, min: 30 },
  ]);
});
