/** Remembers panel sizes in this browser, where it can. */
import type { LayoutStorage } from 'react-resizable-panels';
import { browserStorage, STORAGE_KEYS } from '../../stores/storage.ts';

export const layoutStorage: LayoutStorage = {
  getItem: (key) => browserStorage.read(`${STORAGE_KEYS.layout}.${key}`),
  setItem: (key, value) => {
    browserStorage.write(`${STORAGE_KEYS.layout}.${key}`, value);
  },
};
