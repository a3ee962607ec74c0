/** The open project as a link: how long it is, what is in it and what is not. */
import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useDocument } from '../../../state/document/document.ts';
import { text } from '../../../../words/words.ts';
import { LinkField } from '../../../kit/projects/LinkField.tsx';
import { ownBases } from '../../../../core/document/bases.ts';
import { showDialogue } from './dialogues.ts';
import { linkOf, namesEnvironment } from '../../../kit/projects/links.ts';

const words = text.projects.share;

export function ShareDialogue() {
  const document = useDocument((state) => state.document);
  const [carryCode, setCarryCode] = useState(false);
  return (
    <Stack gap="sm">
      <LinkField key={String(carryCode)} link={linkOf(document, { carryCode })} />
      {namesEnvironment(document) ? (
        <Switch
          label={words.carry}
          description={words.carryHelp}
          checked={carryCode}
          onChange={(event) => setCarryCode(event.currentTarget.checked)}
        />
      ) : (
        <Text size="xs" c="dimmed">
          {words.ownCode}
        </Text>
      )}
      <NotInLink />
      <Group gap="sm">
        <Button variant="default" size="compact-sm" onClick={() => showDialogue('gallery')}>
          {words.folder}
        </Button>
        <Text size="xs" c="dimmed">
          {words.folderHelp}
        </Text>
      </Group>
    </Stack>
  );
}

/** What whoever opens a link has to have already. */
export function NotInLink() {
  const document = useDocument((state) => state.document);
  const { dataset } = document.environment;
  const missing = [...(dataset ? [words.dataset(dataset.name)] : []), ...ownBases(document).map(words.base)];
  return missing.map((sentence) => (
    <Text key={sentence} size="xs" c="var(--mantine-color-error)">
      {sentence}
    </Text>
  ));
}
