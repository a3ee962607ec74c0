/** The run on screen, the controls of training, and what they have to say: in view in every place. */
import { Group, Stack, VisuallyHidden } from '@mantine/core';
import { ForkBar } from '../runs/ForkBar.tsx';
import { KeptBar } from '../runs/KeptBar.tsx';
import { NewestNotice, NoticeList } from '../runs/NoticeList.tsx';
import { RunBar } from '../runs/RunBar.tsx';
import { text } from '../text/text.ts';
import { RunControls, RunProgress } from '../training/RunControls.tsx';
import { TrainingFaults } from '../training/TrainingFaults.tsx';
import { Guard } from './Guard.tsx';
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
