/** The bases of a person's own that this browser keeps: use one, or delete it; and how far one is that is being kept. */
import { ActionIcon, Button, Group, Progress, Stack, Text, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { choosingStore, useChoosing } from '../../state/bases/choosing.ts';
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
  const choosing = useChoosing((state) => state.present !== null || state.begun.length > 0 || state.withoutFiles === true);
  if (kept.length === 0 && !fault && !choosing) return null;
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
      <Begun />
      <Choosing />
      {fault && <FaultList faults={[fault]} />}
    </Stack>
  );
}

/** The model that is looked through or copied just now. */
function Choosing() {
  const present = useChoosing((state) => state.present);
  const withoutFiles = useChoosing((state) => state.withoutFiles === true);
  if (!present)
    return withoutFiles ? (
      <Text size="xs" c="dimmed">
        {words.keptWithoutFiles}
      </Text>
    ) : null;
  const { name, progress } = present;
  const { doing, done, total } = progress;
  const share = total > 0 ? (100 * done) / total : 0;
  const said = words.keeping[doing](name);
  return (
    <Stack gap={2} role="group" aria-label={said}>
      <Group gap={6} wrap="nowrap">
        <Text size="xs" c="dimmed" className="tabular">
          {doing === 'checking' ? said : words.keepingAmount(said, formatBytes(done), formatBytes(total))}
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => void choosingStore.getState().callOff()}>
          {words.keepingStop}
        </Button>
      </Group>
      <Progress value={share} size={3} aria-label={said} transitionDuration={0} />
    </Stack>
  );
}

/** Models of which only a part was copied. */
function Begun() {
  const begun = useChoosing((state) => state.begun);
  const present = useChoosing((state) => state.present?.name);
  return begun
    .filter(({ name }) => name !== present)
    .map(({ name, held, bytes }) => (
      <Group key={name} gap={6} wrap="nowrap">
        <Text size="xs" c="dimmed" className="tabular">
          {words.keptBegun(name, formatBytes(held), formatBytes(bytes))}
        </Text>
        <Tooltip label={words.keptDelete(name)}>
          <ActionIcon size={18} color="gray" aria-label={words.keptDelete(name)} onClick={() => void choosingStore.getState().forget(name)}>
            <IconTrash size={13} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
    ));
}
