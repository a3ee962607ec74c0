/** Documents and their headings by words in them. */
import { docs, offered } from './docs.ts';

export interface FoundDoc {
  readonly id: string;
  /** The document's title, as it is offered. */
  readonly title: string;
  /** A heading in it; null for the document itself. */
  readonly heading: { readonly at: string; readonly title: string } | null;
}

/** Where all of `wanted` (lower case) occurs: first documents by their titles, then headings that have all of it, then those that have a part, in documents that have the rest. */
export function findDocs(wanted: readonly string[]): readonly FoundDoc[] {
  const has = (...texts: readonly string[]): boolean => {
    const haystack = texts.join(' ').toLowerCase();
    return wanted.every((word) => haystack.includes(word));
  };
  const some = (text: string): boolean => wanted.some((word) => text.toLowerCase().includes(word));
  const found: [FoundDoc[], FoundDoc[], FoundDoc[]] = [[], [], []];
  for (const doc of docs) {
    const { id, headings } = doc;
    const title = offered(doc);
    if (has(id, title)) found[0].push({ id, title, heading: null });
    for (const heading of headings) {
      if (has(heading.title)) found[1].push({ id, title, heading });
      else if (has(id, title, heading.title) && some(heading.title)) found[2].push({ id, title, heading });
    }
  }
  return found.flat();
}
