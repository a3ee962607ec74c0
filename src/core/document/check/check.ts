/**
 * What must be right before a document can run, beyond what the schema says of single values: the rules of `check/`, which
 * refuse what cannot work, and say what nothing reads.
 */
import { checkFaults, type UnreadReason } from '../../../words/words.ts';
import { fault, type Fault } from '../../faults.ts';
import { graphFaults } from '../../team/graph.ts';
import { adapterFaults } from './adapters.ts';
import { COMPAT_READS } from './compatReads.ts';
import { unreadSetting, type ReadRule, type UnreadSetting } from './rule.ts';
import { teamFaults, unreadInTeam } from './team.ts';
import { TRAINING_CONFLICTS } from './trainingConflicts.ts';
import { TRAINING_READS } from './trainingReads.ts';
import type { ProjectDocument } from '../schema.ts';
import { sameSetting, settingAt, TRAINING_DEFAULTS, TRAINING_PATHS, type TrainingPath, withSettingAt } from '../settingPaths.ts';
import type { Compat } from '../trainingSchema.ts';

/** Everything that keeps a run from starting; empty when it can. */
export function documentFaults(document: ProjectDocument): Fault[] {
  const { team, environment } = document;
  const faults = graphFaults(team);
  if (environment.source.trim() === '') faults.push(fault(checkFaults, 'E_ENV_EMPTY', {}, { place: { subject: environment.file } }));
  const conflicts = TRAINING_CONFLICTS.flatMap((faultsOf) => faultsOf(document));
  return [...faults, ...teamFaults(document), ...adapterFaults(document), ...conflicts];
}

/** Why nothing reads a training setting in this document; null when something does. */
export function whyUnread(document: ProjectDocument, path: TrainingPath): UnreadReason | null {
  return readRule(document, path)?.why ?? null;
}

/** Why a compat switch would change nothing in this document; null when it would. */
export function whyCompatUnread(document: ProjectDocument, name: Compat): UnreadReason | null {
  return COMPAT_READS.find((rule) => rule.paths.includes(name) && rule.unread(document))?.why ?? null;
}

/** Settings that were changed though nothing reads them. No reason to refuse a document: a run goes on {@link inForce}. */
export function unreadSettings(document: ProjectDocument): UnreadSetting[] {
  const { training } = document;
  return [
    ...unreadInTeam(document),
    ...TRAINING_PATHS.flatMap((path) => {
      const value = settingAt(training, path);
      const usual = settingAt(TRAINING_DEFAULTS, path);
      const why = sameSetting(value, usual) ? null : whyUnread(document, path);
      return why ? [unreadSetting(`training.${path}`, value, usual, why)] : [];
    }),
    ...training.compat.flatMap((name) => {
      const why = whyCompatUnread(document, name);
      return why ? [unreadSetting(`training.compat.${name}`, true, false, why)] : [];
    }),
  ];
}

/** The document as a run goes by it: what is overruled stands at its default. The document itself keeps its values. */
export function inForce(document: ProjectDocument): ProjectDocument {
  const overruled = TRAINING_PATHS.filter((path) => readRule(document, path)?.overruled);
  if (overruled.length === 0) return document;
  const training = overruled.reduce((now, path) => withSettingAt(now, path, settingAt(TRAINING_DEFAULTS, path)), document.training);
  return { ...document, training };
}

function readRule(document: ProjectDocument, path: TrainingPath): ReadRule | undefined {
  return TRAINING_READS.find((rule) => rule.paths.includes(path) && rule.unread(document));
}
