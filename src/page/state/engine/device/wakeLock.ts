/**
 * Keeps the computer awake while a run goes on: one that falls asleep stops training. The browser lets go by itself when the
 * tab is hidden, so it is asked again when the tab is seen. Where it cannot be had, training goes on all the same.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';

/** `hidden`: browsers keep no computer awake for a tab in the background. */
export type WakeState = 'held' | 'released' | 'hidden' | 'refused' | 'missing';

/** What it needs of the browser. */
export interface WakeHosts {
  /** Absent in browsers that have no wake locks. */
  readonly request?: () => Promise<{ release(): Promise<void> }>;
  visible(): boolean;
  /** Calls back whenever the tab is shown or hidden; returns how to end that. */
  onVisibility(change: () => void): () => void;
}

export interface WakeLock {
  readonly store: StoreApi<{ readonly state: WakeState }>;
  /** Whether a run goes on: asks for the lock, or gives it back. */
  want(wanted: boolean): void;
  stop(): void;
}

export function createWakeLock(hosts: WakeHosts): WakeLock {
  const store = createStore<{ readonly state: WakeState }>(() => ({ state: hosts.request ? 'released' : 'missing' }));
  const { request } = hosts;
  let wanted = false;
  let held: { release(): Promise<void> } | null = null;

  const settle = async (): Promise<void> => {
    if (!request) return;
    const old = held;
    held = null;
    await old?.release().catch(() => undefined); // the browser has let go already
    if (!wanted) return store.setState({ state: 'released' });
    if (!hosts.visible()) return store.setState({ state: 'hidden' });
    try {
      const lock = await request();
      if (!wanted || held) return void lock.release().catch(() => undefined);
      held = lock;
      store.setState({ state: 'held' });
    } catch {
      // Such as a battery that is low: nothing a run would be ended for.
      store.setState({ state: hosts.visible() ? 'refused' : 'hidden' });
    }
  };
  const stop = hosts.onVisibility(() => {
    if (wanted) void settle();
  });
  return {
    store,
    want: (next) => {
      if (next === wanted) return;
      wanted = next;
      void settle();
    },
    stop,
  };
}

/** The wake lock of this browser. */
export const browserWakeLock = (): WakeLock =>
  createWakeLock({
    ...('wakeLock' in navigator ? { request: () => navigator.wakeLock.request('screen') } : {}),
    visible: () => document.visibilityState === 'visible',
    onVisibility: (change) => {
      document.addEventListener('visibilitychange', change);
      return () => document.removeEventListener('visibilitychange', change);
    },
  });
