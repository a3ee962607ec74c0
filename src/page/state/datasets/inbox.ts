/** A file of rows that was dropped or opened anywhere, until the data set's panel takes it. */
import { createStore } from 'zustand/vanilla';

export interface InboxState {
  readonly file: File | null;
  give(file: File): void;
  /** The file that waits, which is the taker's from now on; null when there is none. */
  take(): File | null;
}

export const datasetInbox = createStore<InboxState>((set, get) => ({
  file: null,
  give: (file) => set({ file }),
  take: () => {
    const { file } = get();
    if (file) set({ file: null });
    return file;
  },
}));
