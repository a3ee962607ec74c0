/** The keyboard, and the palette and the list of keys once they are wanted. */
import { lazy, Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { openedStore } from './openCommands.ts';
import { useCommandKeys } from './useCommandKeys.ts';

const Palette = lazy(() => import('./Palette.tsx').then((module) => ({ default: module.Palette })));
const KeysDialogue = lazy(() => import('./KeysDialogue.tsx').then((module) => ({ default: module.KeysDialogue })));

export function CommandHost() {
  useCommandKeys();
  const wantsPalette = useStore(openedStore, (state) => state.palette > 0);
  const keysRequests = useStore(openedStore, (state) => state.keys);
  const [closed, setClosed] = useState(0); // the last request that was closed
  return (
    <Suspense fallback={null}>
      {wantsPalette && <Palette />}
      {keysRequests > 0 && <KeysDialogue opened={keysRequests > closed} onClose={() => setClosed(keysRequests)} />}
    </Suspense>
  );
}
