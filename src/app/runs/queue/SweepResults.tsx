/** The results table of a sweep while it goes on. */
import { useMemo } from 'react';
import { metricNames } from '../../../stores/runs/manyRuns.ts';
import { curvesOf, groupsOf } from '../compare/model.ts';
import { ResultsTable } from '../compare/ResultsTable.tsx';
import { useCompared } from '../compare/useCompared.ts';
import { useListed } from '../list/useListed.ts';

export function SweepResults({ ids }: { readonly ids: readonly string[] }) {
  const all = useListed();
  const chosen = useMemo(() => ids.flatMap((id) => all.find((run) => run.id === id) ?? []), [all, ids]);
  const { runs } = useCompared(chosen);
  const groups = useMemo(() => groupsOf(runs, true), [runs]);
  const measured = useMemo(() => metricNames(curvesOf(groups)), [groups]);
  return runs.length > 0 ? <ResultsTable groups={groups} measured={measured} /> : null;
}
