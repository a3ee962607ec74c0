/**
 * The line above a picture: its unit, or the values at the iteration that is pointed at. All charts share the pointer, and
 * boxes over nine curves at once would hide what they describe.
 */
import { VisuallyHidden } from '@mantine/core';
import type { ChartLine, ChartModel, ChartRow } from '../../state/charts/chartModels.ts';
import { drawnIndex } from '../../state/runs/series.ts';
import { inspectText } from '../../../words/words.ts';
import styles from '../../kit/charts/charts.module.css';
import { formatNumber } from '../../kit/figures/format.ts';
import { isHollow, lineColor, lineName, type Scheme } from '../../kit/figures/lineStyle.ts';
import { usePointedIteration } from '../../kit/charts/pointed.ts';

interface Props {
  readonly model: ChartModel;
  readonly scheme: Scheme;
  /** Shown while nothing is pointed at. */
  readonly unit: string;
  /** Whether it is read out as it changes: that of the chart being steered, not all at once. */
  readonly spoken: boolean;
}

/** The value as drawn; where that is beyond the axis, as it was measured. */
function valueOf(line: ChartLine, row: ChartRow): string {
  const beyond = line.beyond === undefined ? null : row[line.beyond];
  return typeof beyond === 'number' ? inspectText.charts.beyond(formatNumber(beyond)) : formatNumber(row[line.metric]);
}

export function ChartTip({ model, scheme, unit, spoken }: Props) {
  const row = model.rows[drawnIndex(model.iterations, usePointedIteration(), model.bucket)];
  const iteration = row?.['iteration'];
  // Of what is not drawn only what is amiss is told.
  const present = model.lines.filter(({ metric, mark }) => typeof row?.[metric] === 'number' && (mark !== 'table' || row[metric] !== 0));
  const guards = model.marks.find((mark) => mark.iteration === iteration)?.guards ?? [];
  if (!row || present.length === 0) return <div className={`${styles.readout} ${styles.unit}`}>{unit}</div>;
  return (
    <div className={`${styles.readout} ${styles.tip}`} role={spoken ? 'status' : undefined}>
      <VisuallyHidden>{inspectText.charts.iteration} </VisuallyHidden>
      <span>{iteration}</span>
      {present.map((line) => (
        <span key={line.metric} className={styles.tipValue}>
          {line.mark !== 'table' && (
            <span className={styles.swatch} data-mark={line.mark} data-hollow={isHollow(line)} style={{ color: lineColor(line, scheme) }} />
          )}
          {line.mark !== 'table' && <VisuallyHidden>{lineName(line)} </VisuallyHidden>}
          <span>{line.mark === 'table' ? `${valueOf(line, row)} ${lineName(line)}` : valueOf(line, row)}</span>
        </span>
      ))}
      {guards.length > 0 && <span className={styles.guards}>{guards.map((guard) => inspectText.charts.guards[guard]).join(', ')}</span>}
    </div>
  );
}
