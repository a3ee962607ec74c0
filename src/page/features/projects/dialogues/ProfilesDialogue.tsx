/** The team as MARFT's role profiles: read from a file or written to one. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { downloadTeamProfiles } from '../../../kit/projects/agentFiles.ts';
import { text } from '../../../../words/words.ts';
import { pickFile } from './pickFile.ts';

const words = text.projects.profiles;

export function ProfilesDialogue({ onClose }: { readonly onClose: () => void }) {
  return (
    <Stack gap="sm">
      <Text size="sm">{words.about}</Text>
      <Group justify="flex-end" gap={8}>
        <Button
          variant="default"
          onClick={() => {
            pickFile();
            onClose();
          }}
        >
          {words.open}
        </Button>
        <Button
          onClick={() => {
            downloadTeamProfiles();
            onClose();
          }}
        >
          {words.save}
        </Button>
      </Group>
    </Stack>
  );
}
