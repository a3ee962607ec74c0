/**
 * Every word of the page that a newcomer may not know: one sentence each, what else it is called, and where it comes from. The
 * ids are the words of the design's list, so that page, exports and documentation speak alike. Their Chinese names stand in
 * `zh.terms.ts`; which charts, settings and fields each explains in `help/termLinks.ts`.
 */
import { spoken } from '../../../forms/language.ts';
import { creditTerms } from './credit.ts';
import { learningTerms } from './learning.ts';
import { practiceTerms } from './practice.ts';
import { teamTerms } from './team.ts';
import type { TermEntry } from './works.ts';

export type { TermEntry } from './works.ts';

const entries = { ...teamTerms, ...creditTerms, ...learningTerms, ...practiceTerms };

export type TermId = keyof typeof entries;

/** Whether there is a word of that id. */
export const isTermId = (id: string | null | undefined): id is TermId => typeof id === 'string' && Object.hasOwn(entries, id);

export const termsEn = spoken('learn/terms/terms', {
  entries: entries as Readonly<Record<TermId, TermEntry>>,
  source: 'Source',
  also: 'Also called',
  chinese: 'In Chinese',
  used: 'On the page',
  chart: (title: string) => `chart “${title}”`,
  setting: (label: string) => `setting “${label}”`,
  agentField: (label: string) => `agent’s setting “${label}”`,
  inLessons: 'In lessons',
  inWords: (name: string) => `“${name}” among the words`,
  all: 'All words',
  heading: 'Words',
  search: 'Find a word',
  searchPlaceholder: 'A word, what else it is called, or its Chinese name',
  unknown: (id: string) => `There is no word “${id}” here.`,
  none: 'No word is called that, here or elsewhere in the field.',
  count: (count: number) => (count === 1 ? '1 word' : `${count} words`),
} as const);
