/** The run the table is at: what it was, what a person says of it, and what can be done with it. */
import { Button, Group, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { runsViewStore, useRunsView } from '../../../state/runsView/runsView.ts';
import { COMMA, GAP, importText, text } from '../../../../words/words.ts';
import { EpisodesMenu } from '../export/EpisodesMenu.tsx';
import { cellLabel, phaseText } from './labels.ts';
import { type ListedRun, runTitle } from './listed.ts';
import styles from './list.module.css';
import { turnedSentence } from './turned.ts';
import { duplicateRun, exportRun, labelRun, openRun, removeRuns } from './runActions.tsx';
import { lazyPart } from '../../../kit/parts/lazyPart.ts';

const WeightDifference = lazyPart(() => import('../../../kit/lab/WeightDifference.tsx'));

const words = text.runs.details;
const { actions } = text.runs;

export function RunDetails({ all }: { readonly all: readonly ListedRun[] }) {
  const focused = useRunsView((state) => state.focused);
  const run = all.find(({ id }) => id === focused);
  return (
    <section className={styles.details} aria-label={words.label}>
      {run ? (
        <Details key={run.id} run={run} all={all} />
      ) : (
        <Text size="sm" c="dimmed">
          {words.none}
          {GAP}
          {text.runs.list.keys}
        </Text>
      )}
    </section>
  );
}

function Details({ run, all }: { readonly run: ListedRun; readonly all: readonly ListedRun[] }) {
  const { set } = runsViewStore.getState();
  const sweep = run.sweep;
  return (
    <>
      <Stack gap={2}>
        <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {runTitle(run)}
        </Text>
        <Facts run={run} all={all} />
      </Stack>
      <Group gap={6}>
        <Button title={actions.openHelp} onClick={() => openRun(run)}>
          {actions.open}
        </Button>
        <Button variant="default" title={run.imported ? actions.takeTeamHelp : actions.duplicateHelp} onClick={() => duplicateRun(run)}>
          {run.imported ? actions.takeTeam : actions.duplicate}
        </Button>
        {!run.recorded && !run.imported && (
          <Button variant="default" title={actions.forkHelp} onClick={() => set({ forking: run.id })}>
            {actions.fork}
          </Button>
        )}
        {!run.recorded && (
          <Button variant="default" title={actions.exportHelp} onClick={() => exportRun(run.id)}>
            {actions.export}
          </Button>
        )}
        {run.imported && (
          <Button variant="default" title={importText.playOn.help} onClick={() => set({ equipping: run.id })}>
            {importText.playOn.button}
          </Button>
        )}
        <EpisodesMenu id={run.id}>
          <Button variant="default">{actions.episodes}</Button>
        </EpisodesMenu>
        {run.kept && (
          <Button variant="default" onClick={() => removeRuns([run])}>
            {actions.remove}
          </Button>
        )}
        {sweep && (
          <Button
            variant="default"
            onClick={() => set({ selected: all.filter((other) => other.sweep?.id === sweep.id).map(({ id }) => id) })}
          >
            {actions.chooseGroup}
          </Button>
        )}
      </Group>
      {!run.imported && (
        <Suspense fallback={null}>
          <WeightDifference key={run.id} runId={run.id} />
        </Suspense>
      )}
      {run.kept ? (
        <Labels run={run} all={all} />
      ) : (
        <Text size="xs" c="dimmed">
          {words.notLabelled}
        </Text>
      )}
    </>
  );
}

function Facts({ run, all }: { readonly run: ListedRun; readonly all: readonly ListedRun[] }) {
  const { parent, sweep } = run;
  const father = parent && all.find(({ id }) => id === parent.run);
  const lines = [
    run.imported ? words.imported(run.project, importText.sources[run.imported]) : words.of(run.project, run.seed ?? Number.NaN),
    run.imported
      ? importText.readTo(run.iteration, importText.sources[run.imported])
      : words.progress(run.iteration, run.iterations, phaseText(run)),
    run.checkpoints.length > 0 ? words.checkpoints(run.checkpoints.join(COMMA)) : run.imported ? words.noFork : words.noCheckpoint,
    turnedSentence(run.last),
    parent && (father ? words.parent(runTitle(father), parent.iteration) : words.parentGone(parent.iteration)),
    sweep && words.sweep(sweep.name, cellLabel(sweep.values)),
  ].filter((line) => line !== null);
  return lines.map((line) => (
    <Text key={line} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {line}
    </Text>
  ));
}

/** Written when a field is left, the notes also after a pause in typing; not with every key. */
function Labels({ run, all }: { readonly run: ListedRun; readonly all: readonly ListedRun[] }) {
  const tags = [...new Set(all.flatMap((other) => other.tags))].toSorted();
  return (
    <>
      <TextInput
        key={`name ${run.name}`}
        label={words.name}
        defaultValue={run.name}
        placeholder={runTitle(run)}
        maxLength={200}
        onBlur={({ currentTarget: { value } }) => value.trim() !== run.name && labelRun(run.id, { name: value.trim() })}
      />
      <TagsInput
        size="xs"
        label={words.tags}
        placeholder={words.tagsPlaceholder}
        data={tags}
        value={[...run.tags]}
        maxTags={50}
        maxLength={60}
        onChange={(value) => labelRun(run.id, { tags: value })}
      />
      <Notes run={run} />
    </>
  );
}

/** A pause in typing, milliseconds. */
const NOTES_PAUSE = 800;

function Notes({ run: { id, notes } }: { readonly run: ListedRun }) {
  const [typed, setTyped] = useState(notes);
  const [typing, setTyping] = useState(false);
  const [kept, setKept] = useState(notes);
  const write = useDebouncedCallback((value: string) => labelRun(id, { notes: value }), { delay: NOTES_PAUSE, flushOnUnmount: true });
  // What another tab wrote, unless somebody is typing here.
  if (kept !== notes) {
    setKept(notes);
    if (!typing) setTyped(notes);
  }
  return (
    <Textarea
      size="xs"
      label={words.notes}
      placeholder={words.notesPlaceholder}
      value={typed}
      autosize
      minRows={3}
      maxRows={12}
      maxLength={20_000}
      onFocus={() => setTyping(true)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        write(value);
      }}
      onBlur={() => {
        setTyping(false);
        write.flush();
      }}
    />
  );
}
