/** The keyboard, and the palette, the list of keys, the report and a study once they are wanted. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { STUDY_PARAMETER } from '../../../core/study/parameter.ts';
import { whenIdle } from '../../state/opening/firstScreen.ts';
import { closeReport, reportingStore } from '../../state/log/reporting.ts';
import { openedStore } from '../../kit/commands/openCommands.ts';
import { endWaiting } from './typedAhead.ts';
import { useCommandKeys } from './useCommandKeys.ts';

const fetchPalette = () => import('./Palette.tsx');
const Palette = lazy(() =>
  fetchPalette().then(
    (module) => ({ default: module.Palette }),
    (error: unknown) => {
      // Keys are commands again where there will be no palette.
      endWaiting();
      throw error;
    },
  ),
);
const Imports = lazy(() => import('../../features/imports/ImportHost.tsx').then((module) => ({ default: module.ImportHost })));
const ReportDialogue = lazy(() =>
  import('../../features/report/ReportDialogue.tsx').then((module) => ({ default: module.ReportDialogue })),
);
const KeysDialogue = lazy(() => import('./KeysDialogue.tsx').then((module) => ({ default: module.KeysDialogue })));

const Study = lazy(() => import('../../features/study/StudyHost.tsx'));
/** Whether the page was opened for one. */
const studied = new URLSearchParams(globalThis.location?.search).has(STUDY_PARAMETER);

export function CommandHost() {
  useCommandKeys();
  // Ahead of time: whoever opens the palette types at once.
  useEffect(() => whenIdle(() => void fetchPalette().catch(() => undefined)), []);
  const wantsPalette = useStore(openedStore, (state) => state.palette > 0);
  const keysRequests = useStore(openedStore, (state) => state.keys);
  const reports = useStore(reportingStore, (state) => state.open);
  const [closed, setClosed] = useState(0); // the last request that was closed
  return (
    <Suspense fallback={null}>
      {studied && <Study />}
      <Imports />
      {wantsPalette && <Palette />}
      {reports && <ReportDialogue onClose={closeReport} />}
      {keysRequests > 0 && <KeysDialogue opened={keysRequests > closed} onClose={() => setClosed(keysRequests)} />}
    </Suspense>
  );
}
