/** Imported runs that are played on with something else from now on: what was answered before is no answer any more. */
import { runsStore } from '../runs/runs.ts';

/** Calls `forget` with the id of each run from then on. */
export function whenEquippedAnew(forget: (runId: string) => void): void {
  runsStore.subscribe(({ runs }, { runs: before }) => {
    if (runs === before) return;
    for (const [id, run] of Object.entries(runs)) if (before[id] && before[id].playOn?.document !== run.playOn?.document) forget(id);
  });
}
