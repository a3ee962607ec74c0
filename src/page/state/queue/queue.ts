/** The page's queue of runs: wired to the engine, to what may run, and to the browser's storage. */
import { useStore } from 'zustand';
import { consentStore, heldBack } from '../consent/consent.ts';
import { engineStore, isActive } from '../engine/engine.ts';
import { isWarming } from '../engine/warmStart.ts';
import { libraryStore } from '../library/library.ts';
import { decodeQueue, encodeQueue } from './codec.ts';
import { createQueueStore } from './createQueue.ts';
import type { QueueState } from './types.ts';
import { keptText } from '../storage/kept.ts';
import { browserStorage, STORAGE_KEYS } from '../storage/storage.ts';

export { isAhead, queuedDocument } from './decisions.ts';
export type { EntryStatus, NewEntry, QueueEntry, QueueState } from './types.ts';

/** Waits for the kept queue, which the first tab has until it is closed; a page being reloaded lets go of it late. */
function whenOwned(owned: () => void): void {
  const forEver = new Promise<never>(() => undefined);
  navigator.locks
    .request(STORAGE_KEYS.queue, () => {
      owned();
      return forEver;
    })
    .catch(() => undefined); // locks are forbidden here, and with them storage: the queue lives as long as this tab
}

const keeping = keptText(browserStorage, STORAGE_KEYS.queue, 'queue');

export const queueStore = createQueueStore(
  {
    train: (options) => engineStore.getState().train(options),
    goOn: async (run) => {
      await engineStore.getState().continueRun(run);
      const { runId, phase } = engineStore.getState();
      const goesOn = runId === run && isActive(phase);
      // It is begun anew by the queue, so nobody need be asked about what is left of it.
      if (!goesOn && libraryStore.getState().cards.some(({ id }) => id === run)) await libraryStore.getState().leave(run);
      return goesOn;
    },
    faults: () => engineStore.getState().faults,
    free: () => !isActive(engineStore.getState().phase) && !isWarming(engineStore.getState().warm),
    engine: () => {
      const { runId, phase } = engineStore.getState();
      const outcome = phase === 'finished' || phase === 'stopped' || phase === 'failed' ? phase : null;
      return { runId, active: isActive(phase), outcome };
    },
    heldBack,
    read: keeping.read,
    write: keeping.write,
    newId: () => crypto.randomUUID(),
    now: Date.now,
    ...(typeof window !== 'undefined' && 'locks' in navigator ? { whenOwned } : {}),
  },
  { encode: encodeQueue, decode: decodeQueue },
);

engineStore.subscribe((state, before) => {
  // Not in the middle of the engine's own change, which its other listeners have yet to hear.
  if (state.phase !== before.phase || state.warm !== before.warm) queueMicrotask(() => queueStore.getState().look());
});
consentStore.subscribe(() => queueStore.getState().look());

/** Selects from the page's queue. */
export function useQueue<T>(selector: (state: QueueState) => T): T {
  return useStore(queueStore, selector);
}
