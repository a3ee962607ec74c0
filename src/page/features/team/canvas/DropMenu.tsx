/** Offered where a connection was dropped on the empty canvas: a new agent there, connected. */
import { Menu } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { Position } from '../../../../core/editing/edits.ts';
import { teamText } from '../../../../words/words.ts';
import { addConnected } from '../model/teamActions.ts';

/** A connection in the air: whose it is, which end is free, and where it was dropped. */
export interface Dropped {
  readonly role: string;
  /** What the new agent would be. */
  readonly end: 'hearer' | 'speaker';
  readonly turn: number;
  /** On the canvas, in its own pixels. */
  readonly position: Position;
  /** In the panel, in the page's pixels. */
  readonly at: Position;
}

interface Props {
  readonly dropped: Dropped | null;
  readonly onClose: () => void;
}

export function DropMenu({ dropped, onClose }: Props) {
  if (!dropped) return null;
  const { role, end, turn, position, at } = dropped;
  return (
    <Menu opened onChange={(open) => !open && onClose()} position="bottom-start" offset={2} withinPortal returnFocus>
      <Menu.Target>
        <div style={{ position: 'absolute', left: at.x, top: at.y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={teamText.dropped}>
        <Menu.Item leftSection={<IconPlus size={14} aria-hidden />} onClick={() => addConnected(role, end, position, turn)}>
          {end === 'hearer' ? teamText.newHearer(role) : teamText.newSpeaker(role)}
        </Menu.Item>
        <Menu.Item leftSection={<IconX size={14} aria-hidden />} onClick={onClose}>
          {teamText.cancel}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
