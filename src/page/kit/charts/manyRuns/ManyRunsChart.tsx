/**
 * One metric of many runs: each group (a setting under several seeds) as its mean, the 95 % interval of that mean (Student's t
 * over the runs) as a band, and its runs as thin lines. `manyRunsModel` says how that is computed.
 *
 * It follows what all charts share: the iteration pointed at (`pointed.ts`), the part zoomed to and the smoothing
 * (`page/state/charts/chartView.ts`). Which run is highlighted is the caller's, so that one hover shows a run in every chart: give all of
 * them the same `highlighted` and `onHighlight`. The pointer highlights the nearest line; up and down go from run to run.
 *
 * Give groups that stay the same object while nothing changed: the model is computed anew when they are another one. Its height
 * is its container's `--plot`, 172 px where that is not set.
 */
import { ActionIcon } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconChartLine, IconTable, IconZoomReset } from '@tabler/icons-react';
import { Suspense, useMemo, useState, type KeyboardEvent } from 'react';
import { chartViewStore, useChartView } from '../../../state/charts/chartView.ts';
import { manyRunsModel, nearestRun, type ManyRunsModel, type RunGroup } from '../../../state/charts/manyRuns.ts';
import { drawnIndex } from '../../../state/runs/series.ts';
import { chartsText, inspectText } from '../../../../words/words.ts';
import { type Look, lookOf, type Scheme } from '../../theme/agentColors.ts';
import { useScheme } from '../../theme/useScheme.ts';
import { chartAxes } from '../../plot/chartAxes.ts';
import { AxisName } from '../AxisName.tsx';
import { ChartMenu } from '../ChartMenu.tsx';
import styles from '../charts.module.css';
import { formatNumber } from '../../figures/format.ts';
import { pixelOf, plotBox, valueAt } from '../../figures/geometry.ts';
import { HelpButton } from '../../help/HelpButton.tsx';
import { ManyRunsTable } from './ManyRunsTable.tsx';
import { ManyRunsTip } from './ManyRunsTip.tsx';
import { metricTitle } from '../metricTitle.ts';
import { usePointedIteration } from '../pointed.ts';
import { saveManyRuns } from '../saveCharts.ts';
import { useTurn } from './turns.ts';
import { useOnScreen } from '../useOnScreen.ts';
import { usePlotGestures } from '../usePlotGestures.ts';
import { Swatch } from '../Swatch.tsx';
import { useSize, type Size } from '../../figures/useSize.ts';
import type { ValueAxis } from '../../plot/valueAxis.ts';
import { lazyPart } from '../../parts/lazyPart.ts';

/** uPlot and its styles come with the first such chart. */
const ManyRunsCanvas = lazyPart(() => import('./ManyRunsCanvas.tsx'));

export interface ManyRunsChartProps {
  readonly groups: readonly RunGroup[];
  /** As docs/metrics.md names it, such as `reward/mean` or `actor/solver/entropy`. */
  readonly metric: string;
  /** Instead of what the metric is called on the page. */
  readonly title?: string;
  readonly unit?: string;
  /** What the horizontal axis counts, where the runs lie by something else than their iterations. */
  readonly axis?: string | undefined;
  /** Id of the run that stands out; charts without it look as if there were none. */
  readonly highlighted?: string | null;
  readonly onHighlight?: (run: string | null) => void;
  /** A click, or Enter: the iteration, and the highlighted run if there is one. */
  readonly onRead?: (iteration: number, run: string | null) => void;
  /** Whether the groups are named below it; not where a key of the caller's own stands there. */
  readonly legend?: boolean;
}

/** How near a pointer must be to a line to mean it, pixels. */
const NEAR = 16;

/** How the group at `index` looks: by its own place in the palette, or that in the list. */
export function groupLook(group: { readonly slot?: number } | undefined, index: number, scheme: Scheme): Look {
  return lookOf(group?.slot ?? index, scheme);
}

