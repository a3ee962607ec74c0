/** One setting of the warm start, with its help; disabled with the reason where nothing would read it. */
import { Select } from '@mantine/core';
import { useCallback } from 'react';
import { useDocument } from '../../state/document/document.ts';
import { HelpPopover } from '../../kit/fields/HelpPopover.tsx';
import { NumberField } from '../../kit/fields/NumberField.tsx';
import { ResetLabel } from '../../kit/fields/ResetLabel.tsx';
import { WARM_TERMS } from '../../kit/help/termLinks.ts';
import { settingsText, text } from '../../../words/words.ts';
import { setWarmSetting, type SourceKind, WARM_DEFAULTS, type WarmSettingId, whyWarmUnread } from '../../state/settings/warmFields.ts';

const words = text.warmStart;

interface WarmFieldProps {
  readonly id: WarmSettingId;
  readonly source: SourceKind;
  readonly onInvalid: OnInvalid;
}

/** Told of a field, by its name, whether what stands in it may not be. */
export type OnInvalid = (field: string, invalid: boolean) => void;

export function WarmField({ id, source, onInvalid }: WarmFieldProps) {
  const settings = useDocument((state) => state.document.warmStart);
  const told = useCallback((invalid: boolean) => onInvalid(words.fields[id].label, invalid), [id, onInvalid]);
  const { label, help } = words.fields[id];
  const unread = whyWarmUnread(settings, id, source);
  const description = unread ? settingsText.noEffect(unread) : help;
  const disabled = unread !== null;
  if (id === 'trains') {
    return (
      <Select
        label={<WarmLabel id={id} />}
        aria-label={label}
        description={description}
        value={settings.trains}
        data={Object.entries(words.options).map(([value, name]) => ({ value, label: name }))}
        onChange={(chosen) => setWarmSetting(id, chosen)}
      />
    );
  }
  return (
    <NumberField
      label={<WarmLabel id={id} />}
      ariaLabel={label}
      help={description}
      disabled={disabled}
      value={settings[id]}
      onInvalid={told}
      onChange={(value) => setWarmSetting(id, value)}
    />
  );
}

function WarmLabel({ id }: { readonly id: WarmSettingId }) {
  const changed = useDocument((state) => state.document.warmStart[id] !== WARM_DEFAULTS[id]);
  const { label, help, source } = words.fields[id];
  const { [id]: value } = WARM_DEFAULTS;
  return (
    <ResetLabel
      label={label}
      changed={changed}
      standard={id === 'trains' ? words.options[WARM_DEFAULTS.trains] : String(value)}
      onReset={() => setWarmSetting(id, value)}
      help={<HelpPopover label={label} help={help} source={source} path={`warmStart.${id}`} term={WARM_TERMS[id]} />}
    />
  );
}
