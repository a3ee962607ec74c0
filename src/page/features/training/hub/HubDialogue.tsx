/** A model of the Hub by its name: looked up first, with its licence and size, then fetched with its progress. */
import { ActionIcon, Anchor, Badge, Button, Group, PasswordInput, Progress, Stack, Table, Text, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { HubLook } from '../../../../../workers/hub/protocol.ts';
import { parseHubName, shortHubName } from '../../../../core/formats/models/hub/hubName.ts';
import { RECOMMENDED, type RecommendedModel } from '../../../../core/formats/models/recommended.ts';
import { COLON, CLAUSE, COMMA, hubText } from '../../../../words/words.ts';
import { formatBytes } from '../../../kit/figures/format.ts';
import { FaultList } from '../../../kit/notices/FaultList.tsx';
import { hubStore, useHub } from './hubStore.ts';
import { useJudgement } from './useJudgement.ts';

const words = hubText;

/** A base's name with its commit cut short. */
const short = (name: string): string => shortHubName(parseHubName(name) ?? { id: name, revision: null });

interface HubDialogueProps {
  /** What the field for the name begins with. */
  readonly wanted: string;
  readonly onUse: (name: string) => void;
}

export function HubDialogue({ wanted: initial, onUse }: HubDialogueProps) {
  const [name, setName] = useState(initial);
  const token = useHub((state) => state.token);
  const looking = useHub((state) => state.looking);
  const look = useHub((state) => state.look);
  const taking = useHub((state) => state.taking);
  const fault = useHub((state) => state.fault);
  useEffect(() => void hubStore.getState().list(), []);
  const take = async (wanted: string): Promise<void> => {
    const taken = await hubStore.getState().take(wanted);
    if (taken !== null) onUse(taken);
  };
  const lookUp = (wanted: string): void => {
    setName(wanted);
    void hubStore.getState().lookUp(wanted);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') lookUp(name.trim());
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{words.intro}</Text>
      <Text size="xs" c="dimmed">
        {words.offline}
      </Text>
      <form onSubmit={submit}>
        <Stack gap="xs">
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              flex={1}
              size="xs"
              label={words.name}
              // The button stands beside the field, so that nothing may stand below it.
              inputWrapperOrder={['label', 'description', 'input', 'error']}
              description={words.nameHelp}
              placeholder={words.namePlaceholder}
              value={name}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" variant="default" loading={looking !== null} disabled={name.trim() === ''}>
              {words.lookUp}
            </Button>
          </Group>
          <PasswordInput
            size="xs"
            label={words.token}
            description={words.tokenHelp}
            value={token}
            // A browser offers to store what it takes for the password of this page.
            autoComplete="one-time-code"
            onChange={(event) => hubStore.getState().setToken(event.currentTarget.value)}
          />
        </Stack>
      </form>
      {fault && <FaultList faults={[fault]} />}
      {look && <Found look={look} busy={taking !== null} onTake={() => void take(look.name)} />}
      {taking && <Taking />}
      <Unfinished busy={taking !== null} onTake={(unfinished) => void take(unfinished)} />
      <Recommended onChoose={lookUp} />
    </Stack>
  );
}

interface FoundProps {
  readonly look: HubLook;
  readonly busy: boolean;
  readonly onTake: () => void;
}

/** What was looked up. */
function Found({ look, busy, onTake }: FoundProps) {
  const { judgement } = useJudgement(look);
  const here = useHub((state) => state.kept.some(({ name, complete }) => complete && name === look.name));
  return (
    <Stack gap={4} p="xs" bd="1px solid var(--line)" role="group" aria-label={look.id}>
      <Group gap={8}>
        <Text size="sm" fw={650}>
          {look.id}
        </Text>
        {look.gated && <Badge variant="outline">{words.gated}</Badge>}
        <Anchor size="xs" href={look.page} target="_blank" rel="noreferrer">
          {words.page}
        </Anchor>
      </Group>
      <Text size="xs" className="tabular">
        {[look.parameters === null ? null : words.millions(look.parameters), formatBytes(look.bytes)].filter(Boolean).join(COMMA)}
      </Text>
      <Text size="xs">{`${words.licence}${COLON}${look.licence ?? words.licenceUnknown}`}</Text>
      <Text size="xs" c="dimmed" className="tabular">
        {words.commit(look.commit)}
      </Text>
      {look.gated && (
        <Text size="xs" c="dimmed">
          {words.gatedHelp}
        </Text>
      )}
      {judgement && <Text size="xs">{judgement.text}</Text>}
      {look.fault && <FaultList faults={[look.fault]} />}
      <Group>
        <Button size="xs" disabled={busy || look.fault !== null || judgement?.fits === false} onClick={onTake}>
          {here ? words.use : words.fetch}
        </Button>
      </Group>
    </Stack>
  );
}

/** What arrives, and how it is stopped. */
function Taking() {
  const taking = useHub((state) => state.taking);
  if (!taking) return null;
  const { doing, file, done, total } = taking.progress;
  const label = words.progress(short(taking.name));
  return (
    <Stack gap={4} role="group" aria-label={label}>
      <Text size="xs" fw={650}>
        {label}
      </Text>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={label} />
      <Group gap={8} justify="space-between">
        <Text size="xs" c="dimmed" className="tabular">
          {words.doing[doing]} {total > 0 && words.amount(formatBytes(done), formatBytes(total), file ?? '')}
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => void hubStore.getState().callOff()}>
          {words.stop}
        </Button>
      </Group>
    </Stack>
  );
}

