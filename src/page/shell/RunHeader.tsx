/**
 * The run on screen, the controls of training, and what they have to say. In a wide window all of it is in view in every place; in a narrow
 * one the controls and what is wrong are, which take half of the window at most.
 */
import { Box, Group, Stack, VisuallyHidden } from '@mantine/core';
import { ForkBar } from '../features/runs/bar/ForkBar.tsx';
import { KeptBar } from '../features/runs/bar/KeptBar.tsx';
import { NewestNotice, NoticeList } from '../features/runs/notices/NoticeList.tsx';
import { RunBar } from '../features/runs/bar/RunBar.tsx';
import { PlayOnHost } from '../features/playOn/PlayOnHost.tsx';
import { RunPageHost } from '../features/runs/export/RunPageHost.tsx';
import { text } from '../../words/words.ts';
import { RunControls, RunProgress } from '../features/training/RunControls.tsx';
import { TrainingFaults } from '../features/training/TrainingFaults.tsx';
import { Guard } from '../kit/notices/Guard.tsx';
import styles from './shell.module.css';
import { SilentNotice, StorageNotices } from './WorkerNotices.tsx';

export function RunHeader({ stacked }: { readonly stacked: boolean }) {
  return stacked ? <Stacked /> : <Wide />;
}

function Stacked() {
  return (
    <section aria-label={text.shell.run} className={styles.runParts}>
      <VisuallyHidden component="h2">{text.shell.run}</VisuallyHidden>
      <Box id="run" tabIndex={-1} className={styles.pinned}>
        <Stack className="panel" pos="relative" h="auto" gap={6} p={8}>
          <Guard place={text.shell.run}>
            <RunControls />
            <RunProgress />
            <SilentNotice />
            <TrainingFaults />
          </Guard>
        </Stack>
      </Box>
      <Stack className="panel" h="auto" gap={6} p={8}>
        <Guard place={text.shell.run}>
          <Group gap={8} justify="space-between">
            <NewestNotice />
            <RunBar />
          </Group>
          <Beside />
          <KeptBar />
          <StorageNotices />
          <NoticeList />
        </Guard>
      </Stack>
    </section>
  );
}

/** Dialogues of the run, and from what the next one begins. */
function Beside() {
  return (
    <>
      <RunPageHost />
      <PlayOnHost />
      <ForkBar />
    </>
  );
}

function Wide() {
  return (
    <Stack
      component="section"
      id="run"
      tabIndex={-1}
      aria-label={text.shell.run}
      className="panel"
      pos="relative"
      h="auto"
      style={{ flexShrink: 0 }}
      gap={6}
      p={8}
    >
      <VisuallyHidden component="h2">{text.shell.run}</VisuallyHidden>
      <Guard place={text.shell.run}>
        <Group gap={8} justify="space-between">
          <RunControls />
          <NewestNotice />
          <RunBar />
        </Group>
        <Beside />
        <RunProgress />
        <KeptBar />
        <SilentNotice />
        <StorageNotices />
        <TrainingFaults />
        <NoticeList />
      </Guard>
    </Stack>
  );
}
