/** The page's own store of which message lost an episode. */
import { useStore } from 'zustand';
import { whenEquippedAnew } from '../../state/lab/equippedAnew.ts';
import { labStore } from '../../state/lab/lab.ts';
import { type BlameState, createBlameStore, isOfRun } from './createBlame.ts';

export const blameStore = createBlameStore(labStore);

whenEquippedAnew((id) =>
  blameStore.setState(({ results }) => ({
    results: Object.fromEntries(Object.entries(results).filter(([key]) => !isOfRun(key, id))),
  })),
);

/** Selects from it. */
export const useBlame = <T>(selector: (state: BlameState) => T): T => useStore(blameStore, selector);
