/** Templates of a role, and an agent to and from files. */
import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconFileImport, IconTemplate } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { ROLE_TEMPLATES, TEMPLATE_NAMES, type TemplateKind } from '../../../../core/document/presets/agentPresets.ts';
import { agentEditorText } from '../../../../words/words.ts';
import {
  copyAgent,
  downloadAgent,
  downloadProfile,
  downloadTeamProfiles,
  openAgent,
  openTeamProfiles,
  pasteAgent,
} from '../../../kit/projects/agentFiles.ts';
import { applyTemplate } from './presetActions.ts';

const words = agentEditorText;
const KINDS: readonly TemplateKind[] = ['shipped', 'language'];

interface RoleProps {
  readonly role: string;
}

export function TemplateMenu({ role }: RoleProps) {
  return (
    <SmallMenu label={words.template} help={words.templateHelp} icon={<IconTemplate size={14} aria-hidden />} width={420}>
      {KINDS.map((kind) => (
        <Fragment key={kind}>
          <Menu.Label>{words.templateKinds[kind]}</Menu.Label>
          {TEMPLATE_NAMES.filter((name) => ROLE_TEMPLATES[name].kind === kind).map((name) => (
            <Menu.Item key={name} py={4} onClick={() => applyTemplate(role, name)}>
              <Text size="xs" fw={600}>
                {words.templates[name].label}
              </Text>
              <Text size="xs" c="inherit">
                {words.templates[name].help}
              </Text>
              <Text size="xs" c="inherit" fs="italic" lineClamp={2}>
                {ROLE_TEMPLATES[name].prompt}
              </Text>
            </Menu.Item>
          ))}
        </Fragment>
      ))}
    </SmallMenu>
  );
}

export function FileMenu({ role }: RoleProps) {
  return (
    <SmallMenu label={words.file} help={words.fileHelp} icon={<IconFileImport size={14} aria-hidden />} width={340}>
      <Menu.Item py={4} onClick={() => openAgent(role)}>
        {words.open}
        <Text size="xs" c="inherit">
          {words.openHelp}
        </Text>
      </Menu.Item>
      <Menu.Item py={4} onClick={() => void pasteAgent(role)}>
        {words.paste}
      </Menu.Item>
      <Menu.Label>{words.own}</Menu.Label>
      <Menu.Item py={4} onClick={() => downloadAgent(role)}>
        {words.download}
      </Menu.Item>
      <Menu.Item py={4} onClick={() => void copyAgent(role)}>
        {words.copy}
      </Menu.Item>
      <Menu.Label>{words.profile}</Menu.Label>
      <Menu.Item py={4} onClick={() => downloadProfile(role)}>
        {words.downloadProfile}
      </Menu.Item>
      <Menu.Label>{words.wholeTeam}</Menu.Label>
      <Menu.Item py={4} onClick={downloadTeamProfiles}>
        {words.downloadTeam}
      </Menu.Item>
      <Menu.Item py={4} onClick={openTeamProfiles}>
        {words.openTeam}
      </Menu.Item>
    </SmallMenu>
  );
}

interface SmallMenuProps {
  readonly label: string;
  readonly help: string;
  readonly icon: ReactNode;
  /** Most pixels. */
  readonly width: number;
  readonly children: ReactNode;
}

/** A small button and what it opens. The list scrolls, so its items can be tabbed to; the first takes the focus. */
function SmallMenu({ label, help, icon, width, children }: SmallMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false} menuItemTabIndex={0}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-xs"
          leftSection={icon}
          rightSection={<IconChevronDown size={12} aria-hidden />}
          title={help}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={width} mah={440} style={{ overflowY: 'auto' }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
