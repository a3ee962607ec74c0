/** The page's edit and replay. */
import { useStore } from 'zustand';
import { branchesStore } from './branches.ts';
import { labStore } from './lab.ts';
import { createReplayStore, type ReplayState } from './replay/createReplay.ts';

export const replayStore = createReplayStore({
  lab: () => labStore.getState(),
  branches: () => branchesStore.getState(),
  newId: () => crypto.randomUUID(),
  now: Date.now,
});

/** Selects from it. */
export function useReplay<T>(selector: (state: ReplayState) => T): T {
  return useStore(replayStore, selector);
}
