/** A clock that stands still until something sleeps, for tests of what waits. */
import type { Outside } from '../../../src/tinker/http.ts';

export interface Clock extends Outside {
  /** What was slept, milliseconds. */
  readonly slept: number[];
}

/** Sleeping passes time at once; but a limit or a heartbeat, which others sleep beside, only when the test says so. */
export function clock(fetch: typeof globalThis.fetch, passes: (milliseconds: number) => boolean = (ms) => ms < 9_000): Clock {
  let time = 0;
  const slept: number[] = [];
  return {
    fetch,
    slept,
    now: () => time,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        if (!passes(milliseconds)) return;
        slept.push(milliseconds);
        time += milliseconds;
        setImmediate(resolve);
      }),
  };
}
