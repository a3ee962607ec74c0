/** The question mark beside a setting of the training. */
import { HelpPopover } from '../fields/HelpPopover.tsx';
import { settingTerm } from '../help/termLinks.ts';
import { text } from '../text/text.ts';
import { sourceOf } from './findSettings.ts';
import { subjectOf } from './settingValues.ts';
import type { SettingId } from './settingsTable.ts';

export function SettingHelp({ id }: { readonly id: SettingId }) {
  const { label, help } = text.settings.fields[id];
  return <HelpPopover label={label} help={help} path={subjectOf(id)} term={settingTerm(id)} {...sourceOf(id)} />;
}
