/** One chart as a picture: when its turn comes, Recharts draws the points of a {@link ChartModel}; nothing is computed here. */
import { useMergedRef } from '@mantine/hooks';
import { memo, useMemo } from 'react';
import { CartesianGrid, Line, LineChart, ReferenceLine, XAxis, YAxis, type DotItemDotProps } from 'recharts';
import type { ChartModel } from '../../stores/runs/chartModels.ts';
import { inspectText } from '../text/en.inspect.ts';
import { BeyondMarks } from './BeyondMarks.tsx';
import { BrokenMarks } from './BrokenMarks.tsx';
import { chartAxes } from './chartAxes.ts';
import { ChartMarks } from './ChartMarks.tsx';
import { GuardMarks } from './GuardMarks.tsx';
import styles from './charts.module.css';
import { formatTick } from './format.ts';
import { MARGIN, X_AXIS, Y_AXIS } from './geometry.ts';
import { isHollow, lineColor, type Scheme } from './lineStyle.ts';
import { useTurn } from './turns.ts';
import { usePlotGestures } from './usePlotGestures.ts';
import { useSize, type Size } from './useSize.ts';

const TICK = { fontSize: 11, fill: 'var(--mantine-color-dimmed)' };

interface Props {
  readonly model: ChartModel;
  readonly scheme: Scheme;
  /** The sentence that stands for the picture. */
  readonly summary: string;
  /** Said while there is nothing to draw. */
  readonly none: string;
  readonly onRead: (iteration: number) => void;
}

export const ChartPicture = memo(function ChartPicture({ model, scheme, summary, none, onRead }: Props) {
  // A chart without points stays in place: a run's first point then changes a chart, which costs far less than a new one.
  const empty = model.lines.length === 0;
  const [measure, size] = useSize<HTMLDivElement>();
  const drawn = useTurn(useMemo(() => size && { model, scheme, size }, [model, scheme, size]));
  const { element, band, handlers } = usePlotGestures({
    size,
    iterations: model.iterations,
    whole: model.whole,
    shown: model.shown,
    onRead,
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
      {empty && <div className={styles.none}>{none}</div>}
      {drawn && <Curves {...drawn} />}
      <div ref={band} className={styles.zoomBand} hidden />
    </div>
  );
});

interface CurvesProps extends Pick<Props, 'model' | 'scheme'> {
  readonly size: Size;
}

const Curves = memo(function Curves({ model, scheme, size }: CurvesProps) {
  const { x, y } = useMemo(() => chartAxes(model, size), [model, size]);
  return (
    <LineChart width={size.width} height={size.height} data={model.rows as object[]} margin={MARGIN} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="iteration"
        type="number"
        domain={x.domain}
        ticks={x.ticks}
        // Every number: which of them fit is known, Recharts would measure them in the page.
        interval={0}
        tickFormatter={formatTick}
        tick={TICK}
        stroke="var(--line-strong)"
        tickLine={false}
        height={X_AXIS}
      />
      <YAxis
        width={Y_AXIS}
        interval={0}
        domain={y.domain}
        ticks={y.ticks}
        tickFormatter={formatTick}
        tick={TICK}
        stroke="none"
        tickLine={false}
      />
      {model.references.map(({ id, value }) => (
        <Reference key={id} id={id} value={value} />
      ))}
      {model.lines.map(
        (line) => line.raw !== undefined && <Curve key={line.raw} metric={line.raw} color={lineColor(line, scheme)} mark="raw" alone="" />,
      )}
      {model.lines.map(
        (line) =>
          line.mark !== 'table' && (
            <Curve
              key={line.metric}
              metric={line.metric}
              color={lineColor(line, scheme)}
              mark={line.mark}
              hollow={isHollow(line)}
              alone={line.mark === 'line' ? aloneOf(model, line.metric) : ''}
            />
          ),
      )}
      {model.limits && <BeyondMarks model={model} limits={model.limits} scheme={scheme} />}
      <BrokenMarks model={model} />
      <GuardMarks marks={model.marks} />
      <ChartMarks model={model} scheme={scheme} />
    </LineChart>
  );
});

/** A level the curves are compared with. */
const Reference = memo(function Reference({ id, value }: ChartModel['references'][number]) {
  const label = useMemo(
    () => ({
      value: inspectText.charts.references[id],
      position: 'insideBottomRight' as const,
      fontSize: 11,
      fill: 'var(--mantine-color-dimmed)',
    }),
    [id],
  );
  return <ReferenceLine y={value} stroke="var(--line-strong)" strokeDasharray="4 3" ifOverflow="discard" label={label} />;
});

/** Of strokes, pixels. */
const WIDTHS: Readonly<Record<CurveProps['mark'], number>> = { line: 1.75, band: 6, dots: 1.75, joined: 1, raw: 1 };

interface CurveProps {
  readonly metric: string;
  readonly color: string;
  /** `raw`: the unsmoothed values under a smoothed line. */
  readonly mark: 'line' | 'band' | 'dots' | 'joined' | 'raw';
  readonly hollow?: boolean;
  /** Rows, with commas between, whose value has none beside it, as a run's first: without a dot nothing of it would be seen. */
  readonly alone: string;
}

/** One line of a chart. Its properties are plain values, so that only what changed is drawn anew. */
const Curve = memo(function Curve({ metric, color, mark, hollow = false, alone }: CurveProps) {
  const dot = useMemo(() => {
    const style = { r: mark === 'joined' ? 2 : 3, fill: hollow ? 'var(--surface)' : color, stroke: color, strokeWidth: 1.5 };
    if (mark === 'dots' || mark === 'joined') return style;
    if (alone === '') return false;
    const rows = new Set(alone.split(',').map(Number));
    return ({ index, cx, cy }: DotItemDotProps) =>
      rows.has(index) && typeof cy === 'number' ? <circle key={index} cx={cx} cy={cy} {...style} /> : <g key={index} />;
  }, [mark, hollow, color, alone]);
  return (
    <Line
      dataKey={metric}
      type="linear"
      stroke={mark === 'dots' ? 'none' : color}
      strokeOpacity={mark === 'raw' || mark === 'band' ? 0.28 : 1}
      strokeWidth={WIDTHS[mark]}
      dot={dot}
      activeDot={false}
      // A line breaks where an agent said nothing.
      connectNulls={mark === 'joined'}
      isAnimationActive={false}
    />
  );
});

function aloneOf({ rows }: ChartModel, metric: string): string {
  const has = (index: number): boolean => typeof rows[index]?.[metric] === 'number';
  return rows.flatMap((_, index) => (has(index) && !has(index - 1) && !has(index + 1) ? [index] : [])).join();
}
