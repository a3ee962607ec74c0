/** The page's edit and replay. */
import { useStore } from 'zustand';
import { branchesStore } from '../../state/branches/branches.ts';
import { labStore } from '../../state/lab/lab.ts';
import { createReplayStore, type ReplayState } from './createReplay.ts';

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
