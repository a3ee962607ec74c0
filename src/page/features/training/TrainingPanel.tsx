/** The settings of the next run: where it runs, from which base, who sees whom, and how the team learns. */
import { ActionIcon, Box, Button, Group, Select, SimpleGrid, Stack, Text, Tooltip } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { Fragment, useEffect, useId, useRef, type ReactNode } from 'react';
import { useDocument } from '../../state/document/document.ts';
import { isActive, useEngine } from '../../state/engine/engine.ts';
import { useTeacherView } from '../../state/projects/teach.ts';
import { settingsViewStore, useSettingsView } from '../../state/settings/settingsView.ts';
import { BACKENDS } from '../../../../workers/trainer/protocol.ts';
import { Lockable } from '../../kit/projects/Lockable.tsx';
import { focusWhenThere } from '../../kit/commands/focusWhenThere.ts';
import { settingsText, text } from '../../../words/words.ts';
import { BaseModelField } from './BaseModelField.tsx';
import { findElsewhere, findSettings } from '../../state/settings/findSettings.ts';
import { KeptBases } from './KeptBases.tsx';
import { MeasuredWeights } from './MeasuredWeights.tsx';
import { SettingField } from './SettingField.tsx';
import { isChanged, resetSettings } from '../../state/settings/settingValues.ts';
import { SETTING_GROUPS, SETTINGS, type Setting, type SettingGroup } from '../../state/settings/settingsTable.ts';
import { ServerField } from './served/ServerField.tsx';
import { SettingsToolbar } from './SettingsToolbar.tsx';

export function TrainingPanel() {
  const active = useEngine((state) => isActive(state.phase));
  const words = useSettingsView((view) => view.words);
  const changedOnly = useSettingsView((view) => view.changedOnly);
  const wanted = useSettingsView((view) => view.wanted);
  const root = useRef<HTMLDivElement>(null);
  // As text, so that an edit elsewhere draws nothing anew.
  const changedIds = useDocument((state) => changedSettings(state.document).join(' '));
  const changed = new Set(changedIds === '' ? [] : changedIds.split(' '));
  const found = findSettings(SETTINGS, words).filter(({ id }) => !changedOnly || changed.has(id));
  const everything = words.trim() === '' && !changedOnly;
  const prefix = useId();
  const domId = (group: SettingGroup): string => `${prefix}-${group}`;
  useEffect(() => {
    if (wanted === null) return;
    focusWhenThere(() => fieldOf(root.current, wanted)); // the palette that asked for it may still be closing
    settingsViewStore.setState({ wanted: null });
  }, [wanted]);
  return (
    <Stack gap={0} h="100%" ref={root}>
      <SettingsToolbar
        words={words}
        onWords={setWords}
        changedOnly={changedOnly}
        onChangedOnly={setChangedOnly}
        changed={changed.size}
        hits={everything ? null : found.length}
        onGroup={(group) => {
          setWords('');
          setChangedOnly(false);
          // Groups that the search had hidden are there only after the page was drawn again.
          requestAnimationFrame(() => document.getElementById(domId(group))?.focus());
        }}
      />
      {/* It scrolls by itself, so that nothing can come to lie behind the toolbar. */}
      <Stack gap="lg" p="sm" flex={1} mih={0} style={{ overflow: 'auto' }}>
        {active && (
          <Text size="xs" c="dimmed">
            {text.training.appliesNext}
          </Text>
        )}
        {everything && (
          <SettingsGroup title={settingsText.groups.place}>
            <BackendField />
            <ServerField />
            <Lockable path="team.base">
              <BaseModelField />
            </Lockable>
            <Box style={{ gridColumn: '1 / -1' }}>
              <KeptBases />
            </Box>
          </SettingsGroup>
        )}
        {SETTING_GROUPS.map((group) => {
          const members = found.filter((setting) => setting.group === group);
          return (
            members.length > 0 && (
              <SettingsGroup
                key={group}
                id={domId(group)}
                title={settingsText.groups[group]}
                onReset={() => resetSettings(SETTINGS.filter((setting) => setting.group === group))}
                help={settingsText.groupHelp[group]}
                changed={SETTINGS.filter((setting) => setting.group === group && changed.has(setting.id)).length}
              >
                <Fields settings={members} />
              </SettingsGroup>
            )
          );
        })}
        {findElsewhere(words).map((where) => (
          <Text key={where} size="sm" c="dimmed">
            {where}
          </Text>
        ))}
        {found.length === 0 && (
          <NothingFound
            words={words}
            changedOnly={changedOnly}
            onShowAll={() => {
              setWords('');
              setChangedOnly(false);
            }}
          />
        )}
      </Stack>
    </Stack>
  );
}

