/**
 * The browser's storage, which may be missing, forbidden or full. Callers get a plain answer instead of an exception and
 * decide what to tell the person.
 */

import { safeStart } from './safeStart.ts';

export interface TextStorage {
  /** The stored text, or null when there is none or it cannot be read. */
  read(key: string): string | null;
  /** Whether the text was stored. */
  write(key: string, text: string): boolean;
}

/** A storage whose entries can be listed and taken away. */
export interface KeyedStorage extends TextStorage {
  /** Keys that begin with `prefix`. */
  keys(prefix: string): string[];
  remove(key: string): void;
  /** Forgets what is kept under keys that begin with `prefix`. */
  forget(prefix: string): void;
}

/** Keys of everything the page keeps in the browser, but studies (`features/study/createStudy.ts`). */
export const STORAGE_KEYS = {
  /** Where older versions kept the one project there was; `….<id>` is what is newest of a project (`state/projectStorage/ahead.ts`). */
  document: 'marft-workbench.document',
  /** Id of the project open last; in the tab's own storage, of the one open there. */
  project: 'marft-workbench.project',
  /** A stored document that could not be read; kept so that nothing is lost. */
  unreadable: 'marft-workbench.document.unreadable',
  layout: 'marft-workbench.layout',
  /** Id of the run that was on screen last, empty for a recorded one; in the tab's own storage, of the one there (`library.ts`). */
  shown: 'marft-workbench.shown',
  /** Which place of the page was open (`cursor.ts`). */
  place: 'marft-workbench.place',
  scheme: 'marft-workbench.scheme',
  language: 'marft-workbench.language',
  /** That the line for newcomers was closed. */
  newHere: 'marft-workbench.newHere',
  backend: 'marft-workbench.backend',
  /** The server that trains policies; `null` where this computer does (`served/chosen.ts`). */
  server: 'marft-workbench.server',
  /** SHA-256 of environment code that may run (`consent.ts`). */
  consent: 'marft-workbench.consent',
  measurements: 'marft-workbench.measurements',
  /** Runs waiting to be trained (`queue.ts`). */
  queue: 'marft-workbench.queue',
  /** Operations a second of earlier runs (`speeds.ts`). */
  speeds: 'marft-workbench.speeds',
  /** How the curves are looked at (`chartView.ts`). */
  charts: 'marft-workbench.charts',
  /** Which place in the palette each compared run has (`runSlots.ts`). */
  runSlots: 'marft-workbench.runSlots',
  /** Pinned episodes, by run (`pins.ts`). */
  pins: 'marft-workbench.pins',
  /** Demonstrations kept for a warm start, by environment (`demonstrations.ts`). */
  demonstrations: 'marft-workbench.demonstrations',
  /** Lessons: which is open, and how far each was taken (`lessons/kept.ts`). */
  lessons: 'marft-workbench.lessons',
  /** Challenges: cases that are closed, and what was asked in the open ones (`core/challenges/progress.ts`). */
  challenges: 'marft-workbench.challenges',
  /** In the tab's own storage, that the page was loaded again once to be isolated (`shell/offline/`). */
  isolating: 'marft-workbench.isolating',
  /** In the tab's own storage, what a reload takes of a warm start (`engine/warmNote.ts`). */
  warming: 'marft-workbench.warming',
  /** Whether the agent editor shows its preview. */
  preview: 'marft-workbench.preview',
  /** Which changes were seen (`features/changes`). */
  changes: 'marft-workbench.changes',
} as const;

/** Wraps a `Storage`; `obtain` may throw, as reading `window.localStorage` does when storage is forbidden. */
export function guardedStorage(obtain: () => Storage | undefined): KeyedStorage {
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      const storage = obtain();
      return storage ? work(storage) : otherwise;
    } catch {
      return otherwise; // forbidden or full: the caller sees null or false
    }
  };
  return {
    read: (key) => attempt((storage) => storage.getItem(key), null),
    write: (key, text) =>
      attempt((storage) => {
        storage.setItem(key, text);
        return true;
      }, false),
    keys: (prefix) => attempt((storage) => Object.keys(storage).filter((key) => key.startsWith(prefix)), []),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    forget: (prefix) =>
      attempt((storage) => {
        for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
      }, undefined),
  };
}

/** What is forgotten with the page. */
export function forgetfulStorage(): KeyedStorage {
  const kept = new Map<string, string>();
  const keys = (prefix: string) => [...kept.keys()].filter((key) => key.startsWith(prefix));
  return {
    read: (key) => kept.get(key) ?? null,
    write: (key, text) => {
      kept.set(key, text);
      return true;
    },
    keys,
    remove: (key) => void kept.delete(key),
    forget: (prefix) => {
      for (const key of keys(prefix)) kept.delete(key);
    },
  };
}

/** Of the browser, but in a safe start: that reads nothing, and leaves what is there as it is. */
const storageOf = (obtain: (page: Window) => Storage): KeyedStorage =>
  safeStart ? forgetfulStorage() : guardedStorage(() => (typeof window === 'undefined' ? undefined : obtain(window)));

/** This browser's local storage. */
export const browserStorage = storageOf((page) => page.localStorage);

/** What lives as long as this tab, reloads included. */
export const tabStorage = storageOf((page) => page.sessionStorage);

/** Whether anything can be kept in this browser, tried once. */
export function storageWorks(storage: TextStorage = browserStorage): boolean {
  return storage.write('marft-workbench.probe', '1') && storage.read('marft-workbench.probe') === '1';
}
