/**
 * The page's frame: editing on the left, running on the right, a status line below. Wide windows resize the panels;
 * narrow ones stack them under run controls that stay in view.
 */
import { Box, Group as Row, Stack, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { TrainingCharts } from '../charts/TrainingCharts.tsx';
import { ConsentDialogue } from '../environment/ConsentDialogue.tsx';
import { EpisodeReader } from '../inspect/EpisodeReader.tsx';
import { NoticeList } from '../runs/NoticeList.tsx';
import { RunBar } from '../runs/RunBar.tsx';
import { TeamCanvas } from '../team/TeamCanvas.tsx';
import { text } from '../text/text.ts';
import { RunControls, RunProgress } from '../training/RunControls.tsx';
import { TrainingFaults } from '../training/TrainingFaults.tsx';
import { EditorTabs } from './EditorTabs.tsx';
import { Guard } from './Guard.tsx';
import { Header } from './Header.tsx';
import { layoutStorage } from './layoutStorage.ts';
import { ProjectFaults } from './ProjectFaults.tsx';
import { StatusLine } from './StatusLine.tsx';
import { usePageLife } from './usePageLife.ts';

/** Below this width two columns would be too narrow to work in. */
const STACKED = '(max-width: 1023px)';

export function Shell() {
  usePageLife();
  const stacked = useMediaQuery(STACKED, undefined, { getInitialValueInEffect: false });
  return (
    <Stack gap={0} h={stacked ? undefined : '100%'} mih="100%">
      <a className="skip-link" href="#run">
        {text.product.skip}
      </a>
      <Header />
      <ProjectFaults />
      {stacked ? <StackedPanels /> : <WidePanels />}
      <StatusLine />
      <ConsentDialogue />
    </Stack>
  );
}

function WidePanels() {
  const columns = useDefaultLayout({ id: 'columns', storage: layoutStorage, onlySaveAfterUserInteractions: true });
  const left = useDefaultLayout({ id: 'left', storage: layoutStorage, onlySaveAfterUserInteractions: true });
  const right = useDefaultLayout({ id: 'right', storage: layoutStorage, onlySaveAfterUserInteractions: true });
  return (
    <Box component="main" flex={1} mih={0} px={8} pb={4}>
      <Group orientation="horizontal" defaultLayout={columns.defaultLayout} onLayoutChanged={columns.onLayoutChanged}>
        <Panel id="edit" defaultSize="42" minSize={360}>
          <Group orientation="vertical" defaultLayout={left.defaultLayout} onLayoutChanged={left.onLayoutChanged}>
            <Panel id="team" defaultSize="42" minSize={160}>
              <Canvas />
            </Panel>
            <Separator className="separator" aria-label={text.panels.resizeLeft} />
            <Panel id="editors" minSize={160}>
              <Editors />
            </Panel>
          </Group>
        </Panel>
        <Separator className="separator" aria-label={text.panels.resizeColumns} />
        <Panel id="run" minSize={420}>
          <Stack id="run-side" gap={8} h="100%">
            <RunHeader />
            <Box flex={1} mih={0}>
              <Group orientation="vertical" defaultLayout={right.defaultLayout} onLayoutChanged={right.onLayoutChanged}>
                <Panel id="charts" defaultSize="44" minSize={160}>
                  <Charts />
                </Panel>
                <Separator className="separator" aria-label={text.panels.resizeRight} />
                <Panel id="episodes" minSize={160}>
                  <Episodes />
                </Panel>
              </Group>
            </Box>
          </Stack>
        </Panel>
      </Group>
    </Box>
  );
}

function StackedPanels() {
  return (
    <Stack component="main" gap={8} px={8} pb={8} flex={1}>
      <Box pos="sticky" top={0} bg="var(--page)" style={{ zIndex: 50 }} pb={4}>
        <RunHeader />
      </Box>
      <Box h={320}>
        <Canvas />
      </Box>
      <Box h={520}>
        <Charts />
      </Box>
      <Box h={520}>
        <Editors />
      </Box>
      <Box h={560}>
        <Episodes />
      </Box>
    </Stack>
  );
}

function Canvas() {
  return (
    <Section label={text.panels.canvas}>
      <TeamCanvas />
    </Section>
  );
}

function Editors() {
  return (
    <Section label={text.panels.editors}>
      <EditorTabs />
    </Section>
  );
}

function Charts() {
  return (
    <Frame label={text.panels.charts}>
      <TrainingCharts />
    </Frame>
  );
}

function Episodes() {
  return (
    <Frame label={text.panels.episodes}>
      <EpisodeReader />
    </Frame>
  );
}

/** The run on screen, the controls of training, and what they have to say. */
function RunHeader() {
  return (
    <Stack
      component="section"
      id="run"
      tabIndex={-1}
      aria-label={text.panels.run}
      className="panel"
      h="auto"
      style={{ flexShrink: 0 }}
      gap={6}
      p={8}
    >
      <Guard>
        <Row gap={8} justify="space-between">
          <RunControls />
          <RunBar />
        </Row>
        <RunProgress />
        <TrainingFaults />
        <NoticeList />
      </Guard>
    </Stack>
  );
}

interface SectionProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A panel that is a landmark of its own. */
function Section({ label, children }: SectionProps) {
  return (
    <section className="panel" aria-label={label}>
      <VisuallyHidden component="h2">{label}</VisuallyHidden>
      <Guard>{children}</Guard>
    </section>
  );
}

/** A panel whose content brings its own landmark; it scrolls. */
function Frame({ label, children }: SectionProps) {
  return (
    <div className="panel">
      <VisuallyHidden component="h2">{label}</VisuallyHidden>
      <div className="panel-body">
        <Guard>{children}</Guard>
      </div>
    </div>
  );
}
