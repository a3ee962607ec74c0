/** Whether the window is too narrow for two columns side by side. */
import { useMediaQuery } from '@mantine/hooks';

/** Below this width two columns would be too narrow to work in. */
const STACKED = '(max-width: 1023px)';

export function useStacked(): boolean {
  return useMediaQuery(STACKED, undefined, { getInitialValueInEffect: false }) ?? false;
}
