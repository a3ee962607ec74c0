/** Whether the window is too narrow for two columns side by side. */
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

/** Below this width two columns would be too narrow to work in. */
const STACKED = '(max-width: 1023px)';

/** Paper is narrow too, but what is laid out anew for it would be printed before it is there: it stays as it is on the screen. */
export function useStacked(): boolean {
  const narrow = useMediaQuery(STACKED, undefined, { getInitialValueInEffect: false }) ?? false;
  const [stacked, setStacked] = useState(narrow);
  if (stacked === narrow || matchMedia('print').matches) return stacked;
  setStacked(narrow);
  return narrow;
}
