/** The runs this browser keeps: the library store wired to its worker and to the runs store. */
import { useStore } from 'zustand';
import { spawnLibrary } from '../../../../workers/library/client.ts';
import { openedAddress } from '../address/address.ts';
import { cursorStore } from '../address/cursor.ts';
import { createLibraryStore } from './createLibrary.ts';
import { toBringBack } from './decisions.ts';
import type { LibraryState } from './types.ts';
import { firstScreen } from '../opening/firstScreen.ts';
import { currentRun, runsStore } from '../runs/runs.ts';
import { browserStorage, STORAGE_KEYS, tabStorage } from '../storage/storage.ts';
import { keptIterations } from '../runs/keep.ts';

export { interruptedCard } from './decisions.ts';
export type { LibraryState } from './types.ts';

const { store, forEngine } = createLibraryStore({
  connect: spawnLibrary,
  estimate: async () => {
    const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
    return usage === undefined || quota === undefined ? null : { bytes: usage, quota };
  },
  // A browser that has promised it already is not asked again.
  persist: async () => (await navigator.storage?.persisted?.()) || ((await navigator.storage?.persist?.()) ?? null),
  now: Date.now,
  runs: {
    get: (id) => runsStore.getState().runs[id],
    put: (run) => runsStore.getState().put(run),
    show: (id) => runsStore.getState().show(id),
    stored: (id, iterations) => runsStore.getState().setStored(id, iterations),
    release: (but) => runsStore.getState().release(but),
    addEpisodes: (id, episodes) => runsStore.getState().addEpisodes(id, episodes),
    setWindow: (...given) => runsStore.getState().setWindow(...given),
    notice: (runId, notice) => runsStore.getState().receive({ type: 'notice', runId, ...notice }),
  },
});

/** The page's library of runs. */
export const libraryStore = store;

/** By which the engine has its runs kept. */
export const engineLibrary = forEngine;

/**
 * Reads which runs are kept, once now and whenever the page comes back into view, brings a run back that was interrupted, and
 * reads the episodes that are looked at. Returns how to end that.
 */
export function followLibrary(): () => void {
  const back = (): void => {
    if (document.visibilityState === 'visible') void store.getState().refresh();
  };
  const stopCursor = cursorStore.subscribe(({ place, iteration, episode }, before) => {
    // Files may have gone meanwhile.
    if (place === 'runs' && before.place !== 'runs') void store.getState().refresh();
    const { current } = runsStore.getState();
    const moved = iteration !== before.iteration || episode !== before.episode;
    if (iteration === null || !moved || current === null) return;
    void store.getState().readEpisodes(current, iteration, episode === null ? undefined : { episode });
  });
  // A kept run that is chosen from a list may have been read for its curves alone.
  const stopRuns = runsStore.subscribe(({ current, runs }, before) => {
    const run = current === null || current === before.current ? undefined : runs[current];
    if (run?.origin === 'kept' && !run.checkpoint && keptIterations(run.episodes).length === 0)
      void store
        .getState()
        .open(run.id)
        .catch(() => undefined); // its curves are here; the list of runs says what is wrong with it
  });
  document.addEventListener('visibilitychange', back);
  let stopShown = (): void => undefined;
  let ended = false;
  // Who left no run on screen has, as a rule, none: its worker would only take the link from what is seen first.
  void (leftRun() ? Promise.resolve() : firstScreen())
    .then(() => store.getState().refresh())
    .then(bringBack)
    .then(() => {
      if (!ended) stopShown = keepShown();
    });
  return () => {
    ended = true;
    stopShown();
    stopCursor();
    stopRuns();
    document.removeEventListener('visibilitychange', back);
  };
}

/** After these pauses it is looked again whether a run is trained elsewhere: a tab that is reloaded lets go late. Milliseconds. */
const LET_GO = [0, 300, 1000, 3000];

/** Has a reload come back to the run that is on screen from now on; to none where that is a recorded one. Returns how to end that. */
function keepShown(): () => void {
  let kept: string | null = null;
  const keep = (): void => {
    const run = currentRun(runsStore.getState());
    const id = run && run.origin !== 'recorded' ? run.id : '';
    if (id === kept) return;
    kept = id;
    for (const storage of [tabStorage, browserStorage]) storage.write(STORAGE_KEYS.shown, id);
  };
  keep();
  return runsStore.subscribe(keep);
}

/** The run that was on screen when the page was left; empty for a recorded one, null at a first visit. */
const leftRun = (): string | null => tabStorage.read(STORAGE_KEYS.shown) ?? browserStorage.read(STORAGE_KEYS.shown);

/**
 * A reload or a crash in the middle of a run comes back to that run, and any other to the run that was on screen, unless another one
 * has been begun meanwhile.
 */
async function bringBack(): Promise<void> {
  const left = leftRun();
  /** Whether a person has begun or opened one while it was read. */
  const another = (): boolean => (currentRun(runsStore.getState())?.origin ?? 'recorded') !== 'recorded';
  for (const pause of LET_GO) {
    if (pause > 0) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      await store.getState().refresh();
    }
    const found = toBringBack(store.getState(), openedAddress?.run, left);
    // One that cannot be read says so when a person opens it.
    if (found !== 'later')
      return found
        ? store
            .getState()
            .open(found.id, another)
            .catch(() => undefined)
        : undefined;
  }
}

/** Selects from the page's library. */
export function useLibrary<T>(selector: (state: LibraryState) => T): T {
  return useStore(libraryStore, selector);
}
