/**
 * The axes and curves of a {@link ChartModel} as SVG, at places that are known: nothing is measured in the page. By hand, since
 * this is drawn several times a second: Recharts gives every chart a store of its own and took some fifteen milliseconds for it,
 * and most of what the collector had to clear while a run went on was Recharts'.
 */
import { memo, useMemo } from 'react';
import type { ChartLine, ChartModel } from '../../stores/runs/chartModels.ts';
import { inspectText } from '../text/en.inspect.ts';
import { BeyondMarks } from './BeyondMarks.tsx';
import { BrokenMarks } from './BrokenMarks.tsx';
import { chartAxes, type Axes } from './chartAxes.ts';
import { ChartMarks } from './ChartMarks.tsx';
import styles from './charts.module.css';
import { formatTick } from './format.ts';
import { GuardMarks } from './GuardMarks.tsx';
import { isHollow, lineColor, type Scheme } from './lineStyle.ts';
import { lonePoints, pathOf, plotScale, pointsOf, px, type PlotScale } from './plotScale.ts';
import type { Size } from './useSize.ts';

interface Props {
  readonly model: ChartModel;
  readonly scheme: Scheme;
  readonly size: Size;
}

export const Curves = memo(function Curves({ model, scheme, size }: Props) {
  const axes = useMemo(() => chartAxes(model, size), [model, size]);
  const scale = useMemo(() => plotScale(axes, size), [axes, size]);
  const valuesOf = (key: string) => model.rows.map((row) => row[key]);
  return (
    <svg className={styles.curves} width={size.width} height={size.height} aria-hidden>
      <AxisLines axes={axes} scale={scale} />
      {model.references.map(({ id, value }) => {
        const [low, high] = axes.y.domain;
        return value >= low && value <= high && <Reference key={id} id={id} y={scale.y(value)} scale={scale} />;
      })}
      {model.lines.map(
        (line) =>
          line.raw !== undefined && (
            <path
              key={line.raw}
              data-line="raw"
              d={pathOf(pointsOf(model.iterations, valuesOf(line.raw), scale))}
              stroke={lineColor(line, scheme)}
              strokeOpacity={FAINT}
              strokeWidth={1}
            />
          ),
      )}
      {model.lines.map(
        (line) =>
          line.mark !== 'table' && (
            <Curve
              key={line.metric}
              x={model.iterations}
              values={valuesOf(line.metric)}
              color={lineColor(line, scheme)}
              mark={line.mark}
              hollow={isHollow(line)}
              scale={scale}
            />
          ),
      )}
      {model.limits && <BeyondMarks model={model} limits={model.limits} scheme={scheme} scale={scale} />}
      <BrokenMarks model={model} scale={scale} />
      <GuardMarks marks={model.marks} scale={scale} />
      <ChartMarks model={model} scheme={scheme} scale={scale} />
    </svg>
  );
});

/** Opacity of what lies under a curve: its data as measured, or its band. */
const FAINT = 0.28;
/** Between an axis and its numbers, pixels. */
const GAP = { x: 15, y: 6 };

function AxisLines({ axes, scale: { box, x, y } }: { readonly axes: Axes; readonly scale: PlotScale }) {
  return (
    <>
      <g className={styles.gridLines}>
        {axes.y.ticks.map((tick) => (
          <line key={tick} x1={box.left} x2={box.right} y1={y(tick)} y2={y(tick)} />
        ))}
        <line className={styles.axisLine} x1={box.left} x2={box.right} y1={box.bottom} y2={box.bottom} />
      </g>
      <g data-axis="y" textAnchor="end">
        {axes.y.ticks.map((tick) => (
          <text key={tick} x={box.left - GAP.y} y={y(tick) + 4}>
            {formatTick(tick)}
          </text>
        ))}
      </g>
      <g data-axis="x" textAnchor="middle">
        {axes.x.ticks.map((tick) => (
          <text key={tick} x={x(tick)} y={box.bottom + GAP.x}>
            {formatTick(tick)}
          </text>
        ))}
      </g>
    </>
  );
}

interface ReferenceProps {
  readonly id: ChartModel['references'][number]['id'];
  readonly y: number;
  readonly scale: PlotScale;
}

/** A level the curves are compared with. */
function Reference({ id, y, scale: { box } }: ReferenceProps) {
  return (
    <>
      <line className={styles.axisLine} strokeDasharray="4 3" x1={box.left} x2={box.right} y1={y} y2={y} />
      <text x={box.right - 5} y={y - 5} textAnchor="end">
        {inspectText.charts.references[id]}
      </text>
    </>
  );
}

interface CurveProps {
  readonly x: readonly number[];
  readonly values: readonly (number | null | undefined)[];
  readonly color: string;
  readonly mark: Exclude<ChartLine['mark'], 'table'>;
  readonly hollow: boolean;
  readonly scale: PlotScale;
}

/** Of strokes, pixels. */
const WIDTHS = { line: 1.75, band: 6, joined: 1 } as const;

function Curve({ x, values, color, mark, hollow, scale }: CurveProps) {
  const points = pointsOf(x, values, scale);
  const present = points.filter((point) => point !== null);
  const dots = mark === 'band' ? [] : mark === 'line' ? lonePoints(points) : present;
  return (
    <>
      {mark !== 'dots' && (
        <path
          data-line={mark}
          // A line breaks where an agent said nothing.
          d={pathOf(mark === 'joined' ? present : points)}
          stroke={color}
          strokeOpacity={mark === 'band' ? FAINT : 1}
          strokeWidth={WIDTHS[mark]}
        />
      )}
      {dots.map(([cx, cy]) => (
        <circle
          key={cx}
          data-line={mark}
          cx={px(cx)}
          cy={px(cy)}
          r={mark === 'joined' ? 2 : 3}
          fill={hollow ? 'var(--surface)' : color}
          stroke={color}
          strokeWidth={mark === 'joined' ? 1 : 1.5}
        />
      ))}
    </>
  );
}
