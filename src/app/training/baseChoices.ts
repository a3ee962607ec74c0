/** The base models that can be chosen by name, and what is wrong with one that was. */
import { SHIPPED_BASES } from '../../core/document/bases.ts';
import type { Fault } from '../../core/faults.ts';

/** The shipped bases, those of a person's own, and `present`, which may be neither; without '' and without repetition. */
export function baseChoices(own: readonly string[], present: string): readonly string[] {
  return [...new Set([...SHIPPED_BASES, ...own, present])].filter((name) => name !== '');
}

/** What a field for the base at `place` of the document says is wrong; null when nothing is, or something elsewhere. */
export function baseFaultText(fault: Fault | null, place: string): string | null {
  return fault?.place?.subject === place ? [fault.message, fault.hint].filter(Boolean).join(' ') : null;
}
