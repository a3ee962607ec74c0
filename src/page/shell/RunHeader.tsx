/** The run on screen, the controls of training, and what they have to say: in view in every place. */
import { Group, Stack, VisuallyHidden } from '@mantine/core';
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
import { WorkerNotices } from './WorkerNotices.tsx';

export function RunHeader() {
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
      <Guard>
        <Group gap={8} justify="space-between">
          <RunControls />
          <NewestNotice />
          <RunBar />
        </Group>
        <RunPageHost />
        <PlayOnHost />
        <ForkBar />
        <RunProgress />
        <KeptBar />
        <WorkerNotices />
        <TrainingFaults />
        <NoticeList />
      </Guard>
    </Stack>
  );
}
