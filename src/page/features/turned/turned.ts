/** The page's own store of who saved and who spoiled. */
import { useStore } from 'zustand';
import { whenEquippedAnew } from '../../state/lab/equippedAnew.ts';
import { labStore } from '../../state/lab/lab.ts';
import { createTurnedStore, type TurnedState } from './createTurned.ts';

export const turnedStore = createTurnedStore(labStore);

whenEquippedAnew((id) => turnedStore.setState(({ results: { [id]: _, ...results } }) => ({ results })));

/** Selects from it. */
export const useTurned = <T>(selector: (state: TurnedState) => T): T => useStore(turnedStore, selector);
