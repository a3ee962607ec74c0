/**
 * The page's frame: header, the rail of places, the run with its controls, the place at hand, a status line. Wide windows
 * resize the panels; narrow ones stack them under run controls that stay in view.
 */
import { Box, Group, Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useLessonOpen } from '../state/lessons/open.ts';
import { usePrinting } from '../state/lessons/printing.ts';
import { text } from '../../words/words.ts';
import { Header } from './Header.tsx';
import { ProjectBars } from '../features/projects/ProjectBars.tsx';
import { NewHere } from './NewHere.tsx';
import { Rail } from './Rail.tsx';
import { RunHeader } from './RunHeader.tsx';
import { StatusLine } from './StatusLine.tsx';
import { part } from './places/panels.ts';
import { usePaletteKeys } from './commands/usePaletteKeys.ts';
import { safeStart } from '../state/storage/safeStart.ts';
import { usePageLife } from './usePageLife.ts';
import { useStacked, useStackedStyles } from '../kit/layout/useStacked.ts';

// Fetched with the panels they arrange; header, controls and status line do not wait for them.
const WidePlaces = part((screen) => screen.WidePlaces);
const StackedPlaces = part((screen) => screen.StackedPlaces);
const CommandHost = part((screen) => screen.CommandHost);
const ConsentDialogue = part((screen) => screen.ConsentDialogue);
const SafeStart = lazy(() => import('./SafeStart.tsx').then((module) => ({ default: module.SafeStart })));
const Lesson = lazy(() => import('../features/lessons/LessonHost.tsx'));
const PrintView = lazy(() => import('../features/lessons/teachers/PrintView.tsx').then((module) => ({ default: module.PrintView })));

export function Shell() {
  usePageLife();
  usePaletteKeys();
  const stacked = useStacked();
  useStackedStyles(stacked);
  const lessonOpen = useLessonOpen();
  const printed = usePrinting();
  return (
    <Stack gap={0} h={stacked ? undefined : '100%'} mih="100%">
      <a className="skip-link" href="#run">
        {text.product.skip}
      </a>
      <a className="skip-link" href="#place">
        {text.shell.skip}
      </a>
      <Header />
      {safeStart ? (
        <Suspense fallback={null}>
          <SafeStart />
        </Suspense>
      ) : (
        <NewHere />
      )}
      <ProjectBars />
      {stacked ? <Stacked /> : <Wide />}
      {lessonOpen && (
        <Suspense fallback={null}>
          <Lesson at="foot" />
        </Suspense>
      )}
      <StatusLine />
      <Suspense fallback={null}>
        <ConsentDialogue />
        <CommandHost />
      </Suspense>
      {printed && (
        <Suspense fallback={null}>
          <PrintView lessons={printed} />
        </Suspense>
      )}
    </Stack>
  );
}

function Wide() {
  const lessonOpen = useLessonOpen();
  return (
    <Group gap={0} align="stretch" wrap="nowrap" flex={1} mih={0}>
      <Rail strip={false} />
      <Stack component="main" gap={8} flex={1} miw={0} pr={8} pb={4}>
        <RunHeader stacked={false} />
        <Box id="place" tabIndex={-1} flex={1} mih={0}>
          <Suspense fallback={null}>
            <WidePlaces />
          </Suspense>
        </Box>
      </Stack>
      {lessonOpen && (
        <Suspense fallback={null}>
          <Lesson at="side" />
        </Suspense>
      )}
    </Group>
  );
}

function Stacked() {
  return (
    <Stack gap={8} px={8} pb={8} flex={1}>
      <Rail strip />
      <Stack component="main" gap={8}>
        <RunHeader stacked />
        <Stack id="place" tabIndex={-1} gap={8}>
          <Suspense fallback={null}>
            <StackedPlaces />
          </Suspense>
        </Stack>
      </Stack>
    </Stack>
  );
}
