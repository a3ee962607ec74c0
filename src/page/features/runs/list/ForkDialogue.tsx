/** Going on from a checkpoint of a run: exactly as it was, or with a changed project. */
import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isActive, useEngine } from '../../../state/engine/engine.ts';
import { isWarming } from '../../../state/engine/warmStart.ts';
import { runsViewStore, useRunsView } from '../../../state/runsView/runsView.ts';
import { text } from '../../../../words/words.ts';
import { type ListedRun, runTitle } from './listed.ts';
import { forkExactly, forkWithChanges } from './runActions.tsx';
import { useListed } from './useListed.ts';

const words = text.runs.fork;

export function ForkDialogue() {
  const forking = useRunsView((state) => state.forking);
  return forking === null ? null : <Opened id={forking} />;
}

function Opened({ id }: { readonly id: string }) {
  const run = useListed().find((candidate) => candidate.id === id);
  const close = (): void => runsViewStore.getState().set({ forking: null });
  return (
    <Modal opened onClose={close} title={run ? words.title(runTitle(run)) : ''} closeButtonProps={{ 'aria-label': text.runs.sweep.cancel }}>
      {run && <Choice run={run} onDone={close} />}
    </Modal>
  );
}

function Choice({ run, onDone }: { readonly run: ListedRun; readonly onDone: () => void }) {
  const busy = useEngine((state) => (isActive(state.phase) ? words.busy : isWarming(state.warm) ? text.warmStart.trainDisabled : null));
  const newest = run.checkpoints.at(-1);
  const [chosen, setChosen] = useState(newest);
  const over = chosen !== undefined && chosen >= run.iterations;
  if (newest === undefined || chosen === undefined)
    return (
      <Text size="sm" role="status">
        {words.none}
      </Text>
    );
  return (
    <Stack gap="sm">
      <Select
        label={words.checkpoint}
        data={run.checkpoints.map(String).toReversed()}
        value={String(chosen)}
        onChange={(value) => value !== null && setChosen(Number(value))}
        data-autofocus
      />
      {busy !== null && (
        <Text size="xs" role="status">
          {busy}
        </Text>
      )}
      <Way help={words.changeHelp}>
        <Button
          onClick={() => {
            forkWithChanges(run, chosen);
            onDone();
          }}
        >
          {words.change}
        </Button>
      </Way>
      <Way help={over ? words.over : words.exactHelp}>
        <Button
          variant="default"
          disabled={busy !== null || over}
          onClick={() => {
            void forkExactly(run, chosen);
            onDone();
          }}
        >
          {words.exact}
        </Button>
      </Way>
    </Stack>
  );
}

/** A button and what it does. */
function Way({ help, children }: { readonly help: string; readonly children: ReactNode }) {
  return (
    <Stack gap={4} align="flex-start">
      {children}
      <Text size="xs" c="dimmed">
        {help}
      </Text>
    </Stack>
  );
}
