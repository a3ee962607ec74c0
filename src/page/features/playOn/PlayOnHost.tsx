/** Shows the dialogue about what an imported run is played on with, whatever asked for it; it loads when it is first wanted. */
import { Suspense } from 'react';
import { runsViewStore, useRunsView } from '../../state/runsView/runsView.ts';
import { text } from '../../../words/words.ts';
import { Guard } from '../../kit/notices/Guard.tsx';
import { lazyPart } from '../../kit/parts/lazyPart.ts';

const PlayOnDialogue = lazyPart(() => import('./PlayOnDialogue.tsx').then((module) => ({ default: module.PlayOnDialogue })));

export function PlayOnHost() {
  const id = useRunsView((state) => state.equipping);
  return (
    id !== null && (
      <Guard place={text.shell.part.replays} says="above" asked={id} onClose={() => runsViewStore.getState().set({ equipping: null })}>
        <Suspense fallback={null}>
          <PlayOnDialogue key={id} id={id} />
        </Suspense>
      </Guard>
    )
  );
}
