/** The browser's locks, which are let go of a moment later than one is told. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserLocks } from '../../../../workers/library/locks.ts';

/** Web Locks of which a released one counts as held for `lag` milliseconds more. */
function webLocks(lag: number) {
  const held = new Set<string>();
  return {
    request: async (name: string, _options: unknown, work: (lock: object | null) => Promise<void> | undefined) => {
      if (held.has(name)) return work(null);
      held.add(name);
      await work({});
      setTimeout(() => held.delete(name), lag);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a run that has just ended can be held again at once', async () => {
  vi.stubGlobal('navigator', { locks: webLocks(100) });
  const locks = browserLocks();
  const release = await locks.hold('run');
  release?.();
  await Promise.resolve();
  const again = locks.hold('run');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await again).toBeTypeOf('function');
});

it('a run that is being trained cannot be held', async () => {
  vi.stubGlobal('navigator', { locks: webLocks(0) });
  const locks = browserLocks();
  await locks.hold('run');
  const again = locks.hold('run');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await again).toBeNull();
});
