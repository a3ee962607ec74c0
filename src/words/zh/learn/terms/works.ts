/** How a Chinese entry of the glossary is made from the English one: same work, the English names kept among the others. */
import type { TermEntry } from '../../../en/learn/terms/works.ts';

interface More {
  /** Chinese names, besides the English ones. */
  readonly also?: readonly string[];
  /** Chinese search words, besides the English ones. */
  readonly near?: string;
  /** What the source says in words, where it is more than a title. */
  readonly source?: string;
}

export const WORKBENCH_ZH = '本工作台自己的用语';

export function entry(english: TermEntry, name: string, says: string, more: More = {}): TermEntry {
  const own = name.toLowerCase().includes(english.name.toLowerCase()) ? [] : [english.name];
  const also = [...own, ...(english.also ?? []), ...(more.also ?? [])];
  const near = [english.near, more.near].filter(Boolean).join(' ');
  return {
    name,
    ...(also.length > 0 && { also }),
    ...(near && { near }),
    says,
    source: more.source === undefined ? english.source : { ...english.source, text: more.source },
  };
}
