/**
 * The line above a picture: its unit, or the values at the iteration that is pointed at. All charts share the pointer, and
 * boxes over nine curves at once would hide what they describe.
 */
import { VisuallyHidden } from '@mantine/core';
import type { ChartLine, ChartModel, ChartRow } from '../../state/charts/chartModels.ts';
import { drawnIndex } from '../../state/runs/series.ts';
import { inspectText, text } from '../../../words/words.ts';
import styles from '../../kit/charts/charts.module.css';
import { formatNumber } from '../../kit/figures/format.ts';
import { isHollow, lineLook, lineName, type Scheme } from '../../kit/figures/lineStyle.ts';
import { usePointedIteration } from '../../kit/charts/pointed.ts';
import { Swatch } from '../../kit/charts/Swatch.tsx';

interface Props {
  readonly model: ChartModel;
  readonly scheme: Scheme;
  /** Shown while nothing is pointed at. */
  readonly unit: string;
  /** Whether it is read out as it changes: that of the chart being steered, not all at once. */
  readonly spoken: boolean;
}

/** The value as drawn, and as it was measured where that is another: smoothed, or beyond the axis. */
function valueOf(line: ChartLine, row: ChartRow): string {
  const beyond = line.beyond === undefined ? null : row[line.beyond];
  const drawn = formatNumber(row[line.metric]);
  const raw = line.raw === undefined ? null : row[line.raw];
  if (typeof beyond === 'number') {
    const told = inspectText.charts.beyond(formatNumber(beyond));
    return typeof raw === 'number' ? text.charts.smoothed(drawn, told) : told;
  }
  return typeof raw === 'number' ? text.charts.smoothed(drawn, formatNumber(raw)) : drawn;
}

export function ChartTip({ model, scheme, unit, spoken }: Props) {
  const row = model.rows[drawnIndex(model.iterations, usePointedIteration(), model.bucket)];
  const iteration = row?.['iteration'];
  // Of what is not drawn only what is amiss is told.
  const present = model.lines.filter(({ metric, mark }) => typeof row?.[metric] === 'number' && (mark !== 'table' || row[metric] !== 0));
  const guards = model.marks.find((mark) => mark.iteration === iteration)?.guards ?? [];
  if (!row || present.length === 0)
    return (
      <div className={`${styles.readout} ${styles.unit}`} title={unit}>
        {unit}
      </div>
    );
  return (
    <div className={styles.readout} role={spoken ? 'status' : undefined}>
      <div className={styles.tip}>
        <VisuallyHidden>{inspectText.charts.iteration} </VisuallyHidden>
        <span>{iteration}</span>
        {present.map((line) => (
          <span key={line.metric} className={styles.tipValue}>
            {line.mark !== 'table' && <Swatch look={lineLook(line, scheme)} mark={line.mark} hollow={isHollow(line)} />}
            {line.mark !== 'table' && <VisuallyHidden>{lineName(line)} </VisuallyHidden>}
            <span>{line.mark === 'table' ? `${valueOf(line, row)} ${lineName(line)}` : valueOf(line, row)}</span>
          </span>
        ))}
        {guards.length > 0 && <span className={styles.guards}>{guards.map((guard) => inspectText.charts.guards[guard]).join(', ')}</span>}
      </div>
    </div>
  );
}
