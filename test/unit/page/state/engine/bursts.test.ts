import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inBursts } from '../../../../../src/page/state/engine/bursts.ts';

describe('handing events on in bursts', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('hands the first on at once and those that follow together, in order', () => {
    const taken: number[] = [];
    const bursts = inBursts((value: number) => taken.push(value), 100);
    bursts.add(1);
    expect(taken).toEqual([1]);
    bursts.add(2);
    bursts.add(3);
    expect(taken).toEqual([1]);
    vi.advanceTimersByTime(100);
    expect(taken).toEqual([1, 2, 3]);
    bursts.add(4);
    expect(taken, 'the burst before was just now').toEqual([1, 2, 3]);
    vi.advanceTimersByTime(100);
    expect(taken).toEqual([1, 2, 3, 4]);
  });

  it('hands on at once again after a quiet time, and leaves no timer behind', () => {
    const taken: number[] = [];
    const bursts = inBursts((value: number) => taken.push(value), 100);
    bursts.add(1);
    vi.advanceTimersByTime(100);
    expect(vi.getTimerCount()).toBe(0);
    bursts.add(2);
    expect(taken).toEqual([1, 2]);
  });

  it('hands on what is waiting at its end, once, and takes nothing more', () => {
    const taken: number[] = [];
    const bursts = inBursts((value: number) => taken.push(value), 100);
    bursts.add(1);
    bursts.add(2);
    bursts.end();
    expect(taken).toEqual([1, 2]);
    bursts.add(3);
    vi.advanceTimersByTime(200);
    expect(taken).toEqual([1, 2]);
  });
});
