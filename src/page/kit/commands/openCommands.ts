/** Opening the palette and the list of keys; both are fetched when first wanted. */
import { createStore } from 'zustand/vanilla';

export const PALETTE_KEYS = 'mod+K';

interface Opened {
  /** How often each was asked for; another number is another request. */
  readonly palette: number;
  readonly keys: number;
  /** Whether the keys of commands are heard; they are fetched a moment after the page. */
  readonly ready: boolean;
  /** What was typed since the palette was asked for; null while its field hears for itself, or it is not open. */
  readonly typed: { readonly text: string; readonly entered: boolean } | null;
}

export const openedStore = createStore<Opened>(() => ({ palette: 0, keys: 0, ready: false, typed: null }));

export function openPalette(): void {
  openedStore.setState(({ palette }) => ({ palette: palette + 1, typed: { text: '', entered: false } }));
}

export function openKeys(): void {
  openedStore.setState(({ keys }) => ({ keys: keys + 1 }));
}
