/** What the form of training settings shows: the words looked for, and the setting somebody asked for. Never part of the document. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { cursorStore } from '../address/cursor.ts';

export interface SettingsView {
  readonly words: string;
  readonly changedOnly: boolean;
  /** Id of the setting that is to take the focus once it is on screen; `search` is the search itself, null nobody. */
  readonly wanted: string | null;
}

export const settingsViewStore = createStore<SettingsView>()(() => ({ words: '', changedOnly: false, wanted: null }));

/** Opens the settings at one of them, whatever was looked for. */
export function goToSetting(id: string): void {
  settingsViewStore.setState({ words: '', changedOnly: false, wanted: id });
  cursorStore.getState().move({ place: 'training', tab: 'settings' });
}

/** Opens the settings with the focus in their search. */
export function findASetting(): void {
  settingsViewStore.setState({ wanted: 'search' });
  cursorStore.getState().move({ place: 'training', tab: 'settings' });
}

/** Selects from the view. */
export function useSettingsView<T>(selector: (view: SettingsView) => T): T {
  return useStore(settingsViewStore, selector);
}
