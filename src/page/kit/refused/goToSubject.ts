/** Leads from what a server refuses to where it is changed. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { subjectOf } from '../../state/settings/settingValues.ts';
import { SETTINGS } from '../../state/settings/settingsTable.ts';
import { goToSetting } from '../../state/settings/settingsView.ts';

/** Opens the agent or the setting that a path in the document is about; false where the page has no such thing. */
export function goToSubject({ team }: ProjectDocument, subject: string): boolean {
  const setting = SETTINGS.find(({ id }) => subjectOf(id) === subject);
  if (setting) {
    goToSetting(setting.id);
    return true;
  }
  const agent =
    team.agents.find(({ role }) => subject.startsWith(`team.agents.${role}.`)) ?? (subject === 'team.agents' ? team.agents[0] : undefined);
  if (agent) cursorStore.getState().move({ place: 'team', role: agent.role });
  else if (subject === 'team.base') cursorStore.getState().move({ place: 'training', tab: 'settings' });
  else return false;
  return true;
}
