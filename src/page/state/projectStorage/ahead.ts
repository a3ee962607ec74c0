/**
 * The newest state of a project, written at once and ahead of the slower database, so that a tab that closes loses nothing:
 * one text a project in the browser's local storage. It is taken into the database when the page opens again. What is found
 * is as hostile as any file; a text that cannot be read is set aside under a key of its own.
 */
import { isFuture } from '../../../core/document/migrations.ts';
import { parseDocument } from '../../../core/document/parse.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { parseTeacherView, shortView, type TeacherView } from '../../../core/share/teach.ts';
import { fault, faultFrom, type Fault } from '../../../core/faults.ts';
import { projectFaults } from '../../../words/words.ts';
import type { KeptProject, ProjectCard } from './database.ts';
import { STORAGE_KEYS, type KeyedStorage, type TextStorage } from '../storage/storage.ts';

/** What is needed of the browser's storage. */
export type ProjectStorage = Pick<KeyedStorage, 'read' | 'write' | 'keys' | 'remove'>;

export interface AheadProject {
  readonly id: string;
  readonly document: ProjectDocument;
  readonly lesson: TeacherView | null;
  readonly changed: number;
  /** Revision of the database it was made from; null when nothing was kept there. */
  readonly revision: number | null;
  /** The tab that wrote it. */
  readonly by: string;
}

const PREFIX = `${STORAGE_KEYS.document}.`;
const keyOf = (id: string): string => PREFIX + id;
const ID = /^[\w-]{1,64}$/;

/** Whether it was written: a large document may not fit. What is older then stays only where the database may lack it. */
export function writeAhead(storage: ProjectStorage, { id, ...rest }: AheadProject, older: 'goes' | 'stays' = 'goes'): boolean {
  if (storage.write(keyOf(id), JSON.stringify(rest))) return true;
  if (older === 'goes') storage.remove(keyOf(id)); // it would be older than it claims
  return false;
}

/** Forgets it, once the database has it. */
export function dropAhead(storage: ProjectStorage, id: string): void {
  storage.remove(keyOf(id));
}

/** Forgets that state of it, once the database has it: neither a later one nor another tab's. */
export function dropAheadOf(storage: ProjectStorage, { id, by, changed }: Pick<AheadProject, 'id' | 'by' | 'changed'>): void {
  const { kept } = readAhead(storage, id);
  if (kept?.by === by && kept.changed <= changed) dropAhead(storage, id);
}

/** Ids of the projects with a text here. */
export function aheadIds(storage: ProjectStorage): string[] {
  return storage
    .keys(PREFIX)
    .map((key) => key.slice(PREFIX.length))
    .filter((id) => ID.test(id) && keyOf(id) !== STORAGE_KEYS.unreadable);
}

/**
 * What is written of a project; null when nothing is. Why a text cannot be read is returned; it is set aside, unless a newer
 * workbench wrote it.
 */
export function readAhead(storage: ProjectStorage, id: string): { readonly kept: AheadProject | null; readonly fault: Fault | null } {
  const text = storage.read(keyOf(id));
  if (text === null) return { kept: null, fault: null };
  try {
    const raw = record(JSON.parse(text));
    const document = parseDocument(raw['document']);
    const { changed, revision, by, lesson } = raw;
    return {
      kept: {
        id,
        document,
        lesson: lessonOf(lesson),
        changed: typeof changed === 'number' && Number.isFinite(changed) ? changed : 0,
        revision: typeof revision === 'number' ? revision : null,
        by: typeof by === 'string' ? by : '',
      },
      fault: null,
    };
  } catch (error) {
    const why = notJson(error);
    if (!isFuture(why)) {
      setAside(storage, text);
      storage.remove(keyOf(id));
    }
    return { kept: null, fault: why };
  }
}

/** A kept view; one that this version cannot use is no view, and the project stays whole. */
export function lessonOf(value: unknown): TeacherView | null {
  if (value === null || value === undefined) return null;
  try {
    return parseTeacherView(value);
  } catch {
    return null;
  }
}

