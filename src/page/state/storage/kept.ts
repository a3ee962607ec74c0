/**
 * A person's work in the browser's local storage, one text a thing: lessons, tries at the final test, challenges, pins,
 * demonstrations, the queue of runs, and which code was agreed to.
 *
 * Each text is JSON. One that says no version is of version 1, as every release has written it; a later version will be an object with
 * a `version` of its own. Two builds may stand at one address (a tab that was open before an update, a service worker), so a text of a
 * newer version is left exactly as it is: it is not read, nothing is written over it, and what is changed here lives as long as the tab.
 * A text that is damaged is set aside as `<key>.unreadable` before anything is written in its place. The person is told of both.
 *
 * Whoever adds to what is written: entries that a build does not understand, by id or in a list, it writes back as they were
 * ({@link recordIn}, {@link listIn}). A field within an entry that it does understand is lost with its next write, and so is a value
 * where it knows others; where that would be a loss, raise the version.
 *
 * Consent is kept so as well, and fails closed: whatever is not read was not agreed to, so that code is asked about anew.
 *
 * Not kept so, because nothing that a person made is lost where a build does not understand it and writes its own: layout and split,
 * scheme, language, backend and the measurements it was chosen by, speeds, charts, colours of compared runs (`runSlots`), place, preview,
 * which changes and hints were seen, and the chosen server's address are asked or measured again, or chosen with a click; `project` and
 * `shown` only say what to open first, and what is in the tab's own storage is gone with the tab. Projects carry the version of their
 * document, studies their own.
 */
import { isRecord } from '../../../core/isRecord.ts';
import type { KeptThing } from '../../../words/words.ts';
import { tellDamaged, tellNewer } from './keptNews.ts';
import type { TextStorage } from './storage.ts';

/** Newest version that this build reads, of each of them. */
const READS = 1;

/** Lists where nothing is said. */
const RECORDS: ReadonlySet<KeptThing> = new Set(['lessons', 'challenges', 'queue', 'consent']);

export interface KeptText {
  /** The text, where this build reads it. */
  read(): string | null;
  /** Whether it was written: never over what a newer workbench wrote, nor over what could not be set aside. */
  write(text: string): boolean;
  /** Whether what is there is a newer workbench's. */
  isNewer(): boolean;
}

/** What lies under `key`; `most` characters are read. */
export function keptText(storage: TextStorage, key: string, what: KeptThing, most = Number.POSITIVE_INFINITY): KeptText {
  /** Null where the text is damaged. */
  const versionOf = (text: string): number | null => {
    const value = text.length > most ? undefined : jsonIn(text);
    if (isRecord(value) && 'version' in value) return Number.isInteger(value['version']) ? Number(value['version']) : null;
    return (RECORDS.has(what) ? isRecord(value) : Array.isArray(value)) ? 1 : null;
  };
  /** `taken`: this build may write in its place. */
  const look = (): { readonly text: string | null; readonly newer: boolean; readonly taken: boolean } => {
    const text = storage.read(key);
    if (text === null) return { text, newer: false, taken: true };
    const version = versionOf(text);
    if (version !== null && version > READS) {
      tellNewer(what, version, READS);
      return { text: null, newer: true, taken: false };
    }
    if (version !== null) return { text, newer: false, taken: true };
    const aside = setAside(storage, key, text);
    tellDamaged(what, aside ?? key);
    return { text: null, newer: false, taken: aside !== null };
  };
  return {
    read: () => look().text,
    write: (text) => look().taken && storage.write(key, text),
    isNewer: () => look().newer,
  };
}

/** Keeps a text that could not be read; the key it is under, null where there is no room. */
function setAside(storage: TextStorage, key: string, text: string): string | null {
  for (let number = 1; ; number += 1) {
    const aside = `${key}.unreadable${number === 1 ? '' : `.${number}`}`;
    const there = storage.read(aside);
    if (there === text) return aside;
    if (there === null) return storage.write(aside, text) ? aside : null;
  }
}

/** The record that a text is; an empty one where it is none. */
export function recordIn(text: string | null): Readonly<Record<string, unknown>> {
  const value = text === null ? null : jsonIn(text);
  return isRecord(value) ? value : {};
}

/** The list that a text is; an empty one where it is none. */
export function listIn(text: string | null): readonly unknown[] {
  const value: unknown = text === null ? null : jsonIn(text);
  return Array.isArray(value) ? value : [];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // cut off, or not ours
  }
}
