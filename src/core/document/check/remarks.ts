/**
 * What is read, and does something that its reader may not expect beside the other settings: said where it is set and when a run begins. No
 * reason to refuse a document, nor to change what it says.
 */
import { remarkFaults } from '../../../words/words.ts';
import { fault, type Fault } from '../../faults.ts';
import { normalization, pushesGroupsWithoutSpread, usesRunningMeans } from '../derived.ts';
import type { ProjectDocument } from '../schema.ts';

/** In the order of the settings; `place` says which one it is of. */
export function settingRemarks({ training }: ProjectDocument): Fault[] {
  const scope = normalization(training).mean;
  const place = { subject: 'training.normalizeAdvantages.mean' };
  if (pushesGroupsWithoutSpread(training))
    return [fault(remarkFaults, 'E_SETTING_PUSHES_GROUPS', { algorithm: training.algorithm, scope }, { place })];
  return usesRunningMeans(training) && scope !== 'none' ? [fault(remarkFaults, 'E_SETTING_MEAN_TWICE', { scope }, { place })] : [];
}
