/**
 * What is of the moment on the team canvas: which agents and connections are selected, whose name is being edited, which
 * turn's connections are shown, and what was done last, for those who hear the page. The document knows none of it.
 */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Edge } from '../../../../core/document/schema.ts';
import type { Cursor } from '../../../state/address/cursor.ts';

export interface CanvasState {
  /** Roles selected together; they count while the cursor's agent is among them ({@link selectedRoles}). */
  readonly roles: readonly string[];
  readonly edges: readonly Edge[];
  /** The agent whose role is being edited on the canvas. */
  readonly renaming: string | null;
  /** The turn a person chose, and the message that was being read then: another message is shown in its own turn. */
  readonly turn: { readonly turn: number; readonly at: string } | null;
  /** What was done last, as a sentence; `count` tells two equal ones apart. */
  readonly said: { readonly message: string; readonly count: number };
  select(roles: readonly string[]): void;
  selectEdges(edges: readonly Edge[]): void;
  rename(role: string | null): void;
  showTurn(turn: number, at: string): void;
  /** Tells those who hear the page what happened. */
  say(message: string): void;
}

/** A canvas store; the page has one, {@link canvasStore}. */
export function createCanvasStore(): StoreApi<CanvasState> {
  return createStore<CanvasState>((set, get) => ({
    roles: [],
    edges: [],
    renaming: null,
    turn: null,
    said: { message: '', count: 0 },
    select: (roles) => set({ roles }),
    selectEdges: (edges) => set({ edges }),
    rename: (renaming) => set({ renaming }),
    showTurn: (turn, at) => set({ turn: { turn, at } }),
    say: (message) => set({ said: { message, count: get().said.count + 1 } }),
  }));
}

/** The page's canvas. */
export const canvasStore = createCanvasStore();

/** Selects from the page's canvas. */
export function useCanvas<T>(selector: (state: CanvasState) => T): T {
  return useStore(canvasStore, selector);
}

/**
 * The selected agents of a team, in its order. Whoever moves the cursor elsewhere has selected that agent alone, so that
 * every panel that knows the cursor agrees with the canvas.
 */
export function selectedRoles(
  agents: readonly { readonly role: string }[],
  cursorRole: string | null,
  together: readonly string[],
): readonly string[] {
  if (cursorRole === null) return [];
  const chosen = together.includes(cursorRole) ? together : [cursorRole];
  return agents.flatMap(({ role }) => (chosen.includes(role) ? role : []));
}

/** What is being read, as one word: a chosen turn holds as long as it stays. */
export function readingAt({ iteration, episode, message }: Pick<Cursor, 'iteration' | 'episode' | 'message'>): string {
  return `${iteration} ${episode} ${message}`;
}
