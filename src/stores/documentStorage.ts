/**
 * Keeps the document in the browser between visits. What is found there is as hostile as any file; a text that cannot
 * be read is put aside under a key of its own, so that nothing is lost.
 */
import type { StoreApi } from 'zustand/vanilla';
import { parseDocument } from '../core/document/parse.ts';
import type { ProjectDocument } from '../core/document/schema.ts';
import { faultFrom, type Fault } from '../core/faults.ts';
import type { DocumentState } from './document.ts';
import { STORAGE_KEYS, type TextStorage } from './storage.ts';

const AUTOSAVE_DELAY_MS = 400;

export interface Restored {
  /** Null when nothing is kept or it could not be read. */
  readonly document: ProjectDocument | null;
  /** Why what is kept could not be read. */
  readonly fault: Fault | null;
}

/** The document kept in `storage`; an unreadable one is set aside first. */
export function restoreDocument(storage: TextStorage): Restored {
  const kept = storage.read(STORAGE_KEYS.document);
  if (kept === null) return { document: null, fault: null };
  try {
    return { document: parseDocument(kept), fault: null };
  } catch (error) {
    storage.write(STORAGE_KEYS.unreadable, kept);
    return { document: null, fault: faultFrom(error) };
  }
}

export interface Autosave {
  /** Writes at once what is still waiting to be written. */
  flush(): void;
  stop(): void;
}

/** Writes the document a little after each edit; `onFailure` is called once, when the browser refuses to keep it. */
export function autosave(store: StoreApi<DocumentState>, storage: TextStorage, onFailure: () => void): Autosave {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let failed = false;

  const flush = (): void => {
    if (waiting === undefined) return;
    clearTimeout(waiting);
    waiting = undefined;
    const kept = storage.write(STORAGE_KEYS.document, JSON.stringify(store.getState().document));
    if (!kept && !failed) onFailure();
    failed = !kept;
  };
  const unsubscribe = store.subscribe((state, previous) => {
    if (state.document === previous.document) return;
    clearTimeout(waiting);
    waiting = setTimeout(flush, AUTOSAVE_DELAY_MS);
  });
  return {
    flush,
    stop: () => {
      flush();
      unsubscribe();
    },
  };
}
