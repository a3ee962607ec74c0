/** The environment's TypeScript, checked in the sandbox as it is typed, and one problem played with it. */
import { ActionIcon, Box, Button, Code, Group, NumberInput, Stack, Text, Tooltip } from '@mantine/core';
import { IconPlayerPlay, IconRestore } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { DataRow } from '../../core/dataset/rows.ts';
import type { DatasetSettings } from '../../core/document/schema.ts';
import { typeEnvironmentSource, useHeldBack } from '../../stores/consent.ts';
import { datasetsStore } from '../../stores/datasets.ts';
import { attachedHere } from '../../stores/datasets/attached.ts';
import { builtInEnvironment } from '../../stores/defaultProject.ts';
import { documentStore, useDocument } from '../../stores/document.ts';
import { sandboxStore, useSandbox } from '../../stores/sandbox.ts';
import { DatasetPanel } from '../dataset/DatasetPanel.tsx';
import { CodeEditor } from '../editor/CodeEditor.tsx';
import { FaultList } from '../shell/FaultList.tsx';
import { text } from '../text/text.ts';
import { ConsentNotice } from './ConsentNotice.tsx';
import { TrialView } from './TrialView.tsx';
import { useChecking } from './useChecking.ts';

export function EnvironmentEditor() {
  const environment = useDocument((state) => state.document.environment);
  const fault = useSandbox((state) => state.fault);
  const held = useHeldBack();
  useChecking(environment.source);
  const markers = useMemo(
    () =>
      fault?.place?.line === undefined
        ? []
        : [{ line: fault.place.line, column: fault.place.column, message: fault.message, source: text.environment.markerSource }],
    [fault],
  );
  return (
    <DatasetPanel>
      <Stack gap="xs" p="sm" flex={1}>
        <Toolbar />
        <ConsentNotice />
        <Box flex="1 0 180px" style={{ border: '1px solid var(--line-strong)', borderRadius: 4, overflow: 'hidden' }}>
          <CodeEditor
            language="typescript"
            path="file:///environment.ts"
            ariaLabel={text.environment.aria(environment.file)}
            value={environment.source}
            markers={markers}
            onChange={typeEnvironmentSource}
            onBlur={() => documentStore.getState().commitBurst()}
          />
        </Box>
        {!held && (fault ? <FaultList faults={[fault]} /> : <Loaded />)}
        {!held && <TrialView />}
      </Stack>
    </DatasetPanel>
  );
}

function Toolbar() {
  const environment = useDocument((state) => state.document.environment);
  const held = useHeldBack();
  const [index, setIndex] = useState<number | string>(0);
  // Not while the code is only being checked: a click just after the last keystroke must not be lost.
  const [playing, setPlaying] = useState(false);
  const play = async (): Promise<void> => {
    const { document } = documentStore.getState();
    if (Number.isInteger(Number(index))) setIndex(Number(index) + 1);
    setPlaying(true);
    await sandboxStore
      .getState()
      .play(document.environment.source, document.team, ...trainProblem(document.environment.dataset, Number(index) || 0));
    setPlaying(false);
  };
  return (
    <Group gap="xs">
      <Tooltip label={text.environment.intro}>
        <Code fz="xs" tabIndex={0}>
          {environment.file}
        </Code>
      </Tooltip>
      <Group gap={4} wrap="nowrap" ml="auto">
        <Text size="xs" c="dimmed" component="label" htmlFor="trial-index">
          {text.environment.seed}
        </Text>
        <NumberInput id="trial-index" w={64} min={0} max={4_294_967_295} allowDecimal={false} value={index} onChange={setIndex} />
        <Tooltip label={text.environment.tryHelp}>
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            loading={playing}
            disabled={held}
            onClick={() => void play()}
          >
            {text.environment.try}
          </Button>
        </Tooltip>
      </Group>
      {environment.source !== builtInEnvironment(environment.file).source && (
        <Tooltip label={text.environment.revert}>
          <ActionIcon variant="default" size={30} aria-label={text.environment.revert} onClick={revert}>
            <IconRestore size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}

/** The `place`-th train problem: of a data set that is here the row with its number in the file, else the number alone. */
function trainProblem(dataset: DatasetSettings | null, place: number): [index: number, problem?: DataRow] {
  const data = attachedHere(dataset, datasetsStore.getState().loaded[dataset?.digest ?? '']);
  const row = data?.splits.train[place % Math.max(1, data.splits.train.length)];
  return data && row !== undefined ? [row, data.problem(row)] : [place];
}

function revert(): void {
  documentStore
    .getState()
    .edit((document) => ({ ...document, environment: { ...document.environment, ...builtInEnvironment(document.environment.file) } }));
}

function Loaded() {
  const info = useSandbox((state) => state.info);
  const busy = useSandbox((state) => state.busy);
  return (
    <Text size="xs" c="dimmed" role="status">
      {busy || !info ? text.environment.checking : text.environment.ok(info.name, info.skills.length)}
    </Text>
  );
}
