/** Remembers light or dark in this browser, where it can. */
import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import { browserStorage, STORAGE_KEYS } from '../../stores/storage.ts';

export const schemeManager: MantineColorSchemeManager = {
  get: (otherwise) => {
    const stored = browserStorage.read(STORAGE_KEYS.scheme);
    return isMantineColorScheme(stored) ? stored : otherwise;
  },
  set: (scheme) => {
    browserStorage.write(STORAGE_KEYS.scheme, scheme);
  },
  // Other tabs may look different: nothing to subscribe to.
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => {
    browserStorage.write(STORAGE_KEYS.scheme, '');
  },
};
