/** What the store of projects offers, and what it needs of the rest of the page. */
import type { StoreApi } from 'zustand/vanilla';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { TeacherView } from '../../../core/share/teach.ts';
import type { Fault } from '../../../core/faults.ts';
import type { DocumentState } from '../document/document.ts';
import type { TextStorage } from '../storage/storage.ts';
import type { ProjectStorage, RestoredPresent } from '../projectStorage/ahead.ts';
import type { ProjectCard, ProjectDatabase } from '../projectStorage/database.ts';
import type { Tabs } from './tabs.ts';

/** Something the page tells a person. */
export type ProjectNews =
  /** The open project became a copy: it is open in another tab, or another tab kept it meanwhile. */
  | { readonly kind: 'copied'; readonly name: string }
  /** Another tab took the open project over. */
  | { readonly kind: 'yielded' }
  /** What was open last cannot be read; it stays as it is, and another project is open. */
  | { readonly kind: 'unreadable'; readonly fault: Fault }
  /** What is edited is kept nowhere but in this tab. */
  | { readonly kind: 'notKept' };

export interface ProjectsState {
  /** `unavailable`: projects live as long as this tab. */
  readonly status: 'loading' | 'ready' | 'unavailable';
  /** Id of the open project. */
  readonly present: string;
  /** A teacher's view of the open project; null where there is none. */
  readonly lesson: TeacherView | null;
  /** Whether another tab has the open project too; what is edited here becomes a copy. */
  readonly elsewhere: boolean;
  /** The kept projects, the one changed last first. */
  readonly cards: readonly ProjectCard[];
  /** Those that were deleted and can be brought back. */
  readonly removed: readonly ProjectCard[];
  readonly news: ProjectNews | null;
  /** Takes in what was written ahead, lists, and begins to keep. Never rejects. */
  start(): Promise<void>;
  /** Whether the open project is exactly as shipped: then it does not stay in the list when another is opened. */
  untouched(): boolean;
  /** A new project, open from now on; the one that was open stays as it is. */
  create(document: ProjectDocument, lesson?: TeacherView | null): string;
  /** Opens another project with its own history; why it cannot be read, if so. */
  open(id: string): Promise<Fault | null>;
  /** A copy under another name, not opened; null when there is no such project. Rejects where it cannot be read. */
  duplicate(id: string): Promise<string | null>;
  /** What is kept of it, as text; null when nothing is. */
  textOf(id: string): Promise<string | null>;
  rename(id: string, name: string): Promise<Fault | null>;
  /** Deletes it for as long as nobody restores it; of the open one, the project changed last opens in its place. */
  remove(id: string): Promise<void>;
  restore(id: string): Promise<void>;
  purge(id: string): Promise<void>;
  /** Sets or ends the teacher's view of the open project. */
  setLesson(lesson: TeacherView | null): void;
  /** Takes the open project from the other tab, as that one left it. */
  takeOver(): Promise<void>;
  /** Writes what waits to be written; what the database has not taken when the tab is gone is taken in at the next visit. */
  flush(): void;
  /** Resolves when everything written is in the database. */
  settled(): Promise<void>;
  /** Ends the autosave. */
  stop(): void;
}

export interface ProjectsHosts {
  readonly documents: StoreApi<DocumentState>;
  readonly restored: RestoredPresent;
  readonly database: ProjectDatabase;
  /** Whether the database outlives the tab. */
  readonly lasting: boolean;
  readonly storage: ProjectStorage;
  /** Storage of this tab alone. */
  readonly tab: TextStorage;
  readonly tabs: Tabs;
  /** Whether nothing that is kept may come on screen by itself (`storage/safeStart.ts`). */
  readonly safe?: boolean;
  /** A document to begin with where nothing is kept. */
  fresh(): ProjectDocument;
  /** Whether it is as it was shipped, so that nothing is lost with it. */
  shipped(document: ProjectDocument): boolean;
  now(): number;
}
