/** How far one agent is within the rollout under way. */
export interface AgentActivity {
  readonly role: string;
  readonly state: 'idle' | 'queued' | 'generating' | 'done';
  /** Messages finished and expected in this rollout; `total` is 0 where nobody knows how many there will be. */
  readonly done: number;
  readonly total: number;
  /** The end of what the agent says, or said last, in one episode under way, which stands for all; absent before. */
  readonly says?: string;
  /** Roles it waits for in that episode; absent where it waits for nobody there. */
  readonly waitsFor?: readonly string[];
}

/** Sampled tokens at the end of a message that are told while it grows: what there is room for on a node of the canvas. */
export const TOLD_TOKENS = 24;
