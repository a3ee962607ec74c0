/** What of the Learn place is open, and the word that somebody came for. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { cursorStore } from '../../stores/cursor.ts';
import type { TermId } from '../text/en.terms.ts';
import type { LEARN_TABS } from './tabs.tsx';

export type LearnTab = keyof typeof LEARN_TABS;

interface LearnState {
  readonly tab: LearnTab;
  readonly term: TermId | null;
}

const learnStore = createStore<LearnState>(() => ({ tab: 'lessons', term: null }));

/** Opens a part of the Learn place, at a word where one is given. */
export function openLearn(tab: LearnTab, term: TermId | null = null): void {
  learnStore.setState({ tab, term });
  cursorStore.getState().move({ place: 'learn' });
}

export function useLearn<T>(selector: (state: LearnState) => T): T {
  return useStore(learnStore, selector);
}
