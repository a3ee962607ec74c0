/** The page's own store of the challenges, and what it asks the lab as. */
import { useStore } from 'zustand';
import type { ChallengeId } from '../../../core/challenges/challenges.ts';
import type { Asker, LabState } from '../../state/lab/types.ts';
import { browserStorage, STORAGE_KEYS } from '../../state/storage/storage.ts';
import { type ChallengesState, createChallengesStore } from './createChallenges.ts';
import { challengeLab, runOf } from './lab.ts';

export const askerOf = (challenge: ChallengeId): Asker => ({ view: 'challenge', runId: runOf(challenge) });

export const challengesStore = createChallengesStore(
  (ref, ask) => challengeLab.getState().ask<'challenge'>(askerOf(ref.challenge), 'newest', { kind: 'challenge', ...ref, ...ask }),
  browserStorage,
);

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEYS.challenges) challengesStore.getState().refresh();
  });

/** Selects from it. */
export const useChallenges = <T>(selector: (state: ChallengesState) => T): T => useStore(challengesStore, selector);
export const useChallengeLab = <T>(selector: (state: LabState) => T): T => useStore(challengeLab, selector);
