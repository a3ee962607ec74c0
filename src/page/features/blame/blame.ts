/** The page's own store of which message lost an episode. */
import { useStore } from 'zustand';
import { labStore } from '../../state/lab/lab.ts';
import { type BlameState, createBlameStore } from './createBlame.ts';

export const blameStore = createBlameStore(labStore);

/** Selects from it. */
export const useBlame = <T>(selector: (state: BlameState) => T): T => useStore(blameStore, selector);
