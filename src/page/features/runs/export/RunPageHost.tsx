/** Where the dialogue for a run's HTML file opens, whatever asked for it; it loads when it is first wanted. */
import { Modal } from '@mantine/core';
import { Suspense } from 'react';
import { runsViewStore, useRunsView } from '../../../state/runsView/runsView.ts';
import { text } from '../../../../words/words.ts';
import { Guard } from '../../../kit/notices/Guard.tsx';
import { lazyPart } from '../../../kit/parts/lazyPart.ts';

const RunPageDialogue = lazyPart(() => import('./RunPageDialogue.tsx').then((module) => ({ default: module.RunPageDialogue })));

export function RunPageHost() {
  const id = useRunsView((state) => state.sharing);
  const close = (): void => runsViewStore.getState().set({ sharing: null });
  if (id === null) return null;
  return (
    <Modal opened onClose={close} title={text.runs.page.heading} closeButtonProps={{ 'aria-label': text.runs.sweep.cancel }}>
      <Guard place={text.runs.page.heading}>
        <Suspense>
          <RunPageDialogue key={id} id={id} onClose={close} />
        </Suspense>
      </Guard>
    </Modal>
  );
}
