/** The base models that can be chosen by name, and what is wrong with one that was. */
import { SHIPPED_BASES } from '../../../core/document/bases.ts';
import { type Fault, sentencesOf } from '../../../core/faults.ts';

export type BaseGroupName = 'shipped' | 'own' | 'other';

/** The shipped bases, those of a person's own, and `present`, which may be neither; without '', repetition and empty groups. */
export function baseGroups(
  own: readonly string[],
  present: string,
): readonly { readonly name: BaseGroupName; readonly items: readonly string[] }[] {
  const shipped: readonly string[] = SHIPPED_BASES;
  const mine = [...new Set(own)].filter((name) => name !== '' && !shipped.includes(name));
  const other = [present].filter((name) => name !== '' && !shipped.includes(name) && !mine.includes(name));
  const groups = [
    { name: 'shipped' as const, items: shipped },
    { name: 'own' as const, items: mine },
    { name: 'other' as const, items: other },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** What a field for the base at `subject` of the document says is wrong; null when nothing is, or something elsewhere. */
export function baseFaultText(fault: Fault | null, subject: string): string | null {
  return fault?.place?.subject === subject ? sentencesOf(fault) : null;
}
