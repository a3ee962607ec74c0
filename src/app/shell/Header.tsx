/** The top line: what this is, the project's name, undo and redo, colours, and the project as a file. */
import { ActionIcon, Group, Menu, Text, Title, Tooltip, useMantineColorScheme } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDownload,
  IconFileImport,
  IconFolder,
  IconMoon,
  IconRestore,
  IconStack2,
  IconSun,
} from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { useDocument } from '../../stores/document.ts';
import { text } from '../text/text.ts';
import { useScheme } from '../theme/useScheme.ts';
import { downloadProject, importProject, openStandardProject, resetProject } from './projectActions.ts';
import { ProjectName } from './ProjectName.tsx';

export function Header() {
  const undo = useDocument((state) => state.undo);
  const redo = useDocument((state) => state.redo);
  const canUndo = useDocument((state) => state.past.length > 0);
  const canRedo = useDocument((state) => state.future.length > 0);
  return (
    <Group component="header" gap={8} px={12} h={44} wrap="nowrap" style={{ flexShrink: 0 }}>
      <Title order={1} fz="sm" fw={700} style={{ whiteSpace: 'nowrap' }}>
        {text.product.name}
      </Title>
      <Text c="dimmed" aria-hidden>
        /
      </Text>
      <ProjectName />
      <Group gap={2} ml="auto" wrap="nowrap" role="group" aria-label={text.header.label}>
        <IconButton label={text.header.undo} shortcut="Ctrl+Z" disabled={!canUndo} onClick={undo}>
          <IconArrowBackUp size={18} aria-hidden />
        </IconButton>
        <IconButton label={text.header.redo} shortcut="Ctrl+Shift+Z" disabled={!canRedo} onClick={redo}>
          <IconArrowForwardUp size={18} aria-hidden />
        </IconButton>
        <ProjectMenu />
        <SchemeButton />
      </Group>
    </Group>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly shortcut?: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function IconButton({ label, shortcut, disabled, onClick, children }: IconButtonProps) {
  return (
    <Tooltip label={shortcut ? `${label} (${shortcut})` : label}>
      <ActionIcon size="lg" aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useScheme();
  const dark = scheme === 'dark';
  return (
    <IconButton label={dark ? text.header.toLight : text.header.toDark} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
      {dark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </IconButton>
  );
}

function ProjectMenu() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size="lg" aria-label={text.header.project}>
            <IconFolder size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown maw={320}>
          <Menu.Item leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => input.current?.click()}>
            {text.header.importProject}
            <Text size="xs" c="dimmed">
              {text.header.importHint}
            </Text>
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={downloadProject}>
            {text.header.download}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconRestore size={16} aria-hidden />} onClick={resetProject}>
            {text.header.reset}
          </Menu.Item>
          <Menu.Item leftSection={<IconStack2 size={16} aria-hidden />} onClick={openStandardProject}>
            {text.header.openStandard}
            <Text size="xs" c="dimmed">
              {text.header.openStandardHint}
            </Text>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={text.header.importProject}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = ''; // so that the same file can be chosen again
          if (file) void importProject(file);
        }}
      />
    </>
  );
}
