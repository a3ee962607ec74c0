/** Whether all of the page's files are kept by this browser, so that it opens without network; `installed.tsx` finds out. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export const offlineStore = createStore<{ readonly kept: boolean }>(() => ({ kept: false }));

export const useKeptOffline = (): boolean => useStore(offlineStore, (state) => state.kept);
