/** Which of the dialogues about projects is open; commands and the menu open them. */
import { createStore } from 'zustand/vanilla';

export type ProjectDialogue =
  | 'new'
  | 'projects'
  | 'share'
  | 'gallery'
  | 'teach'
  | 'profiles'
  | 'cluster'
  | 'verifiers'
  | 'teamIn'
  | 'basesIn';

export interface DialoguesState {
  readonly open: ProjectDialogue | null;
  show(dialogue: ProjectDialogue | null): void;
}

export const dialoguesStore = createStore<DialoguesState>((set) => ({
  open: null,
  show: (open) => set({ open }),
}));

export const showDialogue = (dialogue: ProjectDialogue | null): void => dialoguesStore.getState().show(dialogue);
