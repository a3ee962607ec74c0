/** The page's attempts at the final test. */
import { useStore } from 'zustand';
import { browserStorage } from '../../../state/storage/storage.ts';
import { type AttemptsState, createAttempts } from './attempts.ts';

export const attemptsStore = createAttempts(browserStorage, Date.now);

export const useAttempts = <T>(selector: (state: AttemptsState) => T): T => useStore(attemptsStore, selector);
