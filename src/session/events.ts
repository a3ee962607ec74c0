/** What a session tells its host while it runs; the worker adds the run's id, the terminal prints. */
import { at } from '../core/at.ts';
import type { AgentActivity } from '../core/episode/activity.ts';
import type { ConservationViolation } from '../core/credit/conservation.ts';
import type { IterationProgress } from '../core/episode/iterationProgress.ts';
import type { EpisodeRecord } from '../core/episode/records.ts';
import { notice, type NoticeEvent } from './notice.ts';

export type SessionPhase = 'rollout' | 'credit' | 'update' | 'evaluate';

export type SessionEvent =
  | { readonly type: 'phase'; readonly phase: SessionPhase }
  | { readonly type: 'activity'; readonly agents: readonly AgentActivity[] }
  | { readonly type: 'progress'; readonly progress: IterationProgress }
  | NoticeEvent;

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

/** What is said when credit made or lost reward, as `broken` tells. */
export const conservationNotice = (iteration: number, broken: readonly ConservationViolation[]): SessionEvent =>
  notice('warning', 'conservation', { iteration, places: broken.length, first: at(broken, 0, 'violation') });
