/** Folders that cannot be read as runs: each says why, and can be saved as it is or, unless a newer workbench wrote it, deleted. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { isOfNewer } from '../../../../core/formats/runs/format.ts';
import { faultFrom, sentencesOf } from '../../../../core/faults.ts';
import { libraryStore, useLibrary } from '../../../state/library/library.ts';
import { notifyRefused } from '../../../kit/notices/notify.ts';
import { saveZip } from '../../../kit/files/saveZip.ts';
import { text } from '../../../../words/words.ts';
import { Said } from '../../../kit/help/DocLink.tsx';

const words = text.runs.list;

export function BrokenRuns() {
  const broken = useLibrary((state) => state.broken);
  if (broken.length === 0) return null;
  const attempt = (work: Promise<unknown>): void =>
    void work.catch((error: unknown) => notifyRefused(text.runs.actions.failed, faultFrom(error).message));
  const { folder, remove } = libraryStore.getState();
  return (
    <Stack gap={4} role="region" aria-label={words.broken(broken.length)}>
      <Text size="sm" fw={600}>
        {words.broken(broken.length)}
      </Text>
      {broken.map(({ id, fault }) => (
        <Group key={id} gap={8}>
          <Text size="xs" flex={1} miw={200}>
            <Said>{sentencesOf(fault)}</Said>
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => attempt(folder(id).then((files) => saveZip(`${id}.zip`, files)))}>
            {words.download}
          </Button>
          {!isOfNewer(fault) && (
            <Button size="compact-xs" variant="default" onClick={() => attempt(remove([id]))}>
              {words.delete}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}