export function ManyRunsChart({
  groups,
  metric,
  title,
  unit,
  axis,
  highlighted = null,
  onHighlight,
  onRead,
  legend = true,
}: ManyRunsChartProps) {
  const smoothing = useChartView((view) => view.smoothing);
  const range = useChartView((view) => view.range);
  const model = useMemo(() => manyRunsModel(groups, metric, { smoothing, range }), [groups, metric, smoothing, range]);
  const scheme = useScheme();
  const looks = useMemo(
    // A group keeps its look in charts that lack another group.
    () => model.groups.map(({ id }) => groupLook(...groupAndIndex(groups, id), scheme)),
    [model.groups, groups, scheme],
  );
  const [asTable, setAsTable] = useState(false);
  const [steered, setSteered] = useState(false);
  const [onScreenRef, onScreen] = useOnScreen<HTMLElement>();
  const named = metricTitle(metric);
  const shownTitle = title ?? named.title;
  const shownUnit = unit ?? named.unit;
  const summary = summaryOf(model, shownTitle);
  return (
    <figure
      ref={onScreenRef}
      className={styles.panel}
      data-metric={metric}
      aria-label={summary}
      onFocus={() => setSteered(true)}
      onBlur={() => setSteered(false)}
    >
      <figcaption className={styles.caption}>
        <span className={styles.title}>{shownTitle}</span>
        {(named.help ?? named.term) && <HelpButton title={shownTitle} {...named.help} term={named.term} />}
        <ActionIcon
          size="sm"
          color="gray"
          aria-pressed={asTable}
          aria-label={asTable ? inspectText.charts.asPicture(shownTitle) : inspectText.charts.asTable(shownTitle)}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <IconChartLine size={15} /> : <IconTable size={15} />}
        </ActionIcon>
        {model.shown !== model.whole && (
          <ActionIcon size="sm" color="gray" aria-label={chartsText.zoomReset} onClick={() => chartViewStore.getState().zoom(null)}>
            <IconZoomReset size={15} />
          </ActionIcon>
        )}
        <ChartMenu
          title={shownTitle}
          onSave={(format) => void saveManyRuns({ groups, metric, title: shownTitle, unit: shownUnit, looks, axis }, format)}
          onSaveVega={() => void saveManyRuns({ groups, metric, title: shownTitle, unit: shownUnit, looks, axis }, 'vega')}
        />
      </figcaption>
      <ManyRunsTip model={model} looks={looks} highlighted={highlighted} unit={shownUnit} axis={axis} spoken={steered} />
      {asTable && (
        <ManyRunsTable groups={groups} metric={metric} range={range === null ? null : model.shown} title={shownTitle} axis={axis} />
      )}
      {!asTable && onScreen && (
        <Picture
          model={model}
          looks={looks}
          summary={summary}
          highlighted={highlighted}
          onHighlight={onHighlight}
          onRead={onRead}
          scheme={scheme}
          across={axis ?? inspectText.charts.iteration}
        />
      )}
      {!asTable && !onScreen && <div className={styles.plot} />}
      {legend && <Legend model={model} looks={looks} />}
    </figure>
  );
}

/** Which line is which group, below the picture. */
function Legend({ model, looks }: { readonly model: ManyRunsModel; readonly looks: readonly Look[] }) {
  return (
    <ul className={`${styles.key} ${styles.legend}`} aria-label={chartsText.manyRuns.groups}>
      {model.groups.map(({ id, label, lines }, index) => (
        <li key={id} className={styles.keyEntry}>
          {looks[index] && <Swatch look={looks[index]} mark={model.joined ? 'joined' : 'line'} band={lines.length > 1} />}
          {label}
        </li>
      ))}
    </ul>
  );
}

/** The group `id` and its index among all that were given. */
function groupAndIndex(groups: readonly RunGroup[], id: string): [RunGroup | undefined, number] {
  const index = groups.findIndex((group) => group.id === id);
  return [groups[index], index];
}

interface PictureProps extends Pick<ManyRunsChartProps, 'onHighlight' | 'onRead'> {
  readonly model: ManyRunsModel;
  readonly looks: readonly Look[];
  readonly summary: string;
  readonly highlighted: string | null;
  readonly scheme: Scheme;
  readonly across: string;
}

