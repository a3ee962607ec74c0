/** A storage that does not answer is asked again, and given up in the end. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answered } from '../../../../workers/opfs/patience.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = <T>(): Promise<T> => new Promise(() => undefined);

test('an answer or a refusal comes at once, and nothing is asked twice', async () => {
  const ask = vi.fn(async () => 3);
  expect(await answered(ask)).toBe(3);
  await expect(answered(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledOnce();
});

test('a question without an answer is asked again', async () => {
  const ask = vi.fn<() => Promise<string>>().mockImplementationOnce(never).mockResolvedValue('here');
  const answer = answered(ask);
  await vi.advanceTimersByTimeAsync(4000);
  expect(await answer).toBe('here');
  expect(ask).toHaveBeenCalledTimes(2);
});

test('an answer that comes too late is let go of', async () => {
  let late: ((value: string) => void) | undefined;
  const ask = vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(() => new Promise((resolve) => (late = resolve)))
    .mockResolvedValue('second');
  const dropped: string[] = [];
  const answer = answered(ask, (value) => dropped.push(value));
  await vi.advanceTimersByTimeAsync(4000);
  expect(await answer).toBe('second');
  late?.('first');
  await vi.advanceTimersByTimeAsync(0);
  expect(dropped).toEqual(['first']);
});

test('nobody waits for ever', async () => {
  const ask = vi.fn(never);
  const answer = answered(ask);
  const refused = expect(answer).rejects.toMatchObject({ name: 'TimeoutError' });
  await vi.advanceTimersByTimeAsync(16_000);
  await refused;
  expect(ask).toHaveBeenCalledTimes(4);
});
