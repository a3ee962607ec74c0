/** Named sets of settings, put in place of the present ones; the one in use is named on the button. */
import { Button, Menu, Text } from '@mantine/core';
import { IconAdjustments, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { Fragment } from 'react';
import {
  applySettingsPreset,
  isSettingsPreset,
  SETTINGS_PRESET_NAMES,
  settingsPresetFault,
  type SettingsPresetName,
} from '../../../core/editing/settingsPresets.ts';
import { documentStore, useDocument } from '../../state/document/document.ts';
import { notifyDone } from '../../kit/notices/notify.ts';
import { worded } from '../../../core/faults.ts';
import { COLON, settingsPresetsText } from '../../../words/words.ts';

type Section = keyof typeof settingsPresetsText.sections;

const ALGORITHMS: ReadonlySet<SettingsPresetName> = new Set<SettingsPresetName>([
  'tppo',
  'appo',
  'ippo',
  'mappo',
  'mappo_decentralised',
  'grpo',
  'dr_grpo',
  'dapo',
  'gspo',
  'cispo',
  'sapo',
  'dppo',
  'reinforce',
  'rloo',
  'vineppo',
  'c3',
  'difference',
  'coma',
]);

const SECTIONS: Readonly<Record<Section, (name: SettingsPresetName) => boolean>> = {
  algorithms: (name) => ALGORITHMS.has(name),
  originals: (name) => /^r[13](_|$)/.test(name),
  team: (name) => ['rotation', 'per_step', 'lazy_team'].includes(name),
  rate: (name) => name.startsWith('collapse_learning_rate'),
  reuse: (name) => name.startsWith('collapse_reuse'),
};

export function SettingsPresetMenu() {
  const used = useDocument((state) => SETTINGS_PRESET_NAMES.find((name) => isSettingsPreset(state.document, name)) ?? null);
  const words = settingsPresetsText;
  return (
    // The list scrolls, so its items can be tabbed to; the first takes the focus.
    <Menu position="bottom-start" withinPortal withInitialFocusPlaceholder={false} menuItemTabIndex={0}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconAdjustments size={14} aria-hidden />}
          rightSection={<IconChevronDown size={12} aria-hidden />}
          title={words.menuHelp}
          maw={320}
        >
          {words.menu}
          {COLON}
          {used ? fullName(used) : words.own}
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={400} mah={420} style={{ overflowY: 'auto' }}>
        {(Object.keys(SECTIONS) as Section[]).map((section) => (
          <Fragment key={section}>
            <Menu.Label>{words.sections[section]}</Menu.Label>
            {SETTINGS_PRESET_NAMES.filter(SECTIONS[section]).map((name) => (
              <PresetItem key={name} name={name} used={name === used} />
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function PresetItem({ name, used }: { readonly name: SettingsPresetName; readonly used: boolean }) {
  const fault = useDocument((state) => {
    const found = settingsPresetFault(state.document, name);
    return found && worded(found).message;
  });
  const { label, help } = settingsPresetsText.presets[name];
  return (
    <Menu.Item
      py={4}
      disabled={fault !== null}
      rightSection={used ? <IconCheck size={14} aria-hidden /> : undefined}
      aria-current={used || undefined}
      onClick={() => {
        if (documentStore.getState().edit((document) => applySettingsPreset(document, name))) return; // a lesson's refusal is told
        notifyDone(settingsPresetsText.appliedTitle, settingsPresetsText.applied(fullName(name)));
      }}
    >
      <Text size="xs" fw={600}>
        {label}
      </Text>
      {/* The grey of other explanations is too faint on a chosen item in dark colours. */}
      <Text size="xs" c="inherit">
        {fault ?? help}
      </Text>
    </Menu.Item>
  );
}

/** A guard's name needs its collapse when it stands alone. */
function fullName(name: SettingsPresetName): string {
  const { sections, presets } = settingsPresetsText;
  const { label } = presets[name];
  if (SECTIONS.rate(name)) return name === 'collapse_learning_rate' ? sections.rate : `${sections.rate} ${label}`;
  if (SECTIONS.reuse(name)) return name === 'collapse_reuse' ? sections.reuse : `${sections.reuse} ${label}`;
  return label;
}
