/** Puts a sweep together: settings with their values, seeds, what it comes to, and into the queue with it. */
import { Button, Checkbox, Group, Modal, NumberInput, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import { cellName, MAX_SWEEP_RUNS, parseValues, type SweepPlan, valueName } from '../../../../core/sweep/grid.ts';
import { valueAt } from '../../../../core/sweep/address.ts';
import { useDocument } from '../../../state/document/document.ts';
import { expectedSeconds, useEngine } from '../../../state/engine/engine.ts';
import { useLibrary } from '../../../state/library/library.ts';
import { queueStore, useQueue } from '../../../state/queue/queue.ts';
import { runsViewStore, useRunsView } from '../../../state/runsView/runsView.ts';
import { notifyDone } from '../../../kit/notices/notify.ts';
import { formatDuration } from '../../../kit/figures/figures.ts';
import { COLON, text } from '../../../../words/words.ts';
import { findSettings } from '../../../state/settings/findSettings.ts';
import { subjectOf } from '../../../state/settings/settingValues.ts';
import { SETTINGS } from '../../../state/settings/settingsTable.ts';
import { cellLabel, pathLabel, valueLabel } from '../list/labels.ts';
import {
  axisFault,
  type DraftAxis,
  draftSeeds,
  newAxis,
  plannedDraft,
  sweepEntries,
  sweepName,
  type SweepDraft,
  type Variable,
  variablesOf,
} from './sweepDraft.ts';
import { Said } from '../../../kit/help/DocLink.tsx';
import { sentencesOf, worded } from '../../../../core/faults.ts';

const words = text.runs.sweep;

export function SweepDialogue() {
  const sweeping = useRunsView((state) => state.sweeping);
  const close = (): void => runsViewStore.getState().set({ sweeping: false });
  return (
    <Modal opened={sweeping} onClose={close} size="lg" title={words.title} closeButtonProps={{ 'aria-label': words.cancel }}>
      <Draft onDone={close} />
    </Modal>
  );
}

/** Names that sweeps have, of the queue and of the runs kept. */
function useSweepNames(): readonly string[] {
  const cards = useLibrary((state) => state.cards);
  const entries = useQueue((state) => state.entries);
  return useMemo(() => [...cards, ...entries].flatMap(({ sweep }) => sweep?.name ?? []), [cards, entries]);
}

/** Impossible combinations told one by one; the rest is counted. */
const TOLD = 4;

function Draft({ onDone }: { readonly onDone: () => void }) {
  const document = useDocument((state) => state.document);
  const [draft, setDraft] = useState<SweepDraft>({ name: null, axes: [], seeds: 5, seedList: '' });
  /** By path: what stands in a field and is no value yet. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const set = (part: Partial<SweepDraft>): void => setDraft({ ...draft, ...part });
  const pending = draft.axes.map(({ path }) => typed[path]?.trim() ?? '').find((value) => value !== '');
  const usual = sweepName(document, draft, useSweepNames());
  const setAxis = (axis: DraftAxis): void => set({ axes: draft.axes.map((other) => (other.path === axis.path ? axis : other)) });
  const variables = useMemo(() => variablesOf(document), [document]);
  // Checking hundreds of combinations may take longer than a keystroke.
  const settled = useDeferredValue(draft);
  const planned = useMemo(() => plannedDraft(document, settled), [document, settled]);
  const seeds = draftSeeds(document, draft);
  const plan = 'runs' in planned ? planned : null;
  const runs = plan?.runs.length ?? 0;
  const start = (): void => {
    if (!plan) return;
    const name = draft.name?.trim() || usual;
    queueStore.getState().add(sweepEntries(document, plan, name, crypto.randomUUID()));
    runsViewStore.getState().set({ tab: 'queue' });
    notifyDone(text.runs.queue.added, text.runs.queue.addedText(runs));
    onDone();
  };
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      <TextInput
        label={words.name}
        value={draft.name ?? usual}
        maxLength={200}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <AddAxis
        variables={variables.filter(({ path }) => draft.axes.every((axis) => axis.path !== path))}
        onAdd={(path) => set({ axes: [...draft.axes, newAxis(document, path)] })}
      />
      {draft.axes.map((axis) => (
        <AxisField
          key={axis.path}
          document={document}
          axis={axis}
          variable={variables.find(({ path }) => path === axis.path)}
          typed={typed[axis.path] ?? ''}
          onType={(value) => setTyped((all) => ({ ...all, [axis.path]: value }))}
          onChange={setAxis}
          onRemove={() => {
            set({ axes: draft.axes.filter((other) => other !== axis) });
            setTyped((all) => ({ ...all, [axis.path]: '' }));
          }}
        />
      ))}
      <Group gap="sm" align="flex-start" grow>
        <NumberInput
          label={words.seeds}
          description={words.seedsHelp}
          min={1}
          max={MAX_SWEEP_RUNS}
          allowDecimal={false}
          disabled={draft.seedList.trim() !== ''}
          value={draft.seeds}
          onChange={(value) => typeof value === 'number' && value >= 1 && set({ seeds: value })}
        />
        <TextInput
          label={words.seedList}
          description={words.seedListHelp}
          placeholder={words.seedListPlaceholder}
          error={'code' in seeds ? worded(seeds).message : undefined}
          value={draft.seedList}
          onChange={({ currentTarget }) => set({ seedList: currentTarget.value })}
        />
      </Group>
      <div role="status">
        {pending !== undefined ? (
          <Text size="sm">{words.pressEnter(pending)}</Text>
        ) : 'runs' in planned ? (
          <Outcome plan={planned} />
        ) : (
          <Text size="sm" c="var(--mantine-color-error)">
            <Said>{sentencesOf(planned)}</Said>
          </Text>
        )}
      </div>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onDone}>
          {words.cancel}
        </Button>
        <Button disabled={runs === 0 || pending !== undefined} onClick={start}>
          {runs === 0 || pending !== undefined ? words.startNone : words.start(runs)}
        </Button>
      </Group>
    </Stack>
  );
}

function AddAxis({ variables, onAdd }: { readonly variables: readonly Variable[]; readonly onAdd: (path: string) => void }) {
  const [search, setSearch] = useState('');
  return (
    <Select
      searchValue={search}
      onSearchChange={setSearch}
      label={words.setting}
      description={words.settingHelp}
      nothingFoundMessage={words.noSetting}
      selectFirstOptionOnChange
      placeholder={words.settingPlaceholder}
      data={variables.map(({ path, label }) => ({ value: path, label }))}
      value={null}
      onChange={(path) => {
        if (path !== null) onAdd(path);
        setSearch('');
      }}
      searchable
      limit={40}
      // By any of its names, as in the settings form; what is not in that form by its label.
      filter={({ options, search }) => {
        const found = new Set<string>(findSettings(SETTINGS, search).map(({ id }) => subjectOf(id)));
        const said = search.toLowerCase().trim();
        return options.filter((option) => 'value' in option && (found.has(option.value) || option.label.toLowerCase().includes(said)));
      }}
      // Focused, not opened: the list would cover its own help and what is below.
      openOnFocus={false}
      data-autofocus
    />
  );
}

interface AxisProps {
  readonly document: ProjectDocument;
  readonly axis: DraftAxis;
  readonly variable: Variable | undefined;
  /** What stands in its field and is no value yet. */
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onChange: (axis: DraftAxis) => void;
  readonly onRemove: () => void;
}

function AxisField({ document, axis, variable, typed, onType, onChange, onRemove }: AxisProps) {
  const label = pathLabel(axis.path);
  const fault = useMemo(() => axisFault(document, axis), [document, axis]);
  const present = valueAt(document, axis.path);
  const common = {
    label: words.values(label),
    description: [variable?.help, (variable?.options ? words.optionsHelp : words.valuesHelp)(valueLabel(present))]
      .filter(Boolean)
      .join(' '),
    error: typed.trim() === '' ? (fault ?? undefined) : undefined,
    flex: 1,
  } as const;
  return (
    <Group gap={6} align="flex-start" wrap="nowrap">
      {variable?.options ? (
        <Checkbox.Group
          {...common}
          size="xs"
          value={axis.values.map((value) => JSON.stringify(value))}
          onChange={(values) => onChange({ ...axis, values: values.map((value) => parseValues(`[${value}]`)[0] ?? null) })}
        >
          <Group gap="sm" mt={4} mb={2}>
            {variable.options.map(({ value, label: named }) => (
              <Checkbox key={JSON.stringify(value)} size="xs" value={JSON.stringify(value)} label={named} />
            ))}
          </Group>
        </Checkbox.Group>
      ) : (
        <TagsInput
          {...common}
          size="xs"
          splitChars={typeof present === 'string' ? [] : [',']}
          acceptValueOnBlur
          searchValue={typed}
          onSearchChange={onType}
          value={axis.values.map(valueName)}
          onChange={(values) =>
            onChange({
              ...axis,
              // A text may hold commas, and may look like a number.
              values: typeof present === 'string' ? values : values.flatMap((value) => parseValues(value)),
            })
          }
        />
      )}
      <Button
        variant="subtle"
        color="gray"
        mt={24}
        px={6}
        aria-label={words.removeAxis(label)}
        title={words.removeAxis(label)}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </Button>
    </Group>
  );
}

function Outcome({ plan }: { readonly plan: SweepPlan }) {
  const perIteration = useEngine(expectedSeconds);
  const iterations = plan.runs.reduce((sum, { document }) => sum + document.training.iterations, 0);
  if (plan.runs.length === 0 && plan.impossible.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600} className="tabular">
        {plan.runs.length === 0 ? words.nothing : words.total(plan.cells.length, plan.seeds.length, plan.runs.length)}
      </Text>
      {plan.runs.length > 0 && (
        <Text size="xs" c="dimmed">
          {perIteration === null ? words.timeUnknown : words.time(formatDuration(perIteration * iterations))}
        </Text>
      )}
      {plan.impossible.length > 0 && (
        <>
          <Text size="xs" fw={600}>
            {words.left(plan.impossible.length)}
          </Text>
          {plan.impossible.slice(0, TOLD).map(({ values, faults }) => (
            <Text key={cellName(values)} size="xs">
              {cellLabel(values)}
              {COLON}
              {faults[0] && sentencesOf(faults[0])}
            </Text>
          ))}
          {plan.impossible.length > TOLD && <Text size="xs">{text.runs.compare.more(plan.impossible.length - TOLD)}</Text>}
        </>
      )}
    </Stack>
  );
}
