/** The keyboard, and the palette, the list of keys and a study once they are wanted. */
import { type ComponentProps, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { STUDY_PARAMETER } from '../../../core/study/parameter.ts';
import { whenIdle } from '../../state/opening/firstScreen.ts';
import { openedStore } from '../../kit/commands/openCommands.ts';
import { endWaiting } from './typedAhead.ts';
import { useCommandKeys } from './useCommandKeys.ts';
import { Guard } from '../../kit/notices/Guard.tsx';
import { text } from '../../../words/words.ts';
import { lazyPart } from '../../kit/parts/lazyPart.ts';

const fetchPalette = () => import('./Palette.tsx');
const Palette = lazyPart(() =>
  fetchPalette().then(
    (module) => ({ default: module.Palette }),
    (error: unknown) => {
      // Keys are commands again where there will be no palette.
      endWaiting();
      throw error;
    },
  ),
);
const Imports = lazyPart(() => import('../../features/imports/ImportHost.tsx').then((module) => ({ default: module.ImportHost })));
const KeysDialogue = lazyPart(() => import('./KeysDialogue.tsx').then((module) => ({ default: module.KeysDialogue })));

const Study = lazyPart(() => import('../../features/study/StudyHost.tsx'));
const words = text.shell.part;

/** Whether the page was opened for one. */
const studied = new URLSearchParams(globalThis.location?.search).has(STUDY_PARAMETER);

export function CommandHost() {
  useCommandKeys();
  // Ahead of time: whoever opens the palette types at once.
  useEffect(() => whenIdle(() => void fetchPalette().catch(() => undefined)), []);
  const paletteRequests = useStore(openedStore, (state) => state.palette);
  const keysRequests = useStore(openedStore, (state) => state.keys);
  const [closed, setClosed] = useState(0); // the last request that was closed
  return (
    <>
      {studied && (
        <Part place={words.study}>
          <Study />
        </Part>
      )}
      <Part place={words.imports}>
        <Imports />
      </Part>
      {paletteRequests > 0 && (
        <Part place={words.palette} asked={paletteRequests}>
          <Palette />
        </Part>
      )}
      {keysRequests > 0 && (
        <Part place={words.keys} asked={keysRequests}>
          <KeysDialogue opened={keysRequests > closed} onClose={() => setClosed(keysRequests)} />
        </Part>
      )}
    </>
  );
}

/** Each by itself: what stops working leaves the keyboard and the others. */
function Part({ children, ...guard }: Pick<ComponentProps<typeof Guard>, 'place' | 'asked' | 'children'>) {
  return (
    <Guard says="above" {...guard}>
      <Suspense fallback={null}>{children}</Suspense>
    </Guard>
  );
}
