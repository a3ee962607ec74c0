/** How a person looks at an agent in the editor: never part of the document, and the same for every agent. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { browserStorage, STORAGE_KEYS } from '../../../../state/storage/storage.ts';

export interface AgentEditorState {
  /** Whether the preview is open; kept in this browser. */
  readonly preview: boolean;
  /** Where the others' words come from; what was recorded is used only while there is any. */
  readonly source: 'recorded' | 'demonstrated';
  /** Which problem, or which kept episode, from 0. */
  readonly at: number;
  /** Which message of the agent in the episode, from 0. */
  readonly message: number;
  /** Whether the focus is to move into the prompt. */
  readonly focusPrompt: boolean;
  set(part: Partial<Omit<AgentEditorState, 'set'>>): void;
}

export const agentEditorStore = createStore<AgentEditorState>()((set) => ({
  preview: browserStorage.read(STORAGE_KEYS.preview) !== 'closed',
  source: 'recorded',
  at: 0,
  message: 0,
  focusPrompt: false,
  set: (part) => {
    // Another problem has other messages.
    set({ ...('at' in part || 'source' in part ? { message: 0 } : {}), ...part });
    if (part.preview !== undefined) browserStorage.write(STORAGE_KEYS.preview, part.preview ? 'open' : 'closed');
  },
}));

/** Selects from how a person looks at an agent. */
export function useAgentEditor<T>(selector: (state: AgentEditorState) => T): T {
  return useStore(agentEditorStore, selector);
}
