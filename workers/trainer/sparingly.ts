/**
 * Lets the newest of many values through, at most once per interval. What an agent is doing changes with every token; on
 * its way to the page only the latest is worth a message.
 */

export interface Sparing<T> {
  /** Hands `value` on at once after a quiet time; otherwise when the interval is over, unless a newer one replaces it. */
  offer(value: T): void;
  /** Hands on what is waiting, now. */
  flush(): void;
}

/**
 * Calls `send` at least `interval` milliseconds apart. A loop that leaves its thread no time for timers still gets values
 * through: each offer looks at the clock.
 */
export function sparingly<T>(send: (value: T) => void, interval: number): Sparing<T> {
  let waiting: { readonly value: T } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (!waiting) return;
    const { value } = waiting;
    waiting = null;
    last = performance.now();
    send(value);
  };
  return {
    offer: (value) => {
      waiting = { value };
      const quiet = performance.now() - last;
      if (quiet >= interval) flush();
      else timer ??= setTimeout(flush, interval - quiet);
    },
    flush,
  };
}
