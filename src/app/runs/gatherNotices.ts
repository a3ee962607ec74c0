/** The same notice may come with every iteration: equal ones are counted, not repeated. */
import type { RunNotice } from '../../stores/runs/types.ts';

/** A notice, as it last came, and how often it came. */
export interface GatheredNotice {
  readonly notice: RunNotice;
  readonly times: number;
}

/** Equal notices (code and message) as one, those that came last first. */
export function gatherNotices(notices: readonly RunNotice[]): GatheredNotice[] {
  const gathered = new Map<string, GatheredNotice>();
  for (const notice of notices) {
    const key = `${notice.code} ${notice.message}`;
    const times = (gathered.get(key)?.times ?? 0) + 1;
    gathered.delete(key);
    gathered.set(key, { notice, times });
  }
  return [...gathered.values()].reverse();
}
