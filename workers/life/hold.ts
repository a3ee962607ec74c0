/** A worker's own end of its lifeline. */
import type { LifeMessage } from './protocol.ts';

/**
 * Takes a lock that nobody else knows and never lets go of it: the browser does so when this worker ends, also where no event
 * tells of that, and also while it computes. Pages that are not served by TLS have no locks, and no lifelines.
 */
export function holdLife(): void {
  const locks = globalThis.navigator.locks as LockManager | undefined;
  if (!locks) return;
  const life = `marft-life:${crypto.randomUUID()}`;
  const held = locks.request(life, () => {
    const message: LifeMessage = { life };
    globalThis.postMessage(message);
    return new Promise<never>(() => undefined);
  });
  held.catch(() => undefined); // a browser that forbids locks: its beats are what is left
}
