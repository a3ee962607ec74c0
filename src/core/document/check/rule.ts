/**
 * What the rules of this folder are made of. A {@link ReadRule} says when nothing reads a setting: the page then shows it
 * disabled with the reason, and a document in which it was changed all the same keeps the value, trains as if it had not
 * been, and says so. A {@link ConflictRule} says what cannot work together, which keeps a run from starting.
 */
import { checkFaults, unreadFaults, type UnreadReason } from '../../../words/words.ts';
import { fault, type Fault, type FaultLocation, type ParamsOf } from '../../faults.ts';
import type { ProjectDocument } from '../schema.ts';
import type { TrainingPath } from '../settingPaths.ts';

export interface ReadRule<Path extends string = TrainingPath> {
  readonly paths: readonly Path[];
  /** Whether nothing reads them. */
  readonly unread: (document: ProjectDocument) => boolean;
  /** Why not. */
  readonly why: UnreadReason;
  /** Where credit or objective would go by the value all the same: a run then sets it back ({@link inForce} of `check.ts`). */
  readonly overruled?: true;
}

/** The fault of a document that it refuses; none of others. */
export type ConflictRule = (document: ProjectDocument) => Fault[];

/** A rule that refuses documents by `when`: with `code`, the values that its words name, and the setting to show it at. */
export function conflict<C extends keyof typeof checkFaults>(
  code: C,
  at: string,
  when: (document: ProjectDocument) => boolean,
  values: (document: ProjectDocument) => ParamsOf<(typeof checkFaults)[C]>,
): ConflictRule {
  return (document) => (when(document) ? [fault(checkFaults, code, values(document), { place: { subject: at } })] : []);
}

/** A setting that was changed though nothing reads it. A fault only where it is chosen for what it would do: to be varied, or in a set. */
export interface UnreadSetting extends Fault {
  readonly place: FaultLocation & { readonly subject: string };
}

export function unreadSetting(subject: string, value: unknown, usual: unknown, why: UnreadReason): UnreadSetting {
  const place = { subject };
  return { ...fault(unreadFaults, 'E_SETTING_UNREAD', { subject, value, usual, why }), place };
}
