/** The name of a setting of the training, with its help and its way back to the default. */
import { ResetLabel } from '../../kit/fields/ResetLabel.tsx';
import { COMMA, settingsText, text } from '../../../words/words.ts';
import { SettingHelp } from './SettingHelp.tsx';
import { setSetting, settingDefault } from '../../state/settings/settingValues.ts';
import type { SettingId } from '../../state/settings/settingsTable.ts';

interface SettingLabelProps {
  readonly id: SettingId;
  readonly changed: boolean;
}

export function SettingLabel({ id, changed }: SettingLabelProps) {
  return (
    <ResetLabel
      label={settingsText.fields[id].label}
      changed={changed}
      standard={shown(settingDefault(id))}
      onReset={() => setSetting(id, settingDefault(id))}
      help={<SettingHelp id={id} />}
    />
  );
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? text.training.on : text.training.off;
  if (Array.isArray(value)) return value.join(COMMA) || text.training.nothing;
  if (value === '') return text.training.nothing;
  return settingsText.options[String(value)] ?? String(value);
}
