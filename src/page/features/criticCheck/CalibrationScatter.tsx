/** The critic's value of each message against the tree's; on the diagonal it is right. A click reads the message. */
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { CalibrationPoint } from '../../../core/counterfactual/calibration.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { cursorStore, useCursor } from '../../state/address/cursor.ts';
import { formatNumber, formatTick } from '../../kit/figures/format.ts';
import { pixelOf } from '../../kit/figures/geometry.ts';
import { agentIndex, agentName } from '../../kit/figures/lineStyle.ts';
import { useSize } from '../../kit/figures/useSize.ts';
import { valueAxis } from '../../kit/plot/valueAxis.ts';
import { criticCheckText } from '../../../words/words.ts';
import shared from '../../kit/lab/answers.module.css';
import { agentColor } from '../../kit/theme/agentColors.ts';
import { useScheme } from '../../kit/theme/useScheme.ts';
import styles from './criticCheck.module.css';

/** Both axes have one scale, so that the diagonal is one. Pixels. */
const MOST_WIDTH = 520;
const LEFT = 52;
const BELOW = 56;
const KEY = 20;
const RADIUS = 7.5;

interface Props {
  readonly document: ProjectDocument;
  readonly iteration: number;
  readonly points: readonly CalibrationPoint[];
}

export function CalibrationScatter({ document, iteration, points }: Props) {
  const [measure, size] = useSize<HTMLDivElement>();
  const width = Math.min(MOST_WIDTH, size?.width ?? 0);
  const [tabbed, setTabbed] = useState(0);
  const axis = useMemo(() => {
    const ends = points.flatMap(({ predicted, truth, interval }) => [predicted, truth, interval?.low ?? truth, interval?.high ?? truth]);
    return valueAxis([Math.min(...ends), Math.max(...ends)], 6, false);
  }, [points]);
  const roles = [...new Set(points.map(({ role }) => role))];
  const scheme = useScheme();
  const color = (role: string) => agentColor(agentIndex(document, role), scheme);
  const plot = Math.max(1, width - LEFT - 12);
  const height = plot + BELOW + roles.length * KEY;
  const x = (value: number): number => pixelOf(value, axis.domain, [LEFT, LEFT + plot]);
  const y = (value: number): number => pixelOf(value, axis.domain, [8 + plot, 8]);
  const [low, high] = axis.domain;
  const onKey = (event: KeyboardEvent<SVGGElement>): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (Math.min(tabbed, points.length - 1) + step + points.length) % points.length;
    setTabbed(next);
    event.currentTarget.querySelectorAll<SVGGElement>('[role="button"]')[next]?.focus();
  };
  return (
    <div ref={measure} className={shared.drawing}>
      {width > 0 && (
        <svg data-figure width={width} height={height} aria-label={criticCheckText.pointsHelp} role="group">
          {axis.ticks.map((tick) => (
            <g key={tick}>
              <line className={shared.line} x1={LEFT} x2={LEFT + plot} y1={y(tick)} y2={y(tick)} />
              <line className={shared.line} x1={x(tick)} x2={x(tick)} y1={8} y2={8 + plot} />
              <text className={shared.tick} x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
                {formatTick(tick)}
              </text>
              <text className={shared.tick} x={x(tick)} y={8 + plot + 15} textAnchor="middle">
                {formatTick(tick)}
              </text>
            </g>
          ))}
          <line className={styles.diagonal} x1={x(low)} y1={y(low)} x2={x(high)} y2={y(high)} />
          <text className={shared.tick} x={LEFT + plot / 2} y={8 + plot + 32} textAnchor="middle">
            {criticCheckText.predicted}
          </text>
          <text className={shared.tick} transform={`translate(12 ${8 + plot / 2}) rotate(-90)`} textAnchor="middle">
            {criticCheckText.truth}
          </text>
          {points.map(
            ({ episode, message, role, predicted, interval }) =>
              interval && (
                <line
                  key={`${episode} ${message}`}
                  className={styles.interval}
                  stroke={color(role)}
                  x1={x(predicted)}
                  x2={x(predicted)}
                  y1={y(interval.low)}
                  y2={y(interval.high)}
                />
              ),
          )}
          <g onKeyDown={onKey}>
            {points.map((point, index) => (
              <Point
                key={`${point.episode} ${point.message}`}
                point={point}
                name={agentName(document, point.role)}
                iteration={iteration}
                x={x(point.predicted)}
                y={y(point.truth)}
                color={color(point.role)}
                tabbed={index === Math.min(tabbed, points.length - 1)}
                onTabbed={() => setTabbed(index)}
              />
            ))}
          </g>
          {roles.map((role, index) => (
            <g key={role} transform={`translate(${LEFT} ${8 + plot + 42 + index * KEY})`}>
              <circle cx={6} cy={6} r={5} fill={color(role)} />
              <text className={shared.name} x={18} y={10}>
                {agentName(document, role)}
              </text>
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

interface PointProps {
  readonly point: CalibrationPoint;
  readonly name: string;
  readonly iteration: number;
  readonly x: number;
  readonly y: number;
  readonly color: string;
  readonly tabbed: boolean;
  readonly onTabbed: () => void;
}

function Point({ point, name, iteration, x, y, color, tabbed, onTabbed }: PointProps) {
  const { episode, message, predicted, truth, interval } = point;
  const read = useCursor((cursor) => cursor.iteration === iteration && cursor.episode === episode && cursor.message === message);
  const range = interval ? criticCheckText.interval(formatNumber(interval.low), formatNumber(interval.high)) : '';
  const label = criticCheckText.point(name, episode, message, formatNumber(predicted), formatNumber(truth), range);
  const choose = (): void => cursorStore.getState().move({ iteration, episode, message });
  return (
    <g
      role="button"
      className={styles.point}
      tabIndex={tabbed ? 0 : -1}
      aria-label={label}
      aria-current={read || undefined}
      transform={`translate(${x} ${y})`}
      onClick={choose}
      onFocus={onTabbed}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        choose();
      }}
    >
      <title>{label}</title>
      {read && <circle data-page-only className={styles.read} r={RADIUS + 3.5} />}
      <circle r={RADIUS} fill={color} />
      <text className={styles.depth} y={3.5} textAnchor="middle">
        {message + 1}
      </text>
    </g>
  );
}
