/** What is queued, sweep by sweep: how far it is, what came of it so far, and every run that is waiting. */
import { ActionIcon, Badge, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { heldBack, useConsent } from '../../../state/consent/consent.ts';
import { expectedSeconds, useEngine } from '../../../state/engine/engine.ts';
import { isAhead, type QueueEntry, queueStore, queuedDocument, useQueue } from '../../../state/queue/queue.ts';
import { runsViewStore } from '../../../state/runsView/runsView.ts';
import { formatDuration } from '../../../kit/figures/figures.ts';
import { COLON, GAP, text } from '../../../../words/words.ts';
import { enqueueProject } from './enqueue.ts';
import styles from './queue.module.css';
import { SweepResults } from './SweepResults.tsx';
import { sentencesOf } from '../../../../core/faults.ts';

const words = text.runs.queue;

export function QueuePanel() {
  const entries = useQueue((state) => state.entries);
  const blocks = useMemo(() => blocksOf(entries), [entries]);
  if (entries.length === 0)
    return (
      <Stack align="center" gap={6} p="xl" role="status">
        <Text size="sm" fw={600}>
          {words.none}
        </Text>
        <Text size="sm" c="dimmed">
          {words.noneHint}
        </Text>
        <Group gap={8}>
          <Add />
        </Group>
        <Newer />
      </Stack>
    );
  return (
    <Stack gap="md">
      <Controls entries={entries} />
      {blocks.map(({ id, name, entries: own }) => (
        <Block key={id} name={name} entries={own} />
      ))}
    </Stack>
  );
}

/** What a newer workbench queued. */
function Newer() {
  const newer = useQueue((state) => state.newer);
  return (
    newer > 0 && (
      <Text size="sm" role="alert">
        {words.newer(newer)}
      </Text>
    )
  );
}

/** What can be queued. */
function Add() {
  return (
    <>
      <Button variant="default" title={text.runs.actions.sweepHelp} onClick={() => runsViewStore.getState().set({ sweeping: true })}>
        {text.runs.actions.sweep}
      </Button>
      <Button variant="default" title={words.addCurrentHelp} onClick={enqueueProject}>
        {words.addCurrent}
      </Button>
    </>
  );
}

/** The runs of each sweep together, in the order their first stands; those of none by themselves. */
function blocksOf(entries: readonly QueueEntry[]) {
  const blocks = new Map<string, { readonly id: string; readonly name: string; readonly entries: QueueEntry[] }>();
  for (const entry of entries) {
    const id = entry.sweep?.id ?? '';
    const block = blocks.get(id) ?? { id, name: entry.sweep?.name ?? words.alone, entries: [] };
    block.entries.push(entry);
    blocks.set(id, block);
  }
  return [...blocks.values()];
}

function Controls({ entries }: { readonly entries: readonly QueueEntry[] }) {
  const going = useQueue((state) => state.going);
  const unkept = useQueue((state) => state.unkept);
  const left = useTimeLeft(entries);
  const { go, hold, clear } = queueStore.getState();
  const ahead = entries.some(isAhead);
  const interrupted = entries.some(({ status }) => status === 'interrupted');
  return (
    <Stack gap={4}>
      <Group gap={8}>
        {going ? (
          <Button variant="default" leftSection={<IconPlayerPause size={15} aria-hidden />} title={words.holdHelp} onClick={hold}>
            {words.hold}
          </Button>
        ) : (
          <Button leftSection={<IconPlayerPlay size={15} aria-hidden />} disabled={!ahead} onClick={go}>
            {words.go}
          </Button>
        )}
        <Button variant="default" disabled={entries.every((entry) => isAhead(entry) || entry.status === 'running')} onClick={clear}>
          {words.clear}
        </Button>
        <Add />
        <Text size="sm" c="dimmed" role="status" className="tabular">
          {going ? words.going(left === null ? null : formatDuration(left)) : ahead ? words.holding : ''}
          {GAP}
          {!going && interrupted && words.reloaded}
        </Text>
      </Group>
      {unkept && (
        <Text size="sm" role="alert">
          {words.unkept}
        </Text>
      )}
      <Newer />
    </Stack>
  );
}

/** Seconds until the queue is through: as long as runs took in this session, else by what the project at hand would cost. */
function useTimeLeft(entries: readonly QueueEntry[]): number | null {
  const perIteration = useEngine(expectedSeconds);
  return useMemo(() => {
    const took = entries.flatMap(({ took: own, status, base, values, seed }) =>
      own !== null && status === 'finished' ? [own / 1000 / queuedDocument({ base, values, seed }).training.iterations] : [],
    );
    const per = took.length > 0 ? took.reduce((sum, own) => sum + own, 0) / took.length : perIteration;
    if (per === null) return null;
    return entries
      .filter((entry) => isAhead(entry) || entry.status === 'running')
      .reduce((sum, entry) => sum + per * queuedDocument(entry).training.iterations, 0);
  }, [entries, perIteration]);
}

function Block({ name, entries }: { readonly name: string; readonly entries: readonly QueueEntry[] }) {
  const over = entries.filter((entry) => !isAhead(entry) && entry.status !== 'running').length;
  // A run half trained would make its group look worse than it is.
  const finished = useMemo(() => entries.flatMap(({ run, status }) => (status === 'finished' ? (run ?? []) : [])), [entries]);
  return (
    <section aria-label={name} className={styles.block}>
      <Group gap={8} mb={4}>
        <Title order={3} size="sm">
          {name}
        </Title>
        <Text size="xs" c="dimmed" className="tabular">
          {words.progress(over, entries.length)}
        </Text>
        {finished.length > 1 && (
          <Button
            size="compact-xs"
            variant="default"
            ml="auto"
            aria-label={words.resultsOf(name)}
            onClick={() => runsViewStore.getState().compare(finished)}
          >
            {words.results}
          </Button>
        )}
      </Group>
      <Progress value={(100 * over) / entries.length} size="sm" aria-label={words.progress(over, entries.length)} mb={6} />
      {finished.length > 0 && entries[0]?.sweep && <SweepResults ids={finished} />}
      <ul className={styles.list} aria-label={name}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry }: { readonly entry: QueueEntry }) {
  const { id, status, fault, base } = entry;
  const name = entry.name || words.ofProject(base.name, entry.seed);
  const held = useConsent(() => isAhead(entry) && heldBack(base.environment.source) !== null);
  const progress = useEngine((state) =>
    status === 'running' && state.runId === entry.run ? `${state.iteration} / ${state.iterations}` : null,
  );
  const { move, remove, again } = queueStore.getState();
  return (
    <li className={styles.entry}>
      <Badge size="sm" variant={status === 'running' ? 'filled' : 'default'} tt="none" fw={500} className={styles.status}>
        {words.statuses[status]}
      </Badge>
      <span className={styles.name}>
        {name}
        {progress !== null && ` · ${progress}`}
      </span>
      {(held || fault) && (
        <Text size="xs" c="dimmed" className={styles.fault}>
          {held ? words.heldBack : fault ? sentencesOf(fault) : ''}
        </Text>
      )}
      <Group gap={2} wrap="nowrap" ml="auto">
        {status === 'waiting' && (
          <>
            <ActionIcon size="sm" color="gray" aria-label={words.up(name)} onClick={() => move(id, -1)}>
              <IconArrowUp size={14} />
            </ActionIcon>
            <ActionIcon size="sm" color="gray" aria-label={words.down(name)} onClick={() => move(id, 1)}>
              <IconArrowDown size={14} />
            </ActionIcon>
          </>
        )}
        {(status === 'failed' || status === 'stopped') && (
          <ActionIcon size="sm" color="gray" aria-label={`${words.again}${COLON}${name}`} title={words.again} onClick={() => again([id])}>
            <IconRefresh size={14} />
          </ActionIcon>
        )}
        {status !== 'running' && (
          <ActionIcon size="sm" color="gray" aria-label={words.removeOf(name)} title={words.remove} onClick={() => remove([id])}>
            <IconX size={14} />
          </ActionIcon>
        )}
      </Group>
    </li>
  );
}
