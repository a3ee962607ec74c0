/**
 * Low windows, as those of a laptop at 200 % zoom, have room for the lesson's text or for what it is about: there the two take turns, by one
 * button, by Alt+L, or because text, keys or palette lead to another place.
 */
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { LESSON_COLUMN } from '../layout/useStacked.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { lessonsStore } from '../../state/lessons/lessons.ts';

const TURNS = `(max-height: 560px) and (not ${LESSON_COLUMN})`;

export const takesTurns = (): boolean => matchMedia(TURNS).matches;

export function useTurns(): boolean {
  return useMediaQuery(TURNS, undefined, { getInitialValueInEffect: false }) ?? false;
}

/** Who goes to another place, by a key say, sees it; a step that takes the page there is still to be read. */
export function useWorkOnMove(): void {
  useEffect(
    () =>
      cursorStore.subscribe(({ place, view, tab }, before) => {
        const moved = place !== before.place || view !== before.view || tab !== before.tab;
        if (moved && !lessonsStore.getState().entering) showWork();
      }),
    [],
  );
}

/** Folds the text away where it covers the work; at once, so that what is in the work can take the focus. */
export function showWork(): void {
  const { lesson, folded, fold } = lessonsStore.getState();
  if (lesson !== null && !folded && takesTurns()) flushSync(() => fold(true));
}
