/** What runs are called in a list. */
import type { RunSet } from '../../stores/runs/types.ts';
import { inspectText } from '../text/en.inspect.ts';

/** Names by id: the recorded run by its project, live ones numbered as they began. */
export function runNames(order: readonly string[], runs: Readonly<Record<string, RunSet>>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let number = 0;
  for (const id of order) {
    const run = runs[id];
    if (!run) continue;
    if (run.origin === 'live') number += 1;
    const project = run.document.name;
    names.set(id, run.origin === 'recorded' ? inspectText.runs.recordedName(project) : inspectText.runs.name(project, number));
  }
  return names;
}
