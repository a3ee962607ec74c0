/** The page's own store of what notes earned. */
import { useStore } from 'zustand';
import { whenEquippedAnew } from '../../state/lab/equippedAnew.ts';
import { labStore } from '../../state/lab/lab.ts';
import { createNotesStore, isOfRun, type NotesState } from './createNotes.ts';

export const notesStore = createNotesStore(labStore);

whenEquippedAnew((id) =>
  notesStore.setState(({ results }) => ({
    results: Object.fromEntries(Object.entries(results).filter(([key]) => !isOfRun(key, id))),
  })),
);

/** Selects from it. */
export const useNotes = <T>(selector: (state: NotesState) => T): T => useStore(notesStore, selector);
