/** Push against change: where the objective pushed each token, and where it went. A click or an arrow key moves the cursor. */
import { type KeyboardEvent, memo, type MouseEvent, useMemo, useState } from 'react';
import type { IterationReceipt } from '../../../core/credit/receipt.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { cursorStore, useCursor } from '../../state/address/cursor.ts';
import { nearestPoint, tokenKey, type PushPoint, pushScatter } from './receipt.ts';
import { Figure } from '../../kit/charts/Figure.tsx';
import { formatSigned, formatTick } from '../../kit/figures/format.ts';
import { pixelOf } from '../../kit/figures/geometry.ts';
import { agentIndex, agentName, type Scheme } from '../../kit/figures/lineStyle.ts';
import { type Size, useSize } from '../../kit/figures/useSize.ts';
import { valueAxis } from '../../kit/plot/valueAxis.ts';
import { receiptText as words } from '../../../words/words.ts';
import { agentColor } from '../../kit/theme/agentColors.ts';
import { figureOf, type FigureProps, keyRows, textOfToken } from './figure.ts';
import { FigureKey } from './FigureKey.tsx';
import styles from './receipt.module.css';

const text = words.scatter;
const HEIGHT = 270;
const EDGE = { left: 58, right: 24, top: 26, bottom: 40 };
/** How near the pointer must be to a dot, pixels. */
const REACH = 24;

interface Props extends FigureProps {
  readonly iteration: number;
}

export function PushScatterFigure(props: Props) {
  const { receipt, run, episodes, scheme, iteration } = props;
  const [measure, size] = useSize<HTMLDivElement>();
  const [hovered, setHovered] = useState<PushPoint | null>(null);
  const scatter = useMemo(() => pushScatter(receipt.tokens), [receipt]);
  const textOf = useMemo(() => textOfToken(run, episodes), [run, episodes]);
  const pointedKey = useCursor(({ episode, message, token }) =>
    episode === null || message === null || token === null ? null : tokenKey({ episode, message, token }),
  );
  const chosen = useMemo(
    () => (pointedKey === null ? null : (scatter.points.find((point) => tokenKey(point.token) === pointedKey) ?? null)),
    [scatter, pointedKey],
  );
  const held = hovered && scatter.points.includes(hovered) ? hovered : chosen;
  const width = size?.width ?? null;
  const at = useMemo(() => (width === null ? null : scalesIn({ width, height: HEIGHT }, scatter)), [width, scatter]);
  const pushed = scatter.points.length;

  const pointAt = (event: MouseEvent<HTMLDivElement>): PushPoint | null => {
    const box = event.currentTarget.getBoundingClientRect();
    return at && nearestPoint(scatter.points, [event.clientX - box.left, event.clientY - box.top], at.pixel, REACH);
  };
  const read = (point: PushPoint | null | undefined) => {
    if (point)
      cursorStore.getState().move({ iteration, episode: point.token.episode, message: point.token.message, token: point.token.token });
  };
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined || pushed === 0) return;
    event.preventDefault();
    const from = chosen ? scatter.points.indexOf(chosen) : by > 0 ? -1 : pushed;
    read(scatter.points[Math.min(Math.max(from + by, 0), pushed - 1)]);
  };

  return (
    <Figure {...figureOf(text.title, props)}>
      <p className={styles.about}>{text.help}</p>
      {pushed === 0 ? (
        <p className={styles.dimmed}>{text.none}</p>
      ) : (
        <>
          <div
            ref={measure}
            className={styles.scatter}
            style={{ height: HEIGHT }}
            role="application"
            // Arrow keys lead from dot to dot.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            aria-label={text.summary(scatter.pushed, receipt.went)}
            onKeyDown={onKey}
            onPointerMove={(event) => setHovered(pointAt(event))}
            onPointerLeave={() => setHovered(null)}
            onClick={(event) => read(pointAt(event))}
          >
            {at && width !== null && (
              <svg data-figure width={width} height={HEIGHT}>
                <Dots at={at} width={width} points={scatter.points} receipt={receipt} document={run.document} scheme={scheme} />
                {held && (
                  <circle
                    data-page-only
                    cx={at.pixel(held)[0]}
                    cy={at.pixel(held)[1]}
                    r={6}
                    fill="none"
                    stroke="var(--ink)"
                    strokeWidth={2}
                  />
                )}
              </svg>
            )}
          </div>
          <p className={styles.caption} aria-live="polite">
            {held ? (
              <>
                <code className={styles.glyph}>{textOf(held.token)}</code>{' '}
                {words.detail.place(agentName(run.document, held.token.role), held.token.episode, held.token.token)} · {words.detail.push}{' '}
                {formatSigned(held.token.push)} · {words.detail.delta} {formatSigned(held.token.delta)} ·{' '}
                {words.detail.times(Math.exp(held.token.delta))} · {words.fates[held.token.fate].name}
                {held.token.clipped > 0 && ` · ${words.detail.clipped(words.percent(held.token.clipped))}`}
              </>
            ) : (
              <span className={styles.dimmed}>{text.hint}</span>
            )}
            {scatter.beyond > 0 && <span className={styles.dimmed}> {text.beyond(scatter.beyond)}</span>}
            {scatter.pushed > pushed && <span className={styles.dimmed}> {text.part(pushed, scatter.pushed)}</span>}
          </p>
        </>
      )}
    </Figure>
  );
}

