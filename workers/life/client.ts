/**
 * The other end of a worker's life. That it ended is known at once by the lock it held (`hold.ts`); that it hangs can only be
 * guessed from its silence, so whoever asks says how long a silence may be.
 */
import { lifeOf } from './protocol.ts';

/**
 * Calls `ended` once when `worker` has ended by whatever cause; returns how to stop watching, before it is ended on purpose. A page
 * without locks does not hear of it: the worker's beats are what it has.
 */
export function watchLife(worker: Pick<Worker, 'addEventListener'>, ended: () => void): () => void {
  const watch = new AbortController();
  const locks = navigator.locks as LockManager | undefined;
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const life = lifeOf(data);
    if (life === null || !locks || watch.signal.aborted) return;
    const free = locks.request(life, { signal: watch.signal }, () => ended());
    free.catch(() => undefined); // not watched any more
  });
  return () => watch.abort();
}

export interface Beats {
  /** The worker has said something. */
  heard(): void;
  stop(): void;
}

/**
 * Calls `silent` with true when nothing was heard at `most` looks in a row, `every` milliseconds apart, and with false when
 * something is heard after all. Looks are counted rather than time: a page that was suspended has not been looking either.
 */
export function watchBeats(every: number, most: number, silent: (is: boolean) => void): Beats {
  let missed = 0;
  const timer = setInterval(() => {
    missed += 1;
    if (missed === most) silent(true);
  }, every);
  return {
    heard: () => {
      if (missed >= most) silent(false);
      missed = 0;
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * Answers of a worker, which reject once it has died. Not by a race of each with one promise of its death: that holds a reaction for
 * every answer there ever was, and in some engines the answer too (https://github.com/nodejs/node/issues/17469).
 */
export interface Answers {
  /** `answer`, or why there will be none. */
  of<T>(answer: Promise<T>): Promise<T>;
  /** Rejects all that is waited for, and all that is asked from now on. */
  end(why: Error): void;
}

/** None is asked yet. */
export function answersUntilDeath(): Answers {
  const waiting = new Set<(why: Error) => void>();
  let death: Error | null = null;
  return {
    of: (answer) =>
      new Promise((resolve, reject) => {
        if (death) reject(death);
        else waiting.add(reject);
        void answer.then(resolve, reject).finally(() => waiting.delete(reject));
      }),
    end: (why) => {
      death ??= why;
      for (const reject of waiting) reject(death);
      waiting.clear();
    },
  };
}