/** Which of the two copies of a project counts; `both` were edited apart from each other. */
export function newerOf(
  ahead: AheadProject,
  card: Pick<ProjectCard, 'revision' | 'changed' | 'by'> | undefined,
): 'ahead' | 'kept' | 'both' {
  if (!card) return 'ahead';
  if (card.revision === ahead.revision) return ahead.changed > card.changed ? 'ahead' : 'kept';
  // One tab writes ahead first, so of its own two copies the later one counts.
  if (card.by === ahead.by) return ahead.changed > card.changed ? 'ahead' : 'kept';
  // Made from what the database has had and lost, as with the power.
  if ((ahead.revision ?? 0) > card.revision && ahead.changed > card.changed) return 'ahead';
  return 'both';
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function notJson(error: unknown): Fault {
  if (!(error instanceof SyntaxError)) return faultFrom(error);
  return fault(projectFaults, 'E_DOCUMENT_JSON', {}, { detail: error.message });
}

/** Keeps a text that could not be read, beside those that were set aside before. */
export function setAside(storage: TextStorage, text: string): void {
  const before = storage.read(STORAGE_KEYS.unreadable);
  if (before !== null && before !== text) {
    let number = 2;
    while (storage.read(`${STORAGE_KEYS.unreadable}.${number}`) !== null) number += 1;
    if (!storage.write(`${STORAGE_KEYS.unreadable}.${number}`, before)) return; // full: the older one stays
  }
  storage.write(STORAGE_KEYS.unreadable, text);
}

export interface RestoredPresent {
  /** The project to open; null when none is known. */
  readonly id: string | null;
  /** Its newest state, where it is known at once; otherwise it is in the database, or nowhere. */
  readonly kept: AheadProject | null;
  /** Why something that was kept could not be read. */
  readonly fault: Fault | null;
  /** A document as older versions kept the only one, to become a project. */
  readonly old: boolean;
}

/** What to open when the page opens: this tab's project before that of the tab closed last; an older version's before both. */
export function restorePresent(storage: ProjectStorage, tab: TextStorage, newId: () => string = freshId): RestoredPresent {
  const old = storage.read(STORAGE_KEYS.document);
  let why: Fault | null = null;
  if (old !== null) {
    try {
      const id = newId();
      return { id, kept: { id, document: parseDocument(old), lesson: null, changed: 0, revision: null, by: '' }, fault: null, old: true };
    } catch (error) {
      setAside(storage, old);
      storage.remove(STORAGE_KEYS.document);
      why = faultFrom(error);
    }
  }
  const id = [tab, storage].map((each) => each.read(STORAGE_KEYS.project)).find((each) => each !== null && ID.test(each)) ?? null;
  if (id === null) return { id: null, kept: null, fault: why, old: false };
  const ahead = readAhead(storage, id);
  // Nothing may be written in the place of a newer workbench's project.
  if (ahead.fault && isFuture(ahead.fault)) return { id: null, kept: null, fault: ahead.fault, old: false };
  return { id, kept: ahead.kept, fault: ahead.fault ?? why, old: false };
}

/** The same as the database has it. */
export function keptFrom({ id, document, lesson, changed, by }: AheadProject, revision: number): KeptProject {
  const text = JSON.stringify(document);
  const { name, team } = document;
  return {
    card: { id, name, changed, revision, by, removed: null, agents: team.agents.length, bytes: text.length },
    text,
    lesson: lesson && shortView(lesson),
  };
}

/** `Mine (copy)`, and of that `Mine (copy 2)`, and so on. */
export function copyName(name: string): string {
  const [, stem = name, number] = /^(.*) \(copy(?: (\d+))?\)$/s.exec(name) ?? [];
  const suffix = stem === name ? ' (copy)' : ` (copy ${Number(number ?? 1) + 1})`;
  return stem.slice(0, 200 - suffix.length) + suffix;
}

/** An id nobody else has. */
export function freshId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
