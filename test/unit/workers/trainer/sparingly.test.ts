import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sparingly } from '../../../../workers/trainer/sparingly.ts';

describe('letting the newest of many values through', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('hands on the first at once, then only the newest of each interval, the last one always', () => {
    const sent: number[] = [];
    const { offer } = sparingly((value: number) => sent.push(value), 100);
    for (let value = 1; value <= 5; value += 1) offer(value);
    expect(sent).toEqual([1]);
    vi.advanceTimersByTime(100);
    expect(sent).toEqual([1, 5]);
    vi.advanceTimersByTime(1000);
    expect(sent, 'nothing is repeated').toEqual([1, 5]);
    offer(6);
    expect(sent).toEqual([1, 5, 6]);
  });

  it('never sends more than ten a second at an interval of a tenth', () => {
    const sent: number[] = [];
    const { offer } = sparingly((value: number) => sent.push(value), 100);
    for (let value = 0; value < 1000; value += 1) {
      offer(value);
      vi.advanceTimersByTime(3);
    }
    vi.advanceTimersByTime(100);
    expect(sent.length).toBeLessThanOrEqual(31);
    expect(sent.at(-1)).toBe(999);
  });

  it('gets values through a loop that gives timers no time', () => {
    const sent: number[] = [];
    const { offer } = sparingly((value: number) => sent.push(value), 100);
    offer(1);
    offer(2);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 150);
    offer(3);
    expect(sent).toEqual([1, 3]);
  });

  it('hands on what is waiting when told to, and leaves no timer behind', () => {
    const sent: number[] = [];
    const { offer, flush } = sparingly((value: number) => sent.push(value), 100);
    offer(1);
    offer(2);
    flush();
    flush();
    expect(sent).toEqual([1, 2]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
