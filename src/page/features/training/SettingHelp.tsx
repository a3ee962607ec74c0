/** The question mark beside a setting of the training. */
import { HelpPopover } from '../../kit/fields/HelpPopover.tsx';
import { settingTerm } from '../../kit/help/termLinks.ts';
import { settingsText } from '../../../words/words.ts';
import { sourceOf } from '../../state/settings/findSettings.ts';
import { subjectOf } from '../../state/settings/settingValues.ts';
import type { SettingId } from '../../state/settings/settingsTable.ts';

export function SettingHelp({ id }: { readonly id: SettingId }) {
  const { label, help } = settingsText.fields[id];
  return <HelpPopover label={label} help={help} path={subjectOf(id)} term={settingTerm(id)} {...sourceOf(id)} />;
}
