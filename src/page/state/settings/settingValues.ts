/** What a setting is in the document, by default and why it cannot count, and how a changed one gets into the document. */
import { settingRemarks } from '../../../core/document/check/remarks.ts';
import { documentFaults, whyCompatUnread, whyUnread } from '../../../core/document/check/check.ts';
import { TEAM_DEFAULTS, whyTeamUnread, type TeamPath } from '../../../core/document/check/team.ts';
import { teamSchema, trainingSchema, type ProjectDocument } from '../../../core/document/schema.ts';
import { sameSetting, TRAINING_DEFAULTS, type TrainingPath } from '../../../core/document/settingPaths.ts';
import { COMPAT, type Compat } from '../../../core/document/trainingSchema.ts';
import { type Fault, sentencesOf, worded } from '../../../core/faults.ts';
import { documentStore } from '../document/document.ts';
import { issueAt } from './issue.ts';
import { readPath, writePath } from './path.ts';
import { GAP, text, type UnreadReason, unreadReasons } from '../../../words/words.ts';
import { SETTINGS, type Setting, type SettingId } from './settingsTable.ts';

const COMPAT_PREFIX = 'compat.';
const TEAM_PREFIX = 'team.';

function compatOf(id: SettingId): Compat | null {
  return COMPAT.find((name) => id === COMPAT_PREFIX + name) ?? null;
}

function teamPathOf(id: SettingId): TeamPath | null {
  return TEAM_PATHS.find((path) => id === TEAM_PREFIX + path) ?? null;
}
const TEAM_PATHS = Object.keys(TEAM_DEFAULTS) as readonly TeamPath[]; // keys of the literal

export function settingValue(document: ProjectDocument, id: SettingId): unknown {
  const compat = compatOf(id);
  if (compat) return document.training.compat.includes(compat);
  return readPath(document, subjectOf(id));
}

export function settingDefault(id: SettingId): unknown {
  if (compatOf(id)) return false;
  const team = teamPathOf(id);
  if (team) return TEAM_DEFAULTS[team];
  return readPath(TRAINING_DEFAULTS, id);
}

export function isChanged(document: ProjectDocument, id: SettingId): boolean {
  return !sameSetting(settingValue(document, id), settingDefault(id));
}

/** Why nothing would read the setting, as a sentence; null when something does. */
export function whyNoEffect(document: ProjectDocument, id: SettingId): string | null {
  const why = reasonOf(document, id);
  return why && unreadReasons[why].because;
}

function reasonOf(document: ProjectDocument, id: SettingId): UnreadReason | null {
  const compat = compatOf(id);
  if (compat) return whyCompatUnread(document, compat);
  const team = teamPathOf(id);
  if (team) return whyTeamUnread(document, team);
  return whyUnread(document, id as TrainingPath); // what is neither compat nor team is a path of the training
}

/** Where the setting is in the document, which is also the subject of faults about it. */
export function subjectOf(id: SettingId): string {
  return teamPathOf(id) ? id : `training.${id}`;
}

/** What the setting does that one may not expect; null as a rule. */
export function remarkOn(document: ProjectDocument, id: SettingId): string | null {
  const remark = settingRemarks(document).find(({ place }) => place?.subject === subjectOf(id));
  return remark ? sentencesOf(remark) : null;
}

const faultsOf = new WeakMap<ProjectDocument, ReadonlyMap<string, readonly Fault[]>>();

/** The document's faults by subject; computed once for each document. */
export function faultsAt(document: ProjectDocument, subject: string): readonly Fault[] {
  let faults = faultsOf.get(document);
  if (!faults) {
    const gathered = new Map<string, Fault[]>();
    for (const fault of documentFaults(document)) {
      const key = fault.place?.subject ?? '';
      gathered.set(key, [...(gathered.get(key) ?? []), fault]);
    }
    faultsOf.set(document, gathered);
    faults = gathered;
  }
  return faults.get(subject) ?? NONE;
}
const NONE: readonly Fault[] = [];

/** The faults told of a subject, as one sentence after the other; null when there are none. */
export function faultText(document: ProjectDocument, subject: string): string | null {
  const faults = faultsAt(document, subject);
  return faults.length === 0 ? null : faults.map(sentencesOf).join(GAP);
}

/** Takes a value into the document, or says why the schema does not permit it. */
export function setSetting(id: SettingId, value: unknown): string | null {
  const { document, edit } = documentStore.getState();
  const next = withSetting(document, id, value);
  if (typeof next === 'string') return next;
  const refused = edit((present) => ({ ...present, team: next.team, training: next.training }), `setting:${id}`);
  return refused && worded(refused).message;
}

/** Sets every changed one of `settings` back, as one undo step. */
export function resetSettings(settings: readonly Setting[] = SETTINGS): void {
  documentStore.getState().edit((document) =>
    settings.reduce((present, { id }) => {
      const next = isChanged(present, id) ? withSetting(present, id, settingDefault(id)) : present;
      return typeof next === 'string' ? present : next;
    }, document),
  );
}

function withSetting(document: ProjectDocument, id: SettingId, value: unknown): ProjectDocument | string {
  const compat = compatOf(id);
  if (compat) {
    const others = document.training.compat.filter((name) => name !== compat);
    const chosen = value === true ? COMPAT.filter((name) => name === compat || others.includes(name)) : others;
    return { ...document, training: { ...document.training, compat: chosen } };
  }
  const path = teamPathOf(id);
  if (path) {
    const team = teamSchema.safeParse(writePath(document.team, path, value));
    return team.success ? { ...document, team: team.data } : (issueAt(team.error.issues, path) ?? text.training.invalidNumber);
  }
  const training = trainingSchema.safeParse(writePath(document.training, id, value));
  return training.success ? { ...document, training: training.data } : (issueAt(training.error.issues, id) ?? text.training.invalidNumber);
}
