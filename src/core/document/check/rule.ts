/**
 * What the rules of this folder are made of. A {@link ReadRule} says when nothing reads a setting: the page then shows it
 * disabled with the reason, and a document in which it was changed all the same is refused. A {@link ConflictRule} says
 * what cannot work together.
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

/** The fault of a setting that was changed though nothing reads it. */
export function unreadFault(subject: string, value: unknown, usual: unknown, rule: Pick<ReadRule<string>, 'because' | 'remedy'>): Fault {
  return {
    code: 'E_SETTING_UNREAD',
    message: `“${subject}” is ${shown(value)}, but nothing would read it: ${lowerFirst(rule.because)}`,
    hint: `Set it back to ${shown(usual)}, or ${rule.remedy}.`,
    place: { subject },
  };
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null || value === '') return 'empty';
  if (!Array.isArray(value)) return String(value);
  if (value.some((entry) => typeof entry === 'object')) return 'set';
  return value.join(', ') || 'empty';
}

/** “There is…” reads on as “there is…”; names such as GRPO and REINFORCE keep their capitals. */
function lowerFirst(sentence: string): string {
  return /^[A-Z][a-z ]/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}
