/** Opening the palette and the list of keys; both are fetched when first wanted. */
import { createStore } from 'zustand/vanilla';

/** How often each was asked for; another number is another request. */
export const openedStore = createStore(() => ({ palette: 0, keys: 0 }));

export function openPalette(): void {
  openedStore.setState(({ palette }) => ({ palette: palette + 1 }));
}

export function openKeys(): void {
  openedStore.setState(({ keys }) => ({ keys: keys + 1 }));
}
