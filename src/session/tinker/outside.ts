/** The world as the client of a server sees it: network and clock of this process, or of this worker. */
import type { PageOutside } from '../../tinker/forwarded.ts';

export const OUTSIDE: PageOutside = {
  fetch: (input, init) => fetch(input, init),
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const given = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', given);
        resolve();
      }, milliseconds);
      if (signal?.aborted) given();
      else signal?.addEventListener('abort', given, { once: true });
    }),
};