function Picture({ model, looks, summary, highlighted, onHighlight, onRead, scheme, across }: PictureProps) {
  const [measure, size] = useSize<HTMLDivElement>();
  const axes = useMemo(() => size && chartAxes(model, size), [model, size]);
  const drawn = useTurn(useMemo(() => size && axes && { model, size, ...axes }, [model, size, axes]));
  const empty = model.groups.length === 0;
  const { element, band, handlers } = usePlotGestures({
    size,
    iterations: empty ? [] : model.x,
    whole: model.whole,
    shown: model.shown,
    onRead: (iteration) => onRead?.(iteration, highlighted),
    onHover: (index, y) => {
      if (!onHighlight || !size || !axes) return;
      const { top, bottom } = plotBox(size);
      const [low, high] = axes.y.domain;
      const value = valueAt(y, axes.y.domain, [bottom, top]);
      onHighlight(index < 0 ? null : nearestRun(model, index, value, ((high - low) / (bottom - top)) * NEAR));
    },
    onKey: (event) => choose(event, model, highlighted, onHighlight),
  });
  const ref = useMergedRef(element, measure);
  return (
    <div
      ref={ref}
      className={`${styles.plot} ${styles.picture}`}
      // It takes the arrow keys for itself: they lead from point to point.
      role="application"
      tabIndex={empty ? undefined : 0}
      aria-label={summary}
      {...handlers}
    >
      {empty && <div className={styles.none}>{chartsText.manyRuns.none}</div>}
      {!empty && drawn && (
        <Suspense>
          <ManyRunsCanvas {...drawn} looks={looks} scheme={scheme} highlighted={highlighted} />
        </Suspense>
      )}
      {!empty && drawn && <Marks model={drawn.model} size={drawn.size} y={drawn.y} looks={looks} />}
      {!empty && <AxisName>{across}</AxisName>}
      <div ref={band} className={styles.zoomBand} hidden />
    </div>
  );
}

/** Up and down highlight the run before and after; Escape none. */
function choose(
  event: KeyboardEvent,
  { groups }: ManyRunsModel,
  highlighted: string | null,
  onHighlight: ManyRunsChartProps['onHighlight'],
): boolean {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined || !onHighlight) return false;
  const runs = groups.flatMap(({ lines }) => lines.map(({ run }) => run));
  const at = highlighted === null ? -1 : runs.indexOf(highlighted);
  const next = at < 0 ? (step > 0 ? 0 : runs.length - 1) : (at + step + runs.length) % runs.length;
  onHighlight(runs[next] ?? null);
  return true;
}

/** The rule and the means' dots at the iteration pointed at, laid over the canvas. */
function Marks({
  model,
  size,
  y,
  looks,
}: {
  readonly model: ManyRunsModel;
  readonly size: Size;
  readonly y: ValueAxis;
  readonly looks: readonly Look[];
}) {
  const pointed = usePointedIteration();
  const column = drawnIndex(model.x, pointed, model.bucket);
  if (pointed === null || pointed < model.shown[0] || pointed > model.shown[1]) return null;
  const { left, right, top, bottom } = plotBox(size);
  const x = pixelOf(pointed, model.shown, [left, right]);
  return (
    <svg className={styles.overlay} width={size.width} height={size.height} aria-hidden>
      <line className={styles.pointing} x1={x} x2={x} y1={top} y2={bottom} />
      {model.groups.map(({ id, mean }, index) => {
        const value = mean[column];
        return (
          typeof value === 'number' && (
            <circle
              key={id}
              className={styles.pointDot}
              cx={x}
              cy={pixelOf(value, y.domain, [bottom, top])}
              r={4}
              fill={looks[index]?.color}
            />
          )
        );
      })}
    </svg>
  );
}

function summaryOf({ groups }: ManyRunsModel, title: string): string {
  const parts = groups.flatMap(({ label, mean, lines }) => {
    const values = mean.filter((value) => value !== null);
    const [first, last] = [values[0], values.at(-1)];
    return first === undefined || last === undefined
      ? []
      : [chartsText.manyRuns.extent(label, lines.length, formatNumber(first), formatNumber(last))];
  });
  return inspectText.charts.summary(title, parts);
}
