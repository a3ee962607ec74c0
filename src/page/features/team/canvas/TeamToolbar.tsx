/** What can be done to the team by button: the same commands as by key and from the palette. */
import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core';
import {
  IconAlignBoxLeftMiddle,
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconCut,
  IconDots,
  IconLayoutDistributeVertical,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { selectedRoles, useCanvas } from '../model/canvas.ts';
import { useCursor } from '../../../state/address/cursor.ts';
import { useDocument } from '../../../state/document/document.ts';
import { teamText as words } from '../../../../words/words.ts';
import { ALIGNMENTS } from '../model/alignment.ts';
import { runTeamCommand } from './commands.ts';

const run = (id: string) => () => void runTeamCommand(id);

export function TeamToolbar() {
  const selected = useSelectedCount();
  const edges = useCanvas((state) => state.edges.length);
  return (
    <Group gap={4} role="group" aria-label={words.tools}>
      <ToolButton id="team.add" label={words.add} help={`${words.add} (A)`} icon={<IconPlus size={14} aria-hidden />} />
      <ToolButton
        id="team.duplicate"
        label={words.duplicate}
        help={`${words.duplicateHelp} (Ctrl+D)`}
        icon={<IconCopyPlus size={14} aria-hidden />}
        disabled={selected === 0}
      />
      <ToolButton
        id="team.arrange"
        label={words.layout}
        help={`${words.layoutHelp} (L)`}
        icon={<IconLayoutDistributeVertical size={14} aria-hidden />}
      />
      <ToolButton
        id="team.remove"
        label={words.removeSelected}
        help={`${words.removeSelected} (Delete)`}
        icon={<IconTrash size={14} aria-hidden />}
        disabled={selected === 0 && edges === 0}
      />
      <MoreMenu selected={selected} />
    </Group>
  );
}

function useSelectedCount(): number {
  const agents = useDocument((state) => state.document.team.agents);
  const role = useCursor((state) => state.role);
  const together = useCanvas((state) => state.roles);
  return useMemo(() => selectedRoles(agents, role, together).length, [agents, role, together]);
}

interface ToolProps {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
}

function ToolButton({ id, label, help, icon, disabled }: ToolProps) {
  return (
    <Tooltip label={help}>
      <Button variant="default" size="compact-xs" leftSection={icon} disabled={disabled} onClick={run(id)}>
        {label}
      </Button>
    </Tooltip>
  );
}

/** What is asked for less often. */
function MoreMenu({ selected }: { readonly selected: number }) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={24} aria-label={words.more}>
          <IconDots size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={14} aria-hidden />} disabled={selected === 0} onClick={run('team.copy')}>
          {words.copy}
        </Menu.Item>
        <Menu.Item leftSection={<IconCut size={14} aria-hidden />} disabled={selected === 0} onClick={run('team.cut')}>
          {words.cut}
        </Menu.Item>
        <Menu.Item leftSection={<IconClipboard size={14} aria-hidden />} onClick={run('team.paste')}>
          {words.paste}
        </Menu.Item>
        <Menu.Item onClick={run('team.selectAll')}>{words.selectAll}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.alignTitle}</Menu.Label>
        {ALIGNMENTS.map((how) => (
          <Menu.Item
            key={how}
            leftSection={<IconAlignBoxLeftMiddle size={14} aria-hidden />}
            disabled={selected < (how === 'across' || how === 'down' ? 3 : 2)}
            onClick={run(`team.align.${how}`)}
          >
            {words.align[how]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
