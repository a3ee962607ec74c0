/** What an imported run is played on with: what was brought and found, and the form to bring it. */
import { Button, Divider, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { PlayOn } from '../../../core/formats/imports/playOn/playOn.ts';
import { labStore } from '../../state/lab/lab.ts';
import { libraryStore } from '../../state/library/library.ts';
import { runsViewStore } from '../../state/runsView/runsView.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { useRuns } from '../../state/runs/runs.ts';
import { notifyDone } from '../../kit/notices/notify.ts';
import { openAsNew, underWay } from '../../kit/projects/projectActions.ts';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { playOnText, text } from '../../../words/words.ts';
import { BringForm } from './BringForm.tsx';
import type { Doing } from './createBring.ts';
import { FoundPart } from './FoundPart.tsx';
import { bringStore, useBring } from './playOn.ts';

const words = playOnText.dialogue;

export function PlayOnDialogue({ id }: { readonly id: string }) {
  const run = useRuns((state) => state.runs[id]);
  // A run that is chosen in the list may not have been read.
  useEffect(() => {
    if (!run)
      void libraryStore
        .getState()
        .load(id)
        .catch(() => undefined); // the list of runs says what is wrong with it
  }, [id, run]);
  return (
    <Modal
      opened
      size="xl"
      onClose={() => runsViewStore.getState().set({ equipping: null })}
      title={words.title(run?.document.name ?? '', Boolean(run?.playOn))}
      closeButtonProps={{ 'aria-label': words.close }}
      transitionProps={{ duration: 0 }}
    >
      {run ? <Content run={run} /> : <Loader size="sm" />}
    </Modal>
  );
}

function Content({ run }: { readonly run: RunSet }) {
  const { id } = run;
  const busy = useBring((state) => (state.busy?.runId === id ? state.busy.doing : null));
  const fault = useBring((state) => (state.fault?.runId === id ? state.fault.fault : null));
  const { check, remove, stop } = bringStore.getState();
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      {run.playOn && (
        <>
          <FoundPart playOn={run.playOn} />
          <Group gap={8}>
            <Button variant="default" disabled={busy !== null} onClick={() => void check(id)}>
              {run.playOn.check ? playOnText.checkAgain : playOnText.check}
            </Button>
            <Button variant="default" title={words.asProjectHelp} onClick={() => run.playOn && openBrought(run.playOn)}>
              {words.asProject}
            </Button>
            <Button variant="default" disabled={busy !== null} title={words.removeHelp} onClick={() => void remove(id)}>
              {words.remove}
            </Button>
          </Group>
          <Divider />
        </>
      )}
      <BringForm run={run} />
      {busy && (
        <Group gap={8} role="status">
          <Loader size="xs" />
          <Text size="sm">{doingText(busy)}</Text>
          {busy.what !== 'keeping' && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                if (busy.what === 'checking') labStore.getState().cancel({ view: 'playOn', runId: id });
                else stop();
              }}
            >
              {playOnText.cancel}
            </Button>
          )}
        </Group>
      )}
      {fault && <FaultList faults={[fault]} />}
    </Stack>
  );
}

/** Also the way to let environment code run that came with an export: a project's code is read and agreed to. */
function openBrought({ document, project }: PlayOn): void {
  runsViewStore.getState().set({ equipping: null });
  const kept = openAsNew({ ...document, name: project });
  notifyDone(text.projects.opened, [text.projects.openedFrom(project, document.name), ...kept, ...underWay()].join(' '));
}

function doingText(doing: Doing): string {
  switch (doing.what) {
    case 'reading':
      return words.doing.reading(doing.iteration);
    case 'matching':
      return words.doing.matching(doing.seen, doing.of);
    case 'keeping':
    case 'checking':
      return words.doing[doing.what];
  }
}
