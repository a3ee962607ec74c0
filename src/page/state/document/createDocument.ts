/**
 * The document being edited, with undo. Every edit is a pure function of the document; undo is a list of its snapshots,
 * which share what did not change. Typing is one step per burst: edits with the same key in a row, with no pause.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { FaultError, type Fault } from '../../../core/faults.ts';

/** Snapshots kept; with structural sharing a thousand keystrokes' worth costs little. */
const MAX_UNDO = 1000;
/** A pause in typing after which the next keystroke is an undo step of its own. */
const BURST_PAUSE_MS = 1000;

export type Edit = (document: ProjectDocument) => ProjectDocument;

/** Why `after` may not follow `before`; null when it may. */
export type EditGuard = (before: ProjectDocument, after: ProjectDocument) => Fault | null;

/** A document with what Undo and Redo lead to. */
export interface DocumentHistory {
  readonly document: ProjectDocument;
  readonly past: readonly ProjectDocument[];
  readonly future: readonly ProjectDocument[];
}

export interface DocumentState extends DocumentHistory {
  /** What refuses edits; null where everything may be edited. */
  readonly guard: EditGuard | null;
  /** The newest edit that the guard refused, so that the page can say so wherever it came from. */
  readonly refused: Fault | null;
  /**
   * Applies an edit. Edits sharing a `burst` key, such as `prompt:solver`, join into one undo step while the burst lasts.
   * An edit that is refused changes nothing and returns why.
   */
  edit(edit: Edit, burst?: string): Fault | null;
  /** Ends the burst, for instance when a field loses the focus. */
  commitBurst(): void;
  undo(): void;
  redo(): void;
  /** Puts another document with its own history in place of this one: no edit, so Undo does not lead back. */
  switchTo(history: DocumentHistory, guard?: EditGuard | null): void;
}

/** A document store starting from `initial`; the page has one, `documentStore`. */
export function createDocumentStore(initial: ProjectDocument): StoreApi<DocumentState> {
  let openBurst: string | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const closeBurst = (): void => {
    openBurst = null;
    clearTimeout(pause);
  };
  const holdBurst = (burst: string | undefined): void => {
    closeBurst();
    if (burst === undefined) return;
    openBurst = burst;
    pause = setTimeout(closeBurst, BURST_PAUSE_MS);
  };

  return createStore<DocumentState>((set, get) => ({
    document: initial,
    past: [],
    future: [],
    guard: null,
    refused: null,

    edit: (edit, burst) => {
      const { document, past, guard } = get();
      let next: ProjectDocument;
      try {
        next = edit(document);
      } catch (error) {
        if (error instanceof FaultError) return error.fault;
        throw error;
      }
      if (next === document || sameContent(next, document)) return null;
      const refused = guard?.(document, next) ?? null;
      if (refused) {
        set({ refused });
        return refused;
      }
      const joins = burst !== undefined && burst === openBurst;
      holdBurst(burst);
      set({ document: next, past: joins ? past : [...past, document].slice(-MAX_UNDO), future: [] });
      return null;
    },
    commitBurst: closeBurst,
    undo: () => {
      closeBurst();
      const { document, past, future, guard } = get();
      const previous = past.at(-1);
      const refused = (previous && guard?.(document, previous)) ?? null;
      if (refused) set({ refused });
      else if (previous) set({ document: previous, past: past.slice(0, -1), future: [document, ...future] });
    },
    redo: () => {
      closeBurst();
      const { document, past, future, guard } = get();
      const [next, ...later] = future;
      const refused = (next && guard?.(document, next)) ?? null;
      if (refused) set({ refused });
      else if (next) set({ document: next, past: [...past, document], future: later });
    },
    switchTo: ({ document, past, future }, guard = null) => {
      closeBurst();
      set({ document, past, future, guard, refused: null });
    },
  }));
}

/** Whether two values are the same JSON. */
export function sameContent(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
