/** Words of the glossary by name, by what else they are called, and by what their sentence says. */
import { text } from '../text/text.ts';
import type { TermId } from '../text/en.terms.ts';

/** All words, in the order of their names. */
export const TERM_IDS: readonly TermId[] = (Object.keys(text.terms.entries) as TermId[]).toSorted((a, b) =>
  text.terms.entries[a].name.localeCompare(text.terms.entries[b].name),
);

/** The words in whose texts all of `query` occurs; those whose name does come first. */
export function findTerms(query: string): readonly TermId[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (...texts: readonly (string | undefined)[]): boolean => {
    const haystack = texts.filter(Boolean).join(' ').toLowerCase();
    return wanted.every((word) => haystack.includes(word));
  };
  const inName = (id: TermId): boolean => has(text.terms.entries[id].name);
  const found = TERM_IDS.filter((id) => {
    const { name, also, says } = text.terms.entries[id];
    return has(id, name, also, says);
  });
  return [...found.filter(inName), ...found.filter((id) => !inName(id))];
}
