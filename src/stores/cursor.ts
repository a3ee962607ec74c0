/**
 * The one cursor every panel follows: which agent is being edited, and which iteration, episode, message and token are
 * being read. It is where a person looks, never part of the document or of a run.
 */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The editing panels beside the canvas. */
export type Panel = 'agent' | 'environment' | 'training' | 'warmStart' | 'engine';

export interface Cursor {
  /** Role of the selected agent. */
  readonly role: string | null;
  /** Iteration being read; null follows the newest. */
  readonly iteration: number | null;
  /** Number of the episode within the iteration. */
  readonly episode: number | null;
  /** Index into the episode's messages. */
  readonly message: number | null;
  /** Index of a response token within the message. */
  readonly token: number | null;
  readonly panel: Panel;
}

export interface CursorState extends Cursor {
  /** Moves the cursor; whatever lies below a moved part starts over (another episode has other messages). */
  move(part: Partial<Cursor>): void;
}

const NOWHERE: Cursor = { role: null, iteration: null, episode: null, message: null, token: null, panel: 'agent' };

/** A cursor store; the page has one, {@link cursorStore}. */
export function createCursorStore(): StoreApi<CursorState> {
  return createStore<CursorState>((set) => ({
    ...NOWHERE,
    move: (part) =>
      set({
        ...('iteration' in part ? { episode: null, message: null, token: null } : {}),
        ...('episode' in part ? { message: null, token: null } : {}),
        ...('message' in part ? { token: null } : {}),
        ...part,
      }),
  }));
}

/** The page's cursor. */
export const cursorStore = createCursorStore();

/** Selects from the page's cursor. */
export function useCursor<T>(selector: (state: CursorState) => T): T {
  return useStore(cursorStore, selector);
}
