/** What an agent said last in the run on screen. */
import { currentRun, type RunsState } from '../../stores/runs.ts';

/** The text of `role`'s last message of the newest kept episode; null when there is none. */
export function lastSaid(state: RunsState, role: string): string | null {
  const run = currentRun(state);
  if (!run) return null;
  const newest = Object.keys(run.episodes).reduce((most, key) => Math.max(most, Number(key)), -1);
  const episode = run.episodes[newest]?.at(-1);
  return episode?.messages.findLast((message) => message.role === role)?.text.trim() ?? null;
}
