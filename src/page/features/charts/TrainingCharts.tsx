/** The curves of the run on screen as small multiples under one cursor; a click leads to that iteration's episodes. */
import { Button, Group } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconEye } from '@tabler/icons-react';
import { Suspense, useMemo } from 'react';
import { importInfoOf } from '../../../core/formats/imports/run/info.ts';
import { chartsShown, chartViewStore, useChartView } from '../../state/charts/chartView.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { currentRun, runsStore } from '../../state/runs/runs.ts';
import { chartsOf } from '../../state/charts/chartModels.ts';
import { nearestReadable } from '../../state/runs/keep.ts';
import { EmptyRun } from '../../kit/lessons/EmptyRun.tsx';
import { useCalmRun } from '../../kit/runs/useCalmRun.ts';
import { chartsText, inspectText } from '../../../words/words.ts';
import { RunSkills } from './RunSkills.tsx';
import { RunTurned } from './RunTurned.tsx';
import { useScheme } from '../../kit/theme/useScheme.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { ChartsBar } from './ChartsBar.tsx';
import styles from '../../kit/charts/charts.module.css';
import { lazyPart } from '../../kit/parts/lazyPart.ts';

/** Fetched when the first run of another trainer is on screen. */
const ImportedCurves = lazyPart(() => import('./ImportedCurves.tsx').then((module) => ({ default: module.ImportedCurves })));

export function TrainingCharts() {
  const run = useCalmRun();
  const scheme = useScheme();
  const pinned = useChartView((view) => view.pinned);
  const hiddenCharts = useChartView((view) => view.hiddenCharts);
  const more = useChartView((view) => view.more);
  const document = run?.document;
  const metrics = run?.metrics;
  const charts = useMemo(
    () => document && metrics && chartsShown(chartsOf(document, metrics), { pinned, hiddenCharts, more }),
    [document, metrics, pinned, hiddenCharts, more],
  );
  if (!run || !charts) return <EmptyRun />;
  if (importInfoOf(run.info))
    return (
      <Suspense fallback={null}>
        <ImportedCurves run={run} onRead={readNearest} />
      </Suspense>
    );
  const view = chartViewStore.getState();
  return (
    <section className={styles.charts} data-stage="charts" aria-label={inspectText.charts.heading}>
      <ChartsBar run={run} scheme={scheme} />
      <div className={styles.scroll}>
        <div className={styles.grid}>
          {charts.shown.map((id, index) => (
            <ChartPanel key={id} run={run} id={id} scheme={scheme} onRead={readNearest} wide={index === 0} />
          ))}
        </div>
        <RunTurned run={run} />
        <RunSkills run={run} />
        <Group gap="xs" className={styles.foot}>
          <Button
            variant="subtle"
            color="gray"
            onClick={() => view.showMore(!more)}
            aria-expanded={more}
            leftSection={more ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
          >
            {more ? inspectText.charts.fewer : inspectText.charts.more}
          </Button>
          {charts.hidden > 0 && (
            <Button variant="subtle" color="gray" onClick={view.showAll} leftSection={<IconEye size={14} />}>
              {chartsText.showHidden(charts.hidden)}
            </Button>
          )}
        </Group>
      </div>
    </section>
  );
}

/** Moves the cursor to the episodes nearest to `iteration` of the run on screen. */
function readNearest(iteration: number): void {
  const run = currentRun(runsStore.getState());
  const kept = run && nearestReadable(run, iteration);
  if (kept === null) return;
  cursorStore.getState().move({ iteration: kept });
  // In a narrow window they lie below all that is in view.
  if (document.documentElement.hasAttribute('data-stacked'))
    document.querySelector('[data-stage="episodes"]')?.scrollIntoView({ block: 'start', behavior: 'smooth' });
}
