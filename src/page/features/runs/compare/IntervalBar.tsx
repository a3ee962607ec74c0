/** A row's mean and interval on the scale that all rows share; the numbers stand beside it. */
import type { ResultRow } from '../../../../core/sweep/table.ts';
import { agentColor } from '../../../kit/theme/agentColors.ts';
import { useScheme } from '../../../kit/theme/useScheme.ts';
import styles from './compare.module.css';

interface Props {
  readonly row: ResultRow;
  readonly rows: readonly ResultRow[];
  /** The group's place in the palette. */
  readonly slot: number;
}

export function IntervalBar({ row, rows, slot }: Props) {
  const scheme = useScheme();
  const ends = rows.flatMap(({ mean, interval }) => [mean, interval?.low, interval?.high].filter((end) => typeof end === 'number'));
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  if (row.mean === null || !(high > low)) return null;
  const percent = (value: number): number => (100 * (value - low)) / (high - low);
  const color = agentColor(slot, scheme);
  return (
    <div className={styles.bar} aria-hidden>
      {row.interval && (
        <span
          className={styles.range}
          style={{
            left: `${percent(row.interval.low)}%`,
            width: `${percent(row.interval.high) - percent(row.interval.low)}%`,
            background: color,
            opacity: 0.45,
          }}
        />
      )}
      <span className={styles.centre} style={{ left: `${percent(row.mean)}%`, background: color }} />
    </div>
  );
}
