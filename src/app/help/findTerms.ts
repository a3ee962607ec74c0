/** Words of the glossary by name, by what else they are called, and by what their sentence says. */
import { termsEn, type TermId } from '../text/en.terms.ts';

/** All words, in the order of their names. */
export const TERM_IDS: readonly TermId[] = (Object.keys(termsEn.entries) as TermId[]).toSorted((a, b) =>
  termsEn.entries[a].name.localeCompare(termsEn.entries[b].name),
);

/** The words in whose texts all of `query` occurs; those whose name does come first. */
export function findTerms(query: string): readonly TermId[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (...texts: readonly (string | undefined)[]): boolean => {
    const haystack = texts.filter(Boolean).join(' ').toLowerCase();
    return wanted.every((word) => haystack.includes(word));
  };
  const inName = (id: TermId): boolean => has(termsEn.entries[id].name);
  const found = TERM_IDS.filter((id) => {
    const { name, also, says } = termsEn.entries[id];
    return has(id, name, also, says);
  });
  return [...found.filter(inName), ...found.filter((id) => !inName(id))];
}
