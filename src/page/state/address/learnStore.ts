/** What of the Learn place is open, and the word or the document that somebody came for. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LearnAddress } from './address.ts';
import { cursorStore } from './cursor.ts';
import { type TermId, text } from '../../../words/words.ts';

/** A part of the Learn place, by its key in the catalogue. */
export type LearnTab = keyof typeof text.learn.tabs;

export const LEARN_PARTS = Object.keys(text.learn.tabs) as LearnTab[];

/** A document by its path below `docs/`, without its ending; an address may name one, or a heading, that is not there. */
export interface OpenDoc {
  readonly id: string;
  /** The heading; null for where it begins. */
  readonly at: string | null;
  /** Whether somebody may come back to it, by the browser's back and forward or by a reload. */
  readonly again: boolean;
}

interface LearnState {
  readonly tab: LearnTab;
  /** An address may name a word that is not there. */
  readonly term: string | null;
  /** Null in the list of all. */
  readonly doc: OpenDoc | null;
}

const FIRST: LearnTab = 'lessons';

const learnStore = createStore<LearnState>(() => ({ tab: FIRST, term: null, doc: null }));

/** Opens a part of the Learn place, at a word where one is given. */
export function openLearn(tab: LearnTab, term: TermId | null = null): void {
  learnStore.setState({ tab, term, doc: null });
  cursorStore.getState().move({ place: 'learn' });
}

/** Opens a document, at a heading where one is given. */
export function openDoc(id: string, at: string | null = null): void {
  learnStore.setState({ tab: 'docs', term: null, doc: { id, at, again: false } });
  cursorStore.getState().move({ place: 'learn' });
}

export function useLearn<T>(selector: (state: LearnState) => T): T {
  return useStore(learnStore, selector);
}

/** What is open, as addresses say it: a word or a document alone, another part than the first by its name. */
export function learnAddress(): LearnAddress {
  const { tab, term, doc } = learnStore.getState();
  if (tab === 'words' && term !== null) return { term };
  if (tab === 'docs' && doc !== null) return { doc: doc.id, ...(doc.at === null ? {} : { at: doc.at }) };
  return tab === FIRST ? {} : { part: tab };
}

/** Opens what an address names; an unknown part is the first. */
export function openLearnAt({ part, term, doc, at }: LearnAddress): void {
  const known = LEARN_PARTS.find((tab) => tab === part) ?? FIRST;
  const tab = term !== undefined ? 'words' : doc !== undefined ? 'docs' : known;
  learnStore.setState({ tab, term: term ?? null, doc: doc === undefined ? null : { id: doc, at: at ?? null, again: true } });
}

/** Calls when another part, word or document is open. */
export const onLearn = (change: () => void): (() => void) => learnStore.subscribe(change);