interface UnfinishedProps {
  readonly busy: boolean;
  readonly onTake: (name: string) => void;
}

/** What was begun, here or on an earlier visit. */
function Unfinished({ busy, onTake }: UnfinishedProps) {
  const kept = useHub((state) => state.kept);
  const begun = kept.filter(({ complete }) => !complete);
  if (busy || begun.length === 0) return null;
  return (
    <Stack gap={2} role="group" aria-label={words.unfinished}>
      <Text size="xs" c="dimmed">
        {words.unfinished}
      </Text>
      {begun.map(({ name, held, bytes }) => (
        <Group key={name} gap={6} wrap="nowrap">
          <Text size="xs">{short(name)}</Text>
          <Text size="xs" c="dimmed" className="tabular">
            {words.unfinishedOf(formatBytes(held), formatBytes(bytes))}
          </Text>
          <Button size="compact-xs" variant="default" aria-label={words.goOn(short(name))} onClick={() => onTake(name)}>
            {words.goOnShort}
          </Button>
          <Tooltip label={words.remove(short(name))}>
            <ActionIcon size={18} color="gray" aria-label={words.remove(short(name))} onClick={() => void hubStore.getState().remove(name)}>
              <IconTrash size={13} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      ))}
    </Stack>
  );
}

function Recommended({ onChoose }: { readonly onChoose: (id: string) => void }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={650}>
        {words.recommended}
      </Text>
      <Text size="xs" c="dimmed">
        {words.recommendedHelp}
      </Text>
      {/* On a narrow screen it scrolls; what is pressed stands in the first column, which is always in sight. */}
      <Table.ScrollContainer minWidth={520}>
        <Table aria-label={words.recommended} fz="xs" verticalSpacing={4} horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{words.model}</Table.Th>
              <Table.Th scope="col">{words.size}</Table.Th>
              <Table.Th scope="col">{words.licence}</Table.Th>
              <Table.Th scope="col" title={words.hereHelp}>
                {words.here}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {RECOMMENDED.map((model) => (
              <RecommendedRow key={model.id} model={model} onChoose={() => onChoose(model.id)} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

function RecommendedRow({ model, onChoose }: { readonly model: RecommendedModel; readonly onChoose: () => void }) {
  const { id, parameters, bytes, licence, gated } = model;
  const { judgement, done } = useJudgement(model);
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <Stack gap={4} align="flex-start">
          {id}
          <Button size="compact-xs" variant="default" aria-label={words.choose(id)} onClick={onChoose}>
            {words.chooseShort}
          </Button>
        </Stack>
      </Table.Th>
      <Table.Td className="tabular">{words.about(words.millions(parameters), formatBytes(bytes))}</Table.Td>
      <Table.Td>{gated ? `${licence}${CLAUSE}${words.gated}` : licence}</Table.Td>
      <Table.Td>{judgement?.text ?? (done ? words.notKnown : words.judging)}</Table.Td>
    </Table.Tr>
  );
}
