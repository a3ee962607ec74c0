/** What of the Learn place is open, and the word that somebody came for. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LearnAddress } from './address.ts';
import { cursorStore } from './cursor.ts';
import { type TermId, text } from '../../../words/words.ts';

/** A part of the Learn place, by its key in the catalogue. */
export type LearnTab = keyof typeof text.learn.tabs;

interface LearnState {
  readonly tab: LearnTab;
  /** An address may name a word that is not there. */
  readonly term: string | null;
}

const FIRST: LearnTab = 'lessons';

const learnStore = createStore<LearnState>(() => ({ tab: FIRST, term: null }));

/** Opens a part of the Learn place, at a word where one is given. */
export function openLearn(tab: LearnTab, term: TermId | null = null): void {
  learnStore.setState({ tab, term });
  cursorStore.getState().move({ place: 'learn' });
}

export function useLearn<T>(selector: (state: LearnState) => T): T {
  return useStore(learnStore, selector);
}

/** What is open, as addresses say it: a word alone, another part than the first by its name. */
export function learnAddress(): LearnAddress {
  const { tab, term } = learnStore.getState();
  if (tab === 'words' && term !== null) return { term };
  return tab === FIRST ? {} : { part: tab };
}

/** Opens what an address names; an unknown part is the first. */
export function openLearnAt({ part, term }: LearnAddress): void {
  const known = (Object.keys(text.learn.tabs) as LearnTab[]).find((tab) => tab === part);
  learnStore.setState({ tab: term === undefined ? (known ?? FIRST) : 'words', term: term ?? null });
}

/** Calls when another part or word is open. */
export const onLearn = (change: () => void): (() => void) => learnStore.subscribe(change);
