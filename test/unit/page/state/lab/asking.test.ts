import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Asking, endsWithin } from '../../../../../src/page/state/lab/asking.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a question under way', () => {
  it('hands on what it waits for, until it is called off', async () => {
    const asked = new Asking({ view: 'shares', runId: 'one' });
    expect(await asked.still(Promise.resolve('loaded'))).toBe('loaded');
    const waiting = asked.still(Promise.resolve('late'));
    asked.callOff();
    await expect(waiting).rejects.toThrow();
    expect(await asked.end).toBeNull();
    await expect(asked.still(Promise.resolve('later'))).rejects.toThrow();
  });

  it('tells of a fault on its way, called off or not', async () => {
    const asked = new Asking({ view: 'shares', runId: 'one' });
    const fault = new Error('gone');
    await expect(asked.still(Promise.reject(fault))).rejects.toBe(fault);
    asked.callOff();
    await expect(asked.still(Promise.reject(fault))).rejects.toBe(fault);
  });
});

describe('work that was called off', () => {
  it('ends in time, well or not, and leaves no clock behind', async () => {
    expect(await endsWithin(Promise.resolve(1), 100)).toBe(true);
    expect(await endsWithin(Promise.reject(new Error('closed')), 100)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not, where it goes on for too long', async () => {
    const late = endsWithin(new Promise((resolve) => setTimeout(resolve, 101)), 100);
    await vi.advanceTimersByTimeAsync(100);
    expect(await late).toBe(false);
  });
});
