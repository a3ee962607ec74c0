/** What a session tells its host while it runs; the worker adds the run's id, the terminal prints. */
import type { AgentActivity } from '../core/episode/activity.ts';
import type { EpisodeRecord } from '../core/episode/records.ts';

export type SessionPhase = 'rollout' | 'credit' | 'update' | 'evaluate';

export type SessionEvent =
  | { readonly type: 'phase'; readonly phase: SessionPhase }
  | { readonly type: 'activity'; readonly agents: readonly AgentActivity[] }
  | { readonly type: 'notice'; readonly level: 'info' | 'warning'; readonly code: string; readonly message: string };

export type MetricsRow = Readonly<Record<string, number>>;

export interface IterationResult {
  /** Completed iterations, this one included. */
  readonly iteration: number;
  readonly metrics: MetricsRow;
  readonly timing: MetricsRow;
  readonly episodes: readonly EpisodeRecord[];
  /** Whether a checkpoint is to be made: one is due, or the team is the best yet. */
  readonly checkpoint: boolean;
}
