/** How far one agent is within the rollout under way. */
export interface AgentActivity {
  readonly role: string;
  readonly state: 'idle' | 'queued' | 'generating' | 'done';
  /** Messages finished and expected in this rollout. */
  readonly done: number;
  readonly total: number;
}
