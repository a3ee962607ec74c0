/** Whether the window is too narrow for two columns side by side, beside a lesson if one is open. */
import { useMediaQuery } from '@mantine/hooks';
import { useLayoutEffect, useState } from 'react';
import { useLessonOpen } from '../../state/lessons/open.ts';

/** Below this width two columns would be too narrow to work in. */
const STACKED = '(max-width: 1023px)';

/** From here on a lesson has a column of its own, which leaves two others room to work in; below, it stands at the foot of the window, and the panels one under another. */
export const LESSON_COLUMN = '(min-width: 1240px)';

/** Paper is narrow too, but what is laid out anew for it would be printed before it is there: it stays as it is on the screen. */
export function useStacked(): boolean {
  const small = useMediaQuery(STACKED, undefined, { getInitialValueInEffect: false }) ?? false;
  const column = useMediaQuery(LESSON_COLUMN, undefined, { getInitialValueInEffect: false }) ?? true;
  const lesson = useLessonOpen();
  const narrow = small || (lesson && !column);
  const [stacked, setStacked] = useState(narrow);
  if (stacked === narrow || matchMedia('print').matches) return stacked;
  setStacked(narrow);
  return narrow;
}

/** Tells the styles of the panels: in a stacked page it is the window that scrolls. */
export function useStackedStyles(stacked: boolean): void {
  useLayoutEffect(() => void document.documentElement.toggleAttribute('data-stacked', stacked), [stacked]);
}
