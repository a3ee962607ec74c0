/** The results table of a sweep while it goes on. */
import { Group, Loader, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useLibrary } from '../../../state/library/library.ts';
import { metricNames } from '../../../state/charts/manyRuns.ts';
import { GAP, text } from '../../../../words/words.ts';
import { curvesOf, groupsOf } from '../compare/model.ts';
import { ResultsTable } from '../compare/ResultsTable.tsx';
import { useColored } from '../compare/useColored.ts';
import { useCompared } from '../compare/useCompared.ts';
import { useListed } from '../list/useListed.ts';
import { worded } from '../../../../core/faults.ts';

const words = text.runs.compare;

export function SweepResults({ ids }: { readonly ids: readonly string[] }) {
  const all = useListed();
  const listing = useLibrary(({ status }) => status === 'loading');
  const chosen = useMemo(() => ids.flatMap((id) => all.find((run) => run.id === id) ?? []), [all, ids]);
  const { runs, pending, failed } = useCompared(chosen);
  const groups = useColored(
    useMemo(() => groupsOf(runs, true), [runs]),
    true,
    !listing && pending === 0,
  );
  const measured = useMemo(() => metricNames(curvesOf(groups).curves), [groups]);
  // Means of some of the runs would be taken for those of all.
  if (listing || pending > 0)
    return (
      <Group gap={6} role="status" py={6}>
        <Loader size="xs" />
        <Text size="sm">{words.loading(runs.length, listing ? ids.length : chosen.length)}</Text>
      </Group>
    );
  return (
    <>
      {failed.map(({ title, fault }) => (
        <Text key={title} size="sm" c="var(--mantine-color-error)" role="alert">
          {words.unreadable(title)}
          {GAP}
          {worded(fault).message}
        </Text>
      ))}
      {runs.length > 0 && <ResultsTable groups={groups} measured={measured} grouped />}
    </>
  );
}