interface DotsProps {
  readonly at: Scales;
  readonly width: number;
  readonly points: readonly PushPoint[];
  readonly receipt: IterationReceipt;
  readonly document: ProjectDocument;
  readonly scheme: Scheme;
}

/** All but the ring around the dot pointed at: a pointer that moves draws none of it again. */
const Dots = memo(function Dots({ at, width, points, receipt, document, scheme }: DotsProps) {
  const colorOf = (role: string): string => agentColor(agentIndex(document, role), scheme);
  const key = keyRows(
    receipt.agents
      .filter(({ up, down }) => up.tokens + down.tokens > 0)
      .map(({ role }) => ({ name: agentName(document, role), color: colorOf(role) })),
    width - EDGE.left,
  );
  const pathOf = (point: PushPoint): string => {
    const [x, y] = at.pixel(point);
    return `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
  };
  return (
    <>
      <Axes at={at} size={{ width, height: HEIGHT }} />
      <FigureKey entries={key.entries} x={EDGE.left} y={2} />
      {receipt.agents.map(({ role }) => (
        <path
          key={role}
          d={points
            .filter(({ token }) => token.role === role)
            .map(pathOf)
            .join('')}
          stroke={colorOf(role)}
          strokeWidth={6}
          strokeLinecap="round"
          strokeOpacity={0.6}
          fill="none"
        />
      ))}
    </>
  );
});

interface Scales {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly xTicks: readonly number[];
  readonly yTicks: readonly number[];
  readonly atX: (value: number) => number;
  readonly atY: (value: number) => number;
  readonly pixel: (point: PushPoint) => readonly [number, number];
}

function scalesIn({ width, height }: Size, { push, delta }: { readonly push: number; readonly delta: number }): Scales {
  const [left, right] = [EDGE.left, Math.max(EDGE.left + 1, width - EDGE.right)];
  const [top, bottom] = [EDGE.top, height - EDGE.bottom];
  const atX = (value: number) => pixelOf(value, [-push, push], [left, right]);
  const atY = (value: number) => pixelOf(value, [-delta, delta], [bottom, top]);
  return {
    x: [left, right],
    y: [bottom, top],
    xTicks: ticksWithin(push, Math.max(4, Math.min(8, (right - left) / 70))),
    yTicks: ticksWithin(delta, 6),
    atX,
    atY,
    pixel: (point) => [atX(point.x), atY(point.y)],
  };
}

/** Round numbers from −`range` to `range`; the axis ends at the range itself, for what lies beyond stands there. */
const ticksWithin = (range: number, most: number): readonly number[] =>
  valueAxis([-range, range], most, false).ticks.filter((tick) => Math.abs(tick) <= range);

function Axes({ at: { x, y, xTicks, yTicks, atX, atY }, size }: { readonly at: Scales; readonly size: Size }) {
  const [left, right] = x;
  const [bottom, top] = y;
  return (
    <>
      {/* Where a token moved the way it was pushed. */}
      <rect x={atX(0)} y={top} width={right - atX(0)} height={atY(0) - top} fill="var(--shade-positive)" fillOpacity={0.12} />
      <rect x={left} y={atY(0)} width={atX(0) - left} height={bottom - atY(0)} fill="var(--shade-negative)" fillOpacity={0.12} />
      {yTicks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={atY(tick)} y2={atY(tick)} stroke={tick === 0 ? 'var(--ink)' : 'var(--line)'} />
          <text x={left - 6} y={atY(tick) + 4} fontSize={11} textAnchor="end" fill="var(--mantine-color-dimmed)">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      <line x1={atX(0)} x2={atX(0)} y1={top} y2={bottom} stroke="var(--ink)" />
      {xTicks.map((tick) => (
        <text key={tick} x={atX(tick)} y={bottom + 15} fontSize={11} textAnchor="middle" fill="var(--mantine-color-dimmed)">
          {formatTick(tick)}
        </text>
      ))}
      <text x={(left + right) / 2} y={size.height - 6} fontSize={11} textAnchor="middle" fill="var(--mantine-color-dimmed)">
        {text.x}
      </text>
      <text
        transform={`translate(12 ${(top + bottom) / 2}) rotate(-90)`}
        fontSize={11}
        textAnchor="middle"
        fill="var(--mantine-color-dimmed)"
      >
        {text.y}
      </text>
    </>
  );
}
