/** The tree's values along one episode: before each message, and at the end. */
import { useMemo } from 'react';
import type { TreeValue } from '../../../core/credit/estimates.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { formatNumber, formatTick } from '../../kit/figures/format.ts';
import { pixelOf } from '../../kit/figures/geometry.ts';
import { agentIndex, agentName } from '../../kit/figures/lineStyle.ts';
import { useSize } from '../../kit/figures/useSize.ts';
import { valueAxis } from '../../kit/plot/valueAxis.ts';
import shared from '../../kit/lab/answers.module.css';
import { COLON, criticCheckText, SEMICOLON } from '../../../words/words.ts';
import { agentColor } from '../../kit/theme/agentColors.ts';
import { useScheme } from '../../kit/theme/useScheme.ts';
import styles from './criticCheck.module.css';

const HEIGHT = 190;
const LEFT = 46;
const BELOW = 24;
/** Greatest width of a state, pixels. */
const MOST_STEP = 130;

interface Props {
  readonly document: ProjectDocument;
  readonly record: EpisodeRecord;
  readonly values: readonly TreeValue[];
}

export function TreeCourse({ document, record, values }: Props) {
  const scheme = useScheme();
  const [measure, size] = useSize<HTMLDivElement>();
  const step = Math.min(MOST_STEP, Math.max(18, ((size?.width ?? 0) - LEFT - 20) / values.length));
  const width = LEFT + step * values.length + 12;
  const axis = useMemo(() => {
    const ends = values.flatMap(({ value, interval }) => [value, interval?.low ?? value, interval?.high ?? value]);
    return valueAxis([Math.min(...ends), Math.max(...ends)], 4, true);
  }, [values]);
  const x = (index: number): number => LEFT + step * (index + 0.5);
  const y = (value: number): number => pixelOf(value, axis.domain, [HEIGHT - BELOW, 8]);
  const nameAt = (message: number): string => {
    const said = record.messages[message];
    return said ? agentName(document, said.role) : criticCheckText.treeEnd;
  };
  return (
    <div ref={measure} className={shared.drawing} style={{ overflowX: 'auto' }}>
      {size && (
        <svg
          data-figure
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={values.map(({ message, value }) => `${nameAt(message)}${COLON}${formatNumber(value)}`).join(SEMICOLON)}
        >
          {axis.ticks.map((tick) => (
            <g key={tick}>
              <line className={tick === 0 ? shared.zero : shared.line} x1={LEFT} x2={width - 8} y1={y(tick)} y2={y(tick)} />
              <text className={shared.tick} x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
                {formatTick(tick)}
              </text>
            </g>
          ))}
          <path className={styles.course} d={values.map(({ value }, index) => `${index ? 'L' : 'M'}${x(index)} ${y(value)}`).join('')} />
          {values.map(({ message, value, interval }, index) => {
            const said = record.messages[message];
            const color = said ? agentColor(agentIndex(document, said.role), scheme) : 'var(--ink)';
            const room = Math.max(1, Math.floor(step / 6.5));
            const name = step < 40 ? String(message + 1) : nameAt(message);
            return (
              <g key={message}>
                {interval && (
                  <line className={styles.interval} stroke={color} x1={x(index)} x2={x(index)} y1={y(interval.low)} y2={y(interval.high)} />
                )}
                <circle cx={x(index)} cy={y(value)} r={5} fill={color}>
                  <title>{`${nameAt(message)}${COLON}${formatNumber(value)}`}</title>
                </circle>
                <text className={shared.tick} x={x(index)} y={HEIGHT - 6} textAnchor="middle">
                  {name.length > room ? `${name.slice(0, room - 1)}…` : name}
                </text>
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}
