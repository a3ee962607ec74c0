/** The base models that can be chosen by name, and what is wrong with one that was. */
import { SHIPPED_BASES } from '../../core/document/bases.ts';
import type { Fault } from '../../core/faults.ts';

/** The shipped bases, those whose folder was chosen, and `present`, which may be neither; without '' and without repetition. */
export function baseChoices(dropped: Readonly<Record<string, unknown>>, present: string): readonly string[] {
  return [...new Set([...SHIPPED_BASES, ...Object.keys(dropped), present])].filter((name) => name !== '');
}

/** What a field for the base at `place` of the document says is wrong; null when nothing is, or something elsewhere. */
export function baseFaultText(fault: Fault | null, place: string): string | null {
  return fault?.place?.subject === place ? [fault.message, fault.hint].filter(Boolean).join(' ') : null;
}
