/** A setting's name, marked when it differs from the default, with the buttons that reset and explain it. */
import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { text } from '../text/text.ts';
import { SettingHelp } from './SettingHelp.tsx';
import { setSetting, settingDefault } from './settingValues.ts';
import type { SettingId } from './settingsTable.ts';

interface SettingLabelProps {
  readonly id: SettingId;
  readonly changed: boolean;
}

export function SettingLabel({ id, changed }: SettingLabelProps) {
  const { label } = text.settings.fields[id];
  return (
    <Group gap={3} wrap="nowrap" component="span" display="inline-flex">
      <Text span fz="inherit" fw={changed ? 700 : undefined} lh={1.3}>
        {label}
      </Text>
      <SettingHelp id={id} />
      {changed && <Reset id={id} label={label} />}
    </Group>
  );
}

function Reset({ id, label }: { readonly id: SettingId; readonly label: string }) {
  const hint = `${text.training.changedFromDefault(shown(settingDefault(id)))}. ${text.training.reset(label)}.`;
  return (
    <Tooltip label={hint}>
      <ActionIcon
        size={16}
        aria-label={hint}
        onClick={(event) => {
          event.preventDefault(); // the label would hand the click on to its field
          setSetting(id, settingDefault(id));
        }}
      >
        <IconRotate size={12} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? text.training.on : text.training.off;
  if (Array.isArray(value)) return value.join(', ') || text.training.nothing;
  if (value === '') return text.training.nothing;
  return text.settings.options[String(value)] ?? String(value);
}
