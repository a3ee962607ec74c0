/**
 * The page's frame: header, the rail of places, the run with its controls, the place at hand, a status line. Wide windows
 * resize the panels; narrow ones stack them under run controls that stay in view.
 */
import { Box, Group, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, Suspense } from 'react';
import { useLessonOpen } from '../state/lessons/open.ts';
import { useCursor } from '../state/address/cursor.ts';
import { useConsent, consentStore } from '../state/consent/consent.ts';
import { closePrintView, usePrinting } from '../state/lessons/printing.ts';
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
import { LESSON_COLUMN, useStacked, useStackedStyles } from '../kit/layout/useStacked.ts';
import { Guard } from '../kit/notices/Guard.tsx';
import { ReportHost } from './ReportHost.tsx';
import { lazyPart } from '../kit/parts/lazyPart.ts';

// Fetched with the panels they arrange; header, controls and status line do not wait for them.
const WidePlaces = part((screen) => screen.WidePlaces);
const StackedPlaces = part((screen) => screen.StackedPlaces);
const CommandHost = part((screen) => screen.CommandHost);
const ConsentDialogue = part((screen) => screen.ConsentDialogue);
const SafeStart = lazyPart(() => import('./SafeStart.tsx').then((module) => ({ default: module.SafeStart })));
const Lesson = lazyPart(() => import('../features/lessons/LessonHost.tsx'));
const PrintView = lazyPart(() => import('../features/lessons/teachers/PrintView.tsx').then((module) => ({ default: module.PrintView })));

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
      <Guard place={text.shell.part.header} says="bar">
        <Header />
      </Guard>
      {safeStart ? (
        <Guard place={text.shell.part.safeStart} says="bar">
          <Suspense fallback={null}>
            <SafeStart />
          </Suspense>
        </Guard>
      ) : (
        <Guard place={text.shell.newHere.label} says="bar">
          <NewHere />
        </Guard>
      )}
      <Guard place={text.shell.part.project} says="bar">
        <ProjectBars />
      </Guard>
      {stacked ? <Stacked /> : <Wide />}
      {lessonOpen && <GuardedLesson at="foot" />}
      <Guard place={text.status.label} says="bar">
        <StatusLine />
      </Guard>
      <ConsentHost />
      <Guard place={text.shell.part.commands} says="above">
        <Suspense fallback={null}>
          <CommandHost />
        </Suspense>
      </Guard>
      <ReportHost />
      {printed && (
        <Guard place={text.shell.part.print} says="above" onClose={closePrintView}>
          <Suspense fallback={null}>
            <PrintView lessons={printed} />
          </Suspense>
        </Guard>
      )}
    </Stack>
  );
}

function Wide() {
  const lessonOpen = useLessonOpen();
  return (
    <Group gap={0} align="stretch" wrap="nowrap" flex={1} mih={0}>
      <Guard place={text.shell.places} says="bar" width={164}>
        <Rail strip={false} />
      </Guard>
      <Stack component="main" gap={8} flex={1} miw={0} pr={8} pb={4}>
        <RunHeader stacked={false} />
        <Box id="place" tabIndex={-1} flex={1} mih={0}>
          <PlaceAtHand>
            <WidePlaces />
          </PlaceAtHand>
        </Box>
      </Stack>
      {lessonOpen && <GuardedLesson at="side" />}
    </Group>
  );
}

function Stacked() {
  return (
    <Stack gap={8} px={8} pb={8} flex={1}>
      <Guard place={text.shell.places} says="bar">
        <Rail strip />
      </Guard>
      <Stack component="main" gap={8}>
        <RunHeader stacked />
        <Stack id="place" tabIndex={-1} gap={8}>
          <PlaceAtHand>
            <StackedPlaces />
          </PlaceAtHand>
        </Stack>
      </Stack>
    </Stack>
  );
}

/** The panels of a place: one that failed in another is tried again on the way to the next. */
function PlaceAtHand({ children }: { readonly children: ReactNode }) {
  const place = useCursor((state) => state.place);
  return (
    <Guard place={text.shell.place[place].name} asked={place}>
      <Suspense fallback={null}>{children}</Suspense>
    </Guard>
  );
}

/** At one of its two sites, so that what went wrong is told once. */
function GuardedLesson({ at }: { readonly at: 'side' | 'foot' }) {
  const column = useMediaQuery(LESSON_COLUMN, undefined, { getInitialValueInEffect: false }) ?? true;
  if (column !== (at === 'side')) return null;
  return (
    <Guard place={text.shell.part.lesson} says="above">
      <Suspense fallback={null}>
        <Lesson at={at} />
      </Suspense>
    </Guard>
  );
}

/** Where it fails no code runs: what lets some run is its button alone (`state/consent`). Asking for it again tries again. */
function ConsentHost() {
  const reviewing = useConsent((state) => state.reviewing);
  return (
    <Guard place={text.shell.part.consent} says="above" asked={reviewing} onClose={() => consentStore.getState().review(false)}>
      <Suspense fallback={null}>
        <ConsentDialogue />
      </Suspense>
    </Guard>
  );
}
