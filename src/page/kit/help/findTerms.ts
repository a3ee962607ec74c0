/** Words of the glossary by name, by what else they are called, in Chinese too, and by what their sentence says. */
import { LANG, languageSpoken, type TermId, termsChinese, termsText } from '../../../words/words.ts';

/** All words, in the order of their names. */
export const TERM_IDS: readonly TermId[] = (Object.keys(termsText.entries) as TermId[]).toSorted((a, b) =>
  termsText.entries[a].name.localeCompare(termsText.entries[b].name, LANG[languageSpoken()]),
);

/** The words in whose texts all of `query` occurs: first those of whose names it is a part, then those also called so. */
export function findTerms(query: string): readonly TermId[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (...texts: readonly (string | undefined)[]): boolean => {
    const haystack = texts.filter(Boolean).join(' ').toLowerCase();
    return wanted.every((word) => haystack.includes(word));
  };
  const nearness = (id: TermId): number => {
    const { name, also = [], near, says } = termsText.entries[id];
    const names = [name, termsChinese[id]];
    if (has(...names)) return 0;
    if (has(...names, ...also)) return 1;
    return has(id, ...names, ...also, near, says) ? 2 : 3;
  };
  return TERM_IDS.map((id) => ({ id, nearness: nearness(id) }))
    .filter((found) => found.nearness < 3)
    .toSorted((a, b) => a.nearness - b.nearness)
    .map(({ id }) => id);
}
