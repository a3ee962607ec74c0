/** One chart as a picture: draws what {@link geometryOf} placed and computes nothing. */
import { memo, useMemo, type KeyboardEvent, type PointerEvent } from 'react';
import type { ChartModel } from '../../stores/runs/chartModels.ts';
import { inspectText } from '../text/en.inspect.ts';
import styles from './charts.module.css';
import { formatTick } from './format.ts';
import { geometryOf, type ChartGeometry, type DrawnLine } from './geometry.ts';
import { lineColor, type Scheme } from './lineStyle.ts';
import { pointAt, pointedStore, usePointed } from './pointed.ts';
import { useSize } from './useSize.ts';

interface Props {
  readonly model: ChartModel;
  readonly scheme: Scheme;
  /** The sentence that stands for the picture. */
  readonly summary: string;
  /** Iteration being read, marked by a rule; null for none. */
  readonly reading: number | null;
  readonly onRead: (iteration: number) => void;
}

export const ChartPicture = memo(function ChartPicture({ model, scheme, summary, reading, onRead }: Props) {
  const [box, size] = useSize<HTMLDivElement>();
  const geometry = useMemo(() => size && geometryOf(model, size), [model, size]);
  return (
    <div ref={box} className={`${styles.plot} ${styles.picture}`}>
      {geometry && size && (
        <svg
          width={size.width}
          height={size.height}
          // It takes the arrow keys for itself: they lead from point to point.
          role="application"
          tabIndex={0}
          aria-label={summary}
          onPointerMove={(event) => pointAt(geometry.iterationAt(xWithin(event)))}
          onPointerLeave={() => pointAt(null)}
          onClick={(event) => onRead(geometry.iterationAt(xWithin(event)))}
          onKeyDown={(event) => steer(event, model, onRead)}
          onFocus={(event) => {
            if (event.currentTarget.matches(':focus-visible')) pointAt(model.rows.at(-1)?.['iteration'] ?? null);
          }}
          onBlur={() => pointAt(null)}
        >
          <Axes geometry={geometry} />
          {geometry.references.map(({ id, y }) => (
            <g key={id}>
              <line className={styles.reference} x1={geometry.left} x2={geometry.right} y1={y} y2={y} />
              <text className={styles.axisText} x={geometry.right} y={y - 4} textAnchor="end">
                {inspectText.charts.references[id]}
              </text>
            </g>
          ))}
          {reading !== null && <Rule className={styles.reading} geometry={geometry} iteration={reading} />}
          {geometry.lines.map((drawn) => (
            <Curve key={drawn.line.metric} drawn={drawn} color={lineColor(drawn.line, scheme)} />
          ))}
          <Pointed model={model} geometry={geometry} scheme={scheme} />
        </svg>
      )}
    </div>
  );
});

function Axes({ geometry }: { readonly geometry: ChartGeometry }) {
  const { left, right, bottom, xTicks, yTicks } = geometry;
  return (
    <>
      {yTicks.map(({ value, at }, index) => (
        // By place, not by value: a rescaled axis moves its lines instead of making new ones.
        <g key={index}>
          <line className={styles.gridLine} x1={left} x2={right} y1={at} y2={at} />
          <text className={styles.axisText} x={left - 6} y={at + 4} textAnchor="end">
            {formatTick(value)}
          </text>
        </g>
      ))}
      <line className={styles.axisLine} x1={left} x2={right} y1={bottom} y2={bottom} />
      {xTicks.map(({ value, at }, index) => (
        <text key={index} className={styles.axisText} x={at} y={bottom + 15} textAnchor="middle">
          {formatTick(value)}
        </text>
      ))}
    </>
  );
}

function Curve({ drawn, color }: { readonly drawn: DrawnLine; readonly color: string }) {
  const { line, path, rawPath, dots } = drawn;
  return (
    <g className={styles.curve} style={{ color }}>
      {rawPath !== '' && <path className={styles.rawCurve} d={rawPath} />}
      {path !== '' && <path d={path} />}
      {dots.map(({ x, y }, index) => (
        <circle key={index} className={styles.dot} data-hollow={line.subject === 'greedyTest'} cx={x} cy={y} r={3} />
      ))}
    </g>
  );
}

/** The rule and the dots at the iteration that is pointed at in any of the charts. */
function Pointed({ model, geometry, scheme }: Pick<Props, 'model' | 'scheme'> & { readonly geometry: ChartGeometry }) {
  const iteration = usePointed();
  const row = iteration === null ? undefined : model.rows.find((candidate) => candidate['iteration'] === iteration);
  if (iteration === null || !row) return null;
  return (
    <g pointerEvents="none">
      <Rule className={styles.pointing} geometry={geometry} iteration={iteration} />
      {model.lines.map((line) => {
        const value = row[line.metric];
        if (typeof value !== 'number') return null;
        const color = lineColor(line, scheme);
        return (
          <circle key={line.metric} className={styles.pointDot} cx={geometry.xOf(iteration)} cy={geometry.yOf(value)} r={4} fill={color} />
        );
      })}
    </g>
  );
}

interface RuleProps {
  readonly geometry: ChartGeometry;
  readonly iteration: number;
  readonly className: string | undefined;
}

function Rule({ geometry, iteration, className }: RuleProps) {
  const x = geometry.xOf(iteration);
  return <line className={className} x1={x} x2={x} y1={geometry.top} y2={geometry.bottom} />;
}

function xWithin(event: PointerEvent | React.MouseEvent): number {
  return event.clientX - event.currentTarget.getBoundingClientRect().left;
}

/** Arrow keys lead from one drawn iteration to the next, Enter reads the one pointed at. */
function steer(event: KeyboardEvent, model: ChartModel, onRead: (iteration: number) => void): void {
  const iterations = model.rows.map((row) => row['iteration'] ?? 0);
  const at = iterations.indexOf(pointedStore.getState().iteration ?? Number.NaN);
  const here = at < 0 ? iterations.length - 1 : at;
  const target = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: iterations.length - 1 }[event.key];
  const present = iterations[here];
  if (target !== undefined) pointAt(iterations[Math.min(Math.max(target, 0), iterations.length - 1)] ?? null);
  else if (event.key === 'Enter' && present !== undefined) onRead(present);
  else if (event.key === 'Escape') pointAt(null);
  else return;
  event.preventDefault();
}
