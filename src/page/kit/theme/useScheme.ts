/** Light or dark as it is drawn now, system preference resolved. */
import { useComputedColorScheme } from '@mantine/core';
import type { Scheme } from './agentColors.ts';

export function useScheme(): Scheme {
  return useComputedColorScheme('light', { getInitialValueInEffect: false });
}