function setWords(words: string): void {
  settingsViewStore.setState({ words });
}

function setChangedOnly(changedOnly: boolean): void {
  settingsViewStore.setState({ changedOnly });
}

/** The search, or the field of a setting; a disabled one is only brought into view. */
function fieldOf(root: HTMLElement | null, wanted: string): HTMLElement | null {
  const field = root?.querySelector<HTMLElement>(wanted === 'search' ? '[type="search"]' : `[data-setting="${wanted}"]`) ?? null;
  return field?.querySelector<HTMLElement>('input:not([type="hidden"])') ?? field;
}

function changedSettings(document: Parameters<typeof isChanged>[0]): string[] {
  return SETTINGS.filter(({ id }) => isChanged(document, id)).map(({ id }) => id);
}

function Fields({ settings }: { readonly settings: readonly Setting[] }) {
  return settings.map((setting) =>
    setting.field.kind === 'turns' || setting.field.kind === 'teachers' ? (
      <Box key={setting.id} data-setting={setting.id} data-stage={`setting:${setting.id}`} style={{ gridColumn: '1 / -1' }}>
        <SettingField {...setting} />
      </Box>
    ) : (
      <Fragment key={setting.id}>
        <Box data-setting={setting.id} data-stage={`setting:${setting.id}`}>
          <SettingField {...setting} />
        </Box>
        {setting.field.kind === 'weights' && <MeasuredWeights />}
      </Fragment>
    ),
  );
}

interface SettingsGroupProps {
  readonly id?: string;
  readonly title: string;
  readonly help?: string;
  /** Settings of the group that differ from their default. */
  readonly changed?: number;
  /** Sets all of the group back to their defaults. */
  readonly onReset?: () => void;
  readonly children: ReactNode;
}

function SettingsGroup({ id, title, help, changed = 0, onReset, children }: SettingsGroupProps) {
  return (
    <Stack component="fieldset" gap={8} bd={0} p={0} m={0} miw={0}>
      <Text component="legend" id={id} tabIndex={id ? -1 : undefined} size="sm" fw={650} mb={6}>
        {title}
        {changed > 0 && <Text span size="xs" fw={400} c="dimmed">{` · ${settingsText.changedCount(changed)} `}</Text>}
        {changed > 0 && onReset && (
          <Tooltip label={settingsText.resetGroup(title)}>
            <ActionIcon size={18} aria-label={settingsText.resetGroup(title)} onClick={onReset}>
              <IconRotate size={13} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Text>
      {help && (
        <Text size="xs" c="dimmed">
          {help}
        </Text>
      )}
      <SimpleGrid minColWidth="180px" autoFlow="auto-fill" spacing="sm" verticalSpacing="sm">
        {children}
      </SimpleGrid>
    </Stack>
  );
}

interface NothingFoundProps {
  readonly words: string;
  readonly changedOnly: boolean;
  readonly onShowAll: () => void;
}

function NothingFound({ words, changedOnly, onShowAll }: NothingFoundProps) {
  const settings = settingsText;
  const asked = words.trim();
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {asked === '' ? settings.noChanges : changedOnly ? settings.noChangedHits(asked) : settings.noHits(asked)}
      </Text>
      <Button variant="default" size="compact-xs" onClick={onShowAll}>
        {settings.showAll}
      </Button>
    </Group>
  );
}

function BackendField() {
  const backend = useEngine((state) => state.backend);
  const choose = useEngine((state) => state.chooseBackend);
  const view = useTeacherView();
  return (
    <Select
      label={text.training.backend}
      labelProps={{ fw: 400 }}
      description={view?.backend ? text.teach.lockedSetting : text.training.backendHelp}
      disabled={Boolean(view?.backend)}
      value={backend}
      data={BACKENDS.map((value) => ({ value, label: text.training.backends[value] }))}
      onChange={(value) => {
        const known = BACKENDS.find((candidate) => candidate === value);
        if (known) choose(known);
      }}
    />
  );
}
