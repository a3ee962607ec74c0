/** Add, arrange, delete: what can be done to the team by button. */
import { Button, Group, Tooltip } from '@mantine/core';
import { IconLayoutDistributeVertical, IconPlus, IconTrash } from '@tabler/icons-react';
import { useStore } from '@xyflow/react';
import { useCursor } from '../../stores/cursor.ts';
import { useDocument } from '../../stores/document.ts';
import { text } from '../text/text.ts';
import { useShowAll } from './useFitOnResize.ts';
import { addAgentAt, arrangeTeam } from './teamActions.ts';
import { useRemoveSelected } from './useRemoveSelected.ts';

export function TeamToolbar() {
  const remove = useRemoveSelected();
  const role = useCursor((state) => state.role);
  const exists = useDocument((state) => state.document.team.agents.some((agent) => agent.role === role));
  const edgeSelected = useStore((state) => state.edges.some((edge) => edge.selected));
  const showAll = useShowAll();
  return (
    <Group gap={4}>
      <Tooltip label={`${text.team.add} (A)`}>
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => {
            addAgentAt();
            showAll();
          }}
        >
          {text.team.add}
        </Button>
      </Tooltip>
      <Tooltip label={text.team.layoutHelp}>
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconLayoutDistributeVertical size={14} aria-hidden />}
          onClick={() => {
            arrangeTeam();
            showAll();
          }}
        >
          {text.team.layout}
        </Button>
      </Tooltip>
      <Button
        variant="default"
        size="compact-xs"
        leftSection={<IconTrash size={14} aria-hidden />}
        disabled={!exists && !edgeSelected}
        onClick={remove}
      >
        {text.team.removeSelected}
      </Button>
    </Group>
  );
}
