/** Above the settings, always in view: find them by name, see what was changed, go to a group, take a set, reset. */
import { ActionIcon, Button, Chip, Group, Menu, Text, TextInput, Tooltip } from '@mantine/core';
import { IconChevronDown, IconRotate, IconSearch, IconX } from '@tabler/icons-react';
import { useHidden } from '../../state/projects/teach.ts';
import { GAP, inBrackets, settingsText } from '../../../words/words.ts';
import { SettingsPresetMenu } from './SettingsPresetMenu.tsx';
import { resetSettings } from '../../state/settings/settingValues.ts';
import { SETTING_GROUPS, type SettingGroup } from '../../state/settings/settingsTable.ts';

interface SettingsToolbarProps {
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly changedOnly: boolean;
  readonly onChangedOnly: (only: boolean) => void;
  /** Settings that differ from their defaults. */
  readonly changed: number;
  /** Settings shown; null when nothing is left out. */
  readonly hits: number | null;
  readonly onGroup: (group: SettingGroup) => void;
}

export function SettingsToolbar({ words, onWords, changedOnly, onChangedOnly, changed, hits, onGroup }: SettingsToolbarProps) {
  const settings = settingsText;
  const withoutSets = useHidden('settingsPresets');
  return (
    <Group gap={6} px="sm" py={6} style={{ borderBottom: '1px solid var(--line)' }} role="search" aria-label={settings.find}>
      <TextInput
        flex="1 1 190px"
        type="search"
        aria-label={settings.find}
        placeholder={settings.findHint}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={words}
        rightSection={
          words !== '' && (
            <ActionIcon size={18} aria-label={settings.clearFind} onClick={() => onWords('')}>
              <IconX size={12} aria-hidden />
            </ActionIcon>
          )
        }
        onChange={(event) => onWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onWords('');
        }}
      />
      <Text size="xs" c="dimmed" role="status" className="tabular" miw={hits === null ? 0 : 64}>
        {hits === null ? '' : settings.hits(hits)}
      </Text>
      <Chip size="xs" variant="outline" checked={changedOnly} onChange={onChangedOnly}>
        {`${settings.changedOnly}${GAP}${inBrackets(String(changed))}`}
      </Chip>
      <GroupMenu onGroup={onGroup} />
      {!withoutSets && <SettingsPresetMenu />}
      <Tooltip label={settings.resetAllHelp} disabled={changed === 0}>
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconRotate size={14} aria-hidden />}
          disabled={changed === 0}
          onClick={() => resetSettings()}
        >
          {settings.resetAll}
        </Button>
      </Tooltip>
    </Group>
  );
}

function GroupMenu({ onGroup }: Pick<SettingsToolbarProps, 'onGroup'>) {
  return (
    // The group takes the focus, so the button must not take it back.
    <Menu position="bottom-start" withinPortal returnFocus={false}>
      <Menu.Target>
        <Button variant="default" size="compact-xs" title={settingsText.goToHelp} rightSection={<IconChevronDown size={12} aria-hidden />}>
          {settingsText.goTo}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {SETTING_GROUPS.map((group) => (
          <Menu.Item key={group} py={3} fz="xs" onClick={() => onGroup(group)}>
            {settingsText.groups[group]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
