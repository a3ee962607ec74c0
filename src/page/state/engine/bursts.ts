/**
 * Hands values on in bursts. A small team may finish a hundred iterations a second and send ten events in each; drawn one
 * by one they would keep the page from hearing a click. A burst is handled in one task, which React draws once.
 */

export interface Bursts<T> {
  /** Hands `value` on at once after a quiet time, otherwise with the next burst. */
  add(value: T): void;
  /** Hands on what is waiting, and takes nothing more: what was still under way comes too late. */
  end(): void;
}

/** Calls `take` for every value in order, in bursts at least `interval` milliseconds apart. */
export function inBursts<T>(take: (value: T) => void, interval: number): Bursts<T> {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const flush = (): void => {
    const burst = waiting;
    waiting = [];
    for (const value of burst) take(value);
  };
  const rest = (): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting.length === 0) return;
      flush();
      rest();
    }, interval);
  };
  return {
    add: (value) => {
      if (ended) return;
      waiting.push(value);
      if (timer !== undefined) return;
      flush();
      rest();
    },
    end: () => {
      ended = true;
      flush();
    },
  };
}
