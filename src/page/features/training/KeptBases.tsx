/** The bases of a person's own that this browser keeps: use one, or delete it. */
import { ActionIcon, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { documentStore, useDocument } from '../../state/document/document.ts';
import { engineStore, useEngine } from '../../state/engine/engine.ts';
import { formatBytes } from '../../kit/figures/format.ts';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { text } from '../../../words/words.ts';

const words = text.warmStart;

export function KeptBases() {
  const kept = useEngine((state) => state.kept);
  const fault = useEngine((state) => state.keepFault);
  const base = useDocument((state) => state.document.team.base);
  if (kept.length === 0 && !fault) return null;
  return (
    <Stack gap={2} role="group" aria-label={words.keptTitle}>
      {kept.length > 0 && (
        <Text size="xs" c="dimmed">
          {words.keptTitle}
        </Text>
      )}
      {kept.map(({ name, bytes }) => (
        <Group key={name} gap={6} wrap="nowrap">
          <Button
            variant="default"
            size="compact-xs"
            maw={320}
            aria-label={words.keptUse(name)}
            aria-pressed={name === base}
            disabled={name === base}
            onClick={() => documentStore.getState().edit((document) => ({ ...document, team: { ...document.team, base: name } }))}
          >
            {name}
          </Button>
          <Text size="xs" c="dimmed" className="tabular">
            {formatBytes(bytes)}
          </Text>
          <Tooltip label={words.keptDelete(name)}>
            <ActionIcon
              size={18}
              color="gray"
              aria-label={words.keptDelete(name)}
              onClick={() => void engineStore.getState().deleteBase(name)}
            >
              <IconTrash size={13} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      ))}
      {fault && <FaultList faults={[fault]} />}
    </Stack>
  );
}
