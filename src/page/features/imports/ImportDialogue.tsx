/** A run of something else, before it is opened: what its files hold, who its agents are, and who hears whom. */
import { Button, Group, Loader, Modal, Stack, Text, TextInput } from '@mantine/core';
import { formatNumber } from '../../kit/figures/format.ts';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { importText, text } from '../../../words/words.ts';
import { AgentsPart } from './AgentsPart.tsx';
import { ColumnsPart } from './ColumnsPart.tsx';
import { ExamplePart } from './ExamplePart.tsx';
import { importStore } from './imports.ts';
import { useImport } from './importStore.ts';
import { KnownPart } from './KnownPart.tsx';

const words = importText.dialogue;

export function ImportDialogue() {
  const { given, phase, survey, name, progress, fault } = useImport(importStore, (state) => state);
  const { close, setName, read } = importStore.getState();
  const holds = survey !== null && (survey.known.episodes > 0 || survey.metrics.length > 0);
  return (
    <Modal
      opened={given !== null}
      onClose={close}
      title={words.title}
      size="xl"
      closeButtonProps={{ 'aria-label': text.projects.share.close }}
      transitionProps={{ duration: 0 }}
      // A click beside it must not end a long reading.
      closeOnClickOutside={phase !== 'reading'}
    >
      <Stack gap="md">
        {survey && (
          <Text size="sm" c="dimmed">
            {words.found(importText.sources[survey.source], given?.files.length ?? 0)}
          </Text>
        )}
        {phase === 'looking' && (
          <Group gap={8} role="status">
            <Loader size="xs" />
            <Text size="sm">{words.looking}</Text>
          </Group>
        )}
        {fault && <FaultList faults={[fault]} />}
        <TextInput label={words.name} value={name} maxLength={200} onChange={({ currentTarget }) => setName(currentTarget.value)} />
        {survey?.source === 'unknown' && <ColumnsPart survey={survey} />}
        {survey && <KnownPart survey={survey} />}
        {survey && survey.agents.length > 0 && <AgentsPart survey={survey} />}
        {survey?.examples[0] && <ExamplePart episode={survey.examples[0]} />}
        <Group justify="space-between">
          <Text size="sm" c="dimmed" role="status">
            {phase === 'reading' &&
              words.reading(progress?.episodes ?? 0, progress?.messages ?? 0).replace(/\d+/g, (digits) => formatNumber(Number(digits)))}
          </Text>
          <Group gap={8}>
            <Button variant="default" onClick={close}>
              {phase === 'reading' ? words.stop : words.cancel}
            </Button>
            <Button onClick={() => void read()} disabled={!holds || phase === 'looking'} loading={phase === 'reading'}>
              {words.open}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
