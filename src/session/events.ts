/** What a session tells its host while it runs; the worker adds the run's id, the terminal prints. */
import type { AgentActivity } from '../core/episode/activity.ts';
import type { ConservationViolation } from '../core/credit/conservation.ts';
import type { IterationProgress } from '../core/episode/iterationProgress.ts';
import type { EpisodeRecord } from '../core/episode/records.ts';

export type SessionPhase = 'rollout' | 'credit' | 'update' | 'evaluate';

export type SessionEvent =
  | { readonly type: 'phase'; readonly phase: SessionPhase }
  | { readonly type: 'activity'; readonly agents: readonly AgentActivity[] }
  | { readonly type: 'progress'; readonly progress: IterationProgress }
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

/** What is said when credit made or lost reward: of the first violation, in numbers. */
export function conservationNotice(iteration: number, broken: readonly ConservationViolation[]): SessionEvent {
  const [first] = broken;
  const where = [
    first?.episode === undefined ? 'the batch' : `episode ${first.episode}`,
    ...(first?.message === undefined ? [] : [`message ${first.message}`]),
    ...(first?.token === undefined ? [] : [`token ${first.token}`]),
  ].join(', ');
  return {
    type: 'notice',
    level: 'warning',
    code: 'conservation',
    message: `Iteration ${iteration}: credit is not conserved in ${broken.length} places. The first: “${first?.identity}” in ${where} should be ${first?.expected.toPrecision(6)} and is ${first?.actual.toPrecision(6)}. A compat switch does this on purpose; otherwise it is a mistake of the workbench.`,
  };
}
