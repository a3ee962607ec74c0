/** The report of what happened, once it is wanted: apart from everything that may fail and be told of there. */
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { Guard } from '../kit/notices/Guard.tsx';
import { lazyPart } from '../kit/parts/lazyPart.ts';
import { closeReport, reportingStore } from '../state/log/reporting.ts';
import { text } from '../../words/words.ts';

const ReportDialogue = lazyPart(() =>
  import('../features/report/ReportDialogue.tsx').then((module) => ({ default: module.ReportDialogue })),
);

export function ReportHost() {
  const wanted = useStore(reportingStore, (state) => state.open);
  return (
    wanted && (
      <Guard place={text.shell.part.report} says="above" onClose={closeReport}>
        <Suspense fallback={null}>
          <ReportDialogue onClose={closeReport} />
        </Suspense>
      </Guard>
    )
  );
}
