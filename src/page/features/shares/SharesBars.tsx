/** Shares of credit as bars from 0, each with its interval as a line. */
import { useMemo } from 'react';
import type { AgentShare } from '../../../core/credit/estimates.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { formatNumber, formatTick } from '../../kit/figures/format.ts';
import { pixelOf } from '../../kit/figures/geometry.ts';
import { agentIndex, agentName } from '../../kit/figures/lineStyle.ts';
import { useSize } from '../../kit/figures/useSize.ts';
import { valueAxis } from '../../kit/plot/valueAxis.ts';
import { SEMICOLON, sharesText } from '../../../words/words.ts';
import { agentColor } from '../../kit/theme/agentColors.ts';
import { useScheme } from '../../kit/theme/useScheme.ts';
import { namedShare } from './sentences.ts';
import styles from '../../kit/lab/answers.module.css';

const ROW = 34;
const BAR = 16;
const AXIS = 22;
/** Room for the numbers at the right, pixels. */
const NUMBERS = 56;
/** Mean width of a letter of a name, pixels. */
const LETTER = 7;
/** Least distance between two numbers of the axis, pixels. */
const TICK_GAP = 64;

interface Props {
  readonly document: ProjectDocument;
  readonly shares: readonly AgentShare[];
}

export function SharesBars({ document, shares }: Props) {
  const scheme = useScheme();
  const [measure, size] = useSize<HTMLDivElement>();
  const width = size?.width ?? 0;
  const names = shares.map(({ role }) => agentName(document, role));
  const left = Math.min(0.35 * width, 14 + LETTER * Math.max(...names.map(({ length }) => length)));
  const right = Math.max(left + 1, width - NUMBERS);
  const axis = useMemo(() => {
    const ends = shares.flatMap(({ value, interval }) => [value, interval?.low ?? value, interval?.high ?? value]);
    return valueAxis([Math.min(...ends), Math.max(...ends)], Math.max(2, (right - left) / TICK_GAP), true);
  }, [shares, left, right]);
  const x = (value: number): number => pixelOf(value, axis.domain, [left, right]);
  const height = shares.length * ROW + AXIS;
  const zero = x(0);
  return (
    <div ref={measure} className={styles.drawing} style={{ minHeight: height }}>
      {width > 0 && (
        <svg
          data-figure
          width={width}
          height={height}
          role="img"
          aria-label={shares.map((share) => sharesText.bar(namedShare(share, (role) => agentName(document, role)))).join(SEMICOLON)}
        >
          {axis.ticks.map((tick) => (
            <g key={tick}>
              <line className={tick === 0 ? styles.zero : styles.line} x1={x(tick)} x2={x(tick)} y1={0} y2={height - AXIS} />
              <text className={styles.tick} x={x(tick)} y={height - 6} textAnchor="middle">
                {formatTick(tick)}
              </text>
            </g>
          ))}
          {shares.map(({ role, value, interval }, index) => {
            const middle = index * ROW + ROW / 2;
            return (
              <g key={role}>
                <text className={styles.name} x={left - 8} y={middle + 4} textAnchor="end">
                  {shortened(names[index] ?? role, (left - 8) / LETTER)}
                  <title>{names[index]}</title>
                </text>
                <rect
                  x={Math.min(zero, x(value))}
                  width={Math.max(1, Math.abs(x(value) - zero))}
                  y={middle - BAR / 2}
                  height={BAR}
                  fill={agentColor(agentIndex(document, role), scheme)}
                  opacity={0.75}
                />
                {interval && (
                  <g className={styles.whisker}>
                    <line x1={x(interval.low)} x2={x(interval.high)} y1={middle} y2={middle} />
                    <line x1={x(interval.low)} x2={x(interval.low)} y1={middle - 5} y2={middle + 5} />
                    <line x1={x(interval.high)} x2={x(interval.high)} y1={middle - 5} y2={middle + 5} />
                  </g>
                )}
                <text className={styles.value} x={width - 4} y={middle + 4} textAnchor="end">
                  {formatNumber(value)}
                </text>
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

function shortened(name: string, letters: number): string {
  return name.length <= letters ? name : `${name.slice(0, Math.max(1, Math.floor(letters) - 1))}…`;
}
