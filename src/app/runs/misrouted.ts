/** How much of what an orchestrator said could not be followed: such a message ends the turn, and nobody is called. */
import type { RunSet } from '../../stores/runs/types.ts';

export interface Misrouted {
  readonly iteration: number;
  /** Shares of the orchestrator's messages: without a tag, and with a name that nobody on duty has. */
  readonly untagged: number;
  readonly unknown: number;
}

/** From this share on the team hardly works as one. */
const WORTH_SAYING = 0.5;

/** Of the newest iteration; null without an orchestrator, or when most of its messages can be followed. */
export function misrouted({ metrics }: Pick<RunSet, 'metrics'>): Misrouted | null {
  const row = metrics.findLast((held) => (held['routing/orchestrator_calls'] ?? 0) > 0);
  const calls = row?.['routing/orchestrator_calls'];
  if (!row || !calls) return null;
  const untagged = (row['routing/no_tag'] ?? 0) / calls;
  const unknown = (row['routing/unknown_role'] ?? 0) / calls;
  return untagged + unknown >= WORTH_SAYING ? { iteration: row.iteration ?? 0, untagged, unknown } : null;
}
