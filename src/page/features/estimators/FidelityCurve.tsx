/** How well GAE orders the messages, against λ. */
import { memo, useMemo } from 'react';
import type { FidelityPoint } from '../../../core/credit/fidelity.ts';
import type { EstimatorId } from '../../../core/credit/estimators.ts';
import { ChartMenu, type SaveAs } from '../../kit/charts/ChartMenu.tsx';
import { formatNumber, formatTick } from '../../kit/figures/format.ts';
import { pixelOf, plotBox } from '../../kit/figures/geometry.ts';
import { useSize, type Size } from '../../kit/figures/useSize.ts';
import { valueAxis } from '../../kit/plot/valueAxis.ts';
import { COLON, estimatorsText, SEMICOLON } from '../../../words/words.ts';
import { type Look, lookOf, type Scheme } from '../../kit/theme/agentColors.ts';
import styles from './estimators.module.css';

const words = estimatorsText.curve;
/** The axis over λ. */
export const LAMBDA_AXIS: { readonly domain: [number, number]; readonly ticks: number[] } = {
  domain: [0, 1],
  ticks: [0, 0.2, 0.4, 0.6, 0.8, 1],
};

export interface CurveLine {
  readonly id: EstimatorId;
  readonly points: readonly FidelityPoint[];
}

/** Colour and dash of a line; each point is a dot, so that there is no other marker. */
export const lineLookOf = (index: number, scheme: Scheme): Look => ({ ...lookOf(index, scheme), marker: null });

/** From the least to the greatest fidelity. */
export function fidelityAxis(lines: readonly CurveLine[]) {
  const values = lines.flatMap(({ points }) => points.flatMap(({ fidelity }) => fidelity ?? []));
  return valueAxis(values.length ? [Math.min(...values), Math.max(...values)] : null, 5, false);
}

interface Props {
  readonly lines: readonly CurveLine[];
  /** Points there will be, over all lines; 0 where none can be computed. */
  readonly of: number;
  /** Why there is nothing to draw; null where there is. */
  readonly none: string | null;
  /** Where the slider of messages stands. */
  readonly lambda: number;
  readonly scheme: Scheme;
  readonly onSave: (format: SaveAs) => void;
}

export const FidelityCurve = memo(function FidelityCurve({ lines, of, none, lambda, scheme, onSave }: Props) {
  const [ref, size] = useSize<HTMLDivElement>();
  const done = lines.reduce((sum, { points }) => sum + points.length, 0);
  const summary = none ?? (lines.map(summaryOf).filter(Boolean).join(SEMICOLON) || words.title);
  return (
    <figure className={styles.figure} aria-label={words.title}>
      <figcaption className={styles.caption}>
        <span>{words.title}</span>
        <span className={styles.unit}>{words.unit}</span>
        <ChartMenu title={words.title} onSave={onSave} />
      </figcaption>
      {none !== null && <p className={styles.note}>{none}</p>}
      <div ref={ref} className={styles.curve} hidden={none !== null} role="img" aria-label={summary}>
        {size && none === null && <Curve {...{ lines, lambda, scheme, size }} />}
      </div>
      {none === null && (
        <p className={styles.note}>
          {lines.map(({ id }, index) => (
            <span key={id} className={styles.key}>
              <span className={styles.swatch} style={{ background: lineLookOf(index, scheme).color }} />
              {estimatorsText.estimators[id].name}
            </span>
          ))}
          {done < of ? words.computing(done, of) : words.note}
        </p>
      )}
    </figure>
  );
});

function Curve({ lines, lambda, scheme, size }: Pick<Props, 'lines' | 'lambda' | 'scheme'> & { readonly size: Size }) {
  const { left, right, top, bottom } = plotBox(size);
  const axis = useMemo(() => fidelityAxis(lines), [lines]);
  const x = (value: number) => pixelOf(value, LAMBDA_AXIS.domain, [left, right]);
  const y = (value: number) => pixelOf(value, axis.domain, [bottom, top]);
  return (
    <svg width={size.width} height={size.height} aria-hidden="true">
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text x={left - 6} y={y(tick) + 4} textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {LAMBDA_AXIS.ticks.map((tick) => (
        <text key={tick} x={x(tick)} y={bottom + 15} textAnchor="middle">
          {formatTick(tick)}
        </text>
      ))}
      <text x={0} y={bottom + 15}>
        {words.lambda}
      </text>
      <line x1={x(lambda)} x2={x(lambda)} y1={top} y2={bottom} stroke="var(--ink)" strokeOpacity={0.45} />
      {lines.map(({ id, points }, index) => {
        const drawn = points.flatMap(({ lambda: at, fidelity }) => (fidelity === null ? [] : [{ at, fidelity }]));
        const { color, dash } = lineLookOf(index, scheme);
        return (
          <g key={id}>
            <polyline
              points={drawn.map(({ at, fidelity }) => `${x(at)},${y(fidelity)}`).join(' ')}
              fill="none"
              stroke={color}
              strokeWidth={1.75}
              strokeDasharray={dash.join(' ')}
            />
            {drawn.map(({ at, fidelity }) => (
              <circle key={at} cx={x(at)} cy={y(fidelity)} r={2.5} fill={color}>
                <title>{`${words.lambda} ${formatNumber(at)}${COLON}${formatNumber(fidelity)}`}</title>
              </circle>
            ))}
          </g>
        );
      })}
    </svg>
  );
}

function summaryOf({ id, points }: CurveLine): string {
  let best: FidelityPoint | null = null;
  for (const point of points) if (point.fidelity !== null && point.fidelity > (best?.fidelity ?? Number.NEGATIVE_INFINITY)) best = point;
  return best ? words.summary(estimatorsText.estimators[id].name, formatNumber(best.lambda), formatNumber(best.fidelity)) : '';
}
