/** Remembers light or dark in this browser, where it can. */
import { isMantineColorScheme, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import { browserStorage, STORAGE_KEYS } from '../../state/storage/storage.ts';

let follow: ((scheme: MantineColorScheme) => void) | null = null;

export const schemeManager: MantineColorSchemeManager = {
  get: (otherwise) => {
    const stored = browserStorage.read(STORAGE_KEYS.scheme);
    return isMantineColorScheme(stored) ? stored : otherwise;
  },
  set: (scheme) => {
    browserStorage.write(STORAGE_KEYS.scheme, scheme);
  },
  // Other tabs may look different: only the command of this one is followed.
  subscribe: (onUpdate) => {
    follow = onUpdate;
  },
  unsubscribe: () => {
    follow = null;
  },
  clear: () => {
    browserStorage.write(STORAGE_KEYS.scheme, '');
  },
};

/** Takes the other colours than those on screen now, and remembers them. */
export function switchScheme(): void {
  const next = document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'light' : 'dark';
  schemeManager.set(next);
  follow?.(next);
}
