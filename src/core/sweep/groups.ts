/** Runs that differ in nothing but the seed belong together: what a comparison averages over. */
import type { ProjectDocument } from '../document/schema.ts';

export interface GroupedRun {
  readonly id: string;
  readonly document: ProjectDocument;
  /** The run and the iteration it was forked from; null for one that began afresh. */
  readonly parent: { readonly run: string; readonly iteration: number } | null;
}

/**
 * Groups in the order their first run is in. What is only for display does not separate runs, nor do settings of the warm start,
 * which no run reads; where a run was forked from does.
 */
export function groupBySeed<Run extends GroupedRun>(runs: readonly Run[]): readonly (readonly Run[])[] {
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    const key = keyOf(run);
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()];
}

function keyOf({ document: { team, environment, training }, parent }: GroupedRun): string {
  const { file: _file, ...task } = environment;
  const agents = team.agents.map(({ label: _label, ...agent }) => agent);
  const { seed: _seed, ...settings } = training;
  return JSON.stringify([{ ...team, agents }, task, settings, parent && [parent.run, parent.iteration]]);
}

/**
 * Iterations to add to each run's own so that a fork's curve begins where its parent stood. A fork that goes on exactly counts
 * on from there by itself; one that began with the parent's adapters has a row of its beginning, iteration 0, and counts anew.
 */
export function offsetsOf(
  runs: readonly { readonly id: string; readonly parent: GroupedRun['parent']; readonly firstIteration: number | null }[],
): ReadonlyMap<string, number> {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const offsets = new Map<string, number>();
  const offsetOf = (id: string, seen: ReadonlySet<string>): number => {
    const run = byId.get(id);
    if (!run?.parent || seen.has(id)) return 0;
    const before = offsetOf(run.parent.run, new Set(seen).add(id));
    return before + (run.firstIteration === 0 ? run.parent.iteration : 0);
  };
  for (const { id } of runs) offsets.set(id, offsetOf(id, new Set()));
  return offsets;
}
