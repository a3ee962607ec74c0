/**
 * What the rules of this folder are made of. A {@link ReadRule} says when nothing reads a setting: the page then shows it
 * disabled with the reason, and a document in which it was changed all the same keeps the value, trains as if it had not
 * been, and says so. A {@link ConflictRule} says what cannot work together, which keeps a run from starting.
 */
import type { Fault } from '../../faults.ts';
import type { ProjectDocument } from '../schema.ts';
import type { TrainingPath } from '../settingPaths.ts';

export interface ReadRule<Path extends string = TrainingPath> {
  readonly paths: readonly Path[];
  /** Whether nothing reads them. */
  readonly unread: (document: ProjectDocument) => boolean;
  /** Why not, as a sentence. */
  readonly because: string;
  /** What to change so that they are read, as the rest of “Set it back, or …”. */
  readonly remedy: string;
  /** Where credit or objective would go by the value all the same: a run then sets it back ({@link inForce} of `check.ts`). */
  readonly overruled?: true;
}

export interface ConflictRule {
  readonly code: Fault['code'];
  /** The setting to show it at. */
  readonly at: string;
  readonly when: (document: ProjectDocument) => boolean;
  readonly message: (document: ProjectDocument) => string;
  readonly hint: string;
}

/** The faults of the rules that apply. */
export function conflictsOf(rules: readonly ConflictRule[], document: ProjectDocument): Fault[] {
  return rules
    .filter((rule) => rule.when(document))
    .map(({ code, at, message, hint }) => ({ code, message: message(document), hint, place: { subject: at } }));
}

/** A setting that was changed though nothing reads it. */
export interface UnreadSetting {
  /** Where it is in the document, as faults name it. */
  readonly subject: string;
  /** What is not read, and why. */
  readonly message: string;
  /** What to do so that it is, or that nothing is said. */
  readonly hint: string;
}

/** The fault it is where a setting is chosen for what it would do: to be varied, or in a set of settings. */
export const unreadFault = ({ subject, message, hint }: UnreadSetting): Fault => ({
  code: 'E_SETTING_UNREAD',
  message,
  hint,
  place: { subject },
});

export function unreadSetting(
  subject: string,
  value: unknown,
  usual: unknown,
  rule: Pick<ReadRule<string>, 'because' | 'remedy'>,
): UnreadSetting {
  return {
    subject,
    message: `“${subject}” is ${shown(value)}, but nothing reads it: ${lowerFirst(rule.because)}`,
    hint: `Set it back to ${shown(usual)}, or ${rule.remedy}.`,
  };
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null || value === '') return 'empty';
  if (!Array.isArray(value)) return String(value);
  if (value.some((entry) => typeof entry === 'object')) return 'set';
  return value.join(', ') || 'empty';
}

/** “There is…” reads on as “there is…”; names such as GRPO and VinePPO keep their capitals. */
function lowerFirst(sentence: string): string {
  return /^[A-Z][a-z]* /.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}
