/** Shows the dialogue about what an imported run is played on with, whatever asked for it; it loads when it is first wanted. */
import { lazy, Suspense } from 'react';
import { useRunsView } from '../../state/runsView/runsView.ts';

const PlayOnDialogue = lazy(() => import('./PlayOnDialogue.tsx').then((module) => ({ default: module.PlayOnDialogue })));

export function PlayOnHost() {
  const id = useRunsView((state) => state.equipping);
  return <Suspense fallback={null}>{id !== null && <PlayOnDialogue key={id} id={id} />}</Suspense>;
}
