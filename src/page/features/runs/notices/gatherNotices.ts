/** The same notice may come with every step: those that differ in their numbers alone are counted, not repeated. */
import type { RunNotice } from '../../../state/runs/types.ts';

/** Iterations, epochs and measured values; not the digits of a name such as `agent2`. */
const NUMBERS = /(?<![\w-])\d+(\.\d+)?(e[+-]\d+)?/g;

/** A notice, as it last came, and how often it came. */
export interface GatheredNotice {
  readonly notice: RunNotice;
  readonly times: number;
}

/** Notices of one code and wording as one, those that came last first. */
export function gatherNotices(notices: readonly RunNotice[]): GatheredNotice[] {
  const gathered = new Map<string, GatheredNotice>();
  for (const notice of notices) {
    const key = `${notice.code} ${notice.message.replace(NUMBERS, '#')}`;
    const times = (gathered.get(key)?.times ?? 0) + 1;
    gathered.delete(key);
    gathered.set(key, { notice, times });
  }
  return [...gathered.values()].reverse();
}

/** Guards that held a run on its way; runs kept from earlier versions call it a warning. */
const GUARDS: ReadonlySet<string> = new Set(['kl_gate', 'early_stop']);

/** The one that is told in full: the newest. When the run is over, what has done its work is only counted. */
export function headline(gathered: readonly GatheredNotice[], ended: boolean): RunNotice | null {
  const told = ended ? gathered.filter(({ notice }) => notice.level === 'warning' && !GUARDS.has(notice.code)) : gathered;
  return told[0]?.notice ?? null;
}
