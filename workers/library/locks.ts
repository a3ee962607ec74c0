/** Locks between the tabs of this page by the browser's Web Locks, which end with the tab that holds them however it ends. */
import type { Locks } from '../../src/runs/types.ts';

/** A lock that was let go of, here or by a page being reloaded, may still count as held for a moment. */
const RETRY_MS = 250;

/** Locks of this thread alone, where the browser has none between tabs. */
export function ownLocks(): Locks {
  const held = new Set<string>();
  const turns = new Map<string, Promise<unknown>>();
  return {
    hold: async (name) => {
      if (held.has(name)) return null;
      held.add(name);
      return () => void held.delete(name);
    },
    held: async () => new Set(held),
    during: (name, work) => {
      const turn = (turns.get(name) ?? Promise.resolve()).then(work, work);
      turns.set(name, turn);
      return turn;
    },
  };
}

export function browserLocks(): Locks {
  // Pages that are not served by TLS have none.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return ownLocks();
  const attempt = (name: string): Promise<(() => void) | null> =>
    new Promise((resolve, reject) => {
      const request = locks.request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(() => release()));
      });
      request.catch(reject);
    });
  return {
    hold: async (name) => {
      const held = await attempt(name);
      if (held) return held;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return attempt(name);
    },
    held: async () => new Set((await locks.query()).held?.flatMap(({ name }) => name ?? [])),
    during: async (name, work) => (await locks.request(name, work)) as Awaited<ReturnType<typeof work>>,
  };
}
