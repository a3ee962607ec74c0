/**
 * The values under the cursor, in one line above the picture: all charts share the cursor, and boxes over nine curves at
 * once would hide what they describe.
 */
import { VisuallyHidden } from '@mantine/core';
import type { ChartModel } from '../../stores/runs/chartModels.ts';
import { inspectText } from '../text/en.inspect.ts';
import styles from './charts.module.css';
import { formatNumber } from './format.ts';
import { lineColor, lineName, type Scheme } from './lineStyle.ts';

interface Props {
  readonly model: ChartModel;
  readonly iteration: number;
  readonly scheme: Scheme;
}

export function ChartTip({ model, iteration, scheme }: Props) {
  const row = model.rows.find((candidate) => candidate.iteration === iteration);
  const present = model.lines.filter((line) => typeof row?.[line.metric] === 'number');
  if (!row || present.length === 0) return null;
  return (
    <span className={styles.tip}>
      <VisuallyHidden>{inspectText.charts.iteration} </VisuallyHidden>
      <span>{iteration}</span>
      {present.map((line) => (
        <span key={line.metric} className={styles.tipValue}>
          <span
            className={styles.swatch}
            data-mark={line.mark}
            data-hollow={line.subject === 'greedyTest'}
            style={{ color: lineColor(line, scheme) }}
          />
          <VisuallyHidden>{lineName(line)} </VisuallyHidden>
          <span>{formatNumber(row[line.metric])}</span>
        </span>
      ))}
    </span>
  );
}
