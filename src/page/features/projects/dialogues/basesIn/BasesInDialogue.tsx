/** Says which bases a project's file brings, how large they are, and under which names they would be kept here. */
import { Button, Group, List, Loader, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { text } from '../../../../../words/words.ts';
import { formatBytes } from '../../../../kit/figures/format.ts';
import { basesInStore, takeBrought } from './basesIn.ts';

const words = text.projects.basesIn;

export function BasesInDialogue({ onClose }: { readonly onClose: () => void }) {
  const { brought, file } = useStore(basesInStore);
  const [taking, setTaking] = useState(false);
  if (!brought)
    return (
      <Group gap="sm" role="status">
        <Loader size="sm" aria-hidden />
        <Text size="sm">{words.looking(file)}</Text>
      </Group>
    );
  const take = async (withBases: boolean): Promise<void> => {
    setTaking(true);
    await takeBrought(file, brought, withBases);
    onClose();
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{words.intro(brought.document.name, file)}</Text>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {brought.bases.map(({ name, was, bytes, sha256 }) => (
          <List.Item key={name}>
            {words.base(name, formatBytes(bytes), sha256)}
            {was !== null && (
              <Text size="xs" c="dimmed">
                {words.renamed(name, was)}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      <Text size="xs" c="dimmed">
        {words.help}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={taking} onClick={() => void take(false)}>
          {words.without}
        </Button>
        <Button loading={taking} onClick={() => void take(true)}>
          {words.keep}
        </Button>
      </Group>
    </Stack>
  );
}
