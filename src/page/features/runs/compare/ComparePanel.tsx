/** The chosen runs side by side: what differs, what came of it, and their curves. */
import { Button, Group, Loader, MultiSelect, Select, Stack, Switch, Text, Title } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { chartViewStore } from '../../../state/charts/chartView.ts';
import { metricNames } from '../../../state/charts/manyRuns.ts';
import { runsViewStore, useRunsView } from '../../../state/runsView/runsView.ts';
import { unitOfRuns } from '../../../kit/charts/metricTitle.ts';
import { ManyRunsChart } from '../../../kit/charts/manyRuns/ManyRunsChart.tsx';
import { GAP, text } from '../../../../words/words.ts';
import { type ListedRun, newestSweep } from '../list/listed.ts';
import { useListed } from '../list/useListed.ts';
import styles from './compare.module.css';
import { DiffTable } from './DiffTable.tsx';
import { metricLabel } from './metricLabel.ts';
import { type Alignment, ALIGNMENTS } from './alignment.ts';
import { curvesOf, groupsOf, isImported, matchesOf, usualMetrics } from './model.ts';
import { ResultsTable } from './ResultsTable.tsx';
import { useColored } from './useColored.ts';
import { useCompared } from './useCompared.ts';
import { worded } from '../../../../core/faults.ts';

const words = text.runs.compare;

export function ComparePanel() {
  const selected = useRunsView((state) => state.selected);
  const all = useListed();
  const chosen = useMemo(
    () => (selected.length === 0 ? newestSweep(all) : selected.flatMap((id) => all.find((run) => run.id === id) ?? [])),
    [selected, all],
  );
  if (chosen.length < 2)
    return (
      <Stack align="center" gap={6} p="xl" role="status">
        <Text size="sm" fw={600}>
          {words.none}
        </Text>
        <Text size="sm" c="dimmed">
          {words.noneHint}
        </Text>
        <Button variant="default" onClick={() => runsViewStore.getState().set({ tab: 'list' })}>
          {words.toList}
        </Button>
      </Stack>
    );
  return (
    <Stack gap="xs">
      {selected.length === 0 && (
        <Group gap={8}>
          <Text size="sm" c="dimmed">
            {words.newest(chosen[0]?.sweep?.name ?? '')}
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => runsViewStore.getState().set({ tab: 'list' })}>
            {words.toList}
          </Button>
        </Group>
      )}
      <Comparison chosen={chosen} />
    </Stack>
  );
}

function Comparison({ chosen }: { readonly chosen: readonly ListedRun[] }) {
  const { runs, pending, failed } = useCompared(chosen);
  const grouped = useRunsView((state) => state.grouped);
  const highlighted = useRunsView((state) => state.highlighted);
  const drawn = useRunsView((state) => state.metrics);
  const { set } = runsViewStore.getState();
  const groups = useColored(
    useMemo(() => groupsOf(runs, grouped), [runs, grouped]),
    grouped,
    pending === 0,
  );
  const by = useRunsView((state) => state.alignment);
  const { curves, left } = useMemo(() => curvesOf(groups, by), [groups, by]);
  const matches = useMemo(() => matchesOf(runs), [runs]);
  useOwnZoom(by);
  const measured = useMemo(() => metricNames(curvesOf(groups).curves), [groups]);
  const metrics = drawn ?? usualMetrics(runs, measured);
  // By what other trainers measured, their files do not say.
  const measuredHere = useMemo(() => runs.filter((run) => !isImported(run)).map(({ run }) => run), [runs]);
  return (
    <Stack gap="md">
      <Group gap="md">
        <Switch
          label={words.grouped}
          title={words.groupedHelp}
          checked={grouped}
          onChange={({ currentTarget }) => set({ grouped: currentTarget.checked })}
        />
        {pending > 0 && (
          <Group gap={6} role="status">
            <Loader size="xs" />
            <Text size="xs">{words.loading(runs.length, chosen.length)}</Text>
          </Group>
        )}
      </Group>
      {failed.map(({ title, fault }) => (
        <Text key={title} size="sm" c="var(--mantine-color-error)" role="alert">
          {words.unreadable(title)}
          {GAP}
          {worded(fault).message}
        </Text>
      ))}
      {pending === 0 && runs.length > 0 && (
        <>
          <section aria-label={words.differences}>
            <Title order={3} size="sm" mb={4}>
              {words.differences}
            </Title>
            <DiffTable groups={groups} grouped={grouped} />
          </section>
          <section aria-label={words.results}>
            <ResultsTable groups={groups} measured={measured} grouped={grouped} />
          </section>
          <section aria-label={words.curves}>
            <Group gap="sm" mb={6} align="flex-start">
              <Title order={3} size="sm" pt={4}>
                {words.curves}
              </Title>
              <Select
                w={170}
                aria-label={words.alignment}
                title={words.alignmentHelp}
                data={ALIGNMENTS.map((value) => ({ value, label: words.alignments[value] }))}
                value={by}
                allowDeselect={false}
                onChange={(value) => set({ alignment: ALIGNMENTS.find((known) => known === value) ?? 'iterations' })}
              />
              <MultiSelect
                flex={1}
                miw={220}
                maw={900}
                aria-label={words.metrics}
                placeholder={words.metricsPlaceholder}
                data={measured.map((metric) => ({ value: metric, label: metricLabel(metric) }))}
                value={metrics.filter((metric) => measured.includes(metric))}
                onChange={(value) => set({ metrics: value })}
                searchable
                hidePickedOptions
                limit={60}
              />
            </Group>
            {matches.map(({ title, theirs, ours }) => (
              <Text key={`${title} ${ours}`} size="sm" c="dimmed" mb={6}>
                {words.matched(title, theirs, metricLabel(ours))}
              </Text>
            ))}
            {left.length > 0 && (
              <Text size="sm" c="dimmed" mb={6} role="status">
                {words.leftOut(left, words.alignments[by])}
              </Text>
            )}
            <div className={styles.charts}>
              {metrics.map((metric) => (
                <ManyRunsChart
                  key={metric}
                  groups={curves}
                  metric={metric}
                  unit={unitOfRuns(metric, measuredHere)}
                  axis={by === 'iterations' ? undefined : words.axes[by]}
                  highlighted={highlighted}
                  onHighlight={(run) => set({ highlighted: run })}
                />
              ))}
            </div>
          </section>
        </>
      )}
    </Stack>
  );
}

/** All charts of the page share what is zoomed to, in iterations; on another axis that is another stretch, which is not left to them. */
function useOwnZoom(by: Alignment): void {
  useEffect(() => {
    if (by === 'iterations') return undefined;
    const { zoom } = chartViewStore.getState();
    zoom(null);
    return () => zoom(null);
  }, [by]);
}
