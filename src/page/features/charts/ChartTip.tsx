/**
 * The line above a picture: its unit, or the values at the iteration that is pointed at. All charts share the pointer, and
 * boxes over nine curves at once would hide what they describe.
 */
import { VisuallyHidden } from '@mantine/core';
import type { ChartLine, ChartModel, ChartRow } from '../../state/charts/chartModels.ts';
import { drawnIndex } from '../../state/runs/series.ts';
import { chartsText, COMMA, inspectText } from '../../../words/words.ts';
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

/** The value as drawn, or as it was measured beyond the axis. */
function valueOf(line: ChartLine, row: ChartRow): string {
  return line.raw === undefined ? measuredAs(row[line.metric], line, row) : formatNumber(row[line.metric]);
}

/** The value as it was measured, where a smoothed one is drawn. */
function Raw({ line, row }: { readonly line: ChartLine; readonly row: ChartRow }) {
  const raw = line.raw === undefined ? null : row[line.raw];
  return typeof raw === 'number' && <span className={styles.raw}> {chartsText.raw(measuredAs(raw, line, row))}</span>;
}

/** `drawn`, or the value that lies beyond the axis. */
function measuredAs(drawn: number | null | undefined, line: ChartLine, row: ChartRow): string {
  const beyond = line.beyond === undefined ? null : row[line.beyond];
  return typeof beyond === 'number' ? inspectText.charts.beyond(formatNumber(beyond)) : formatNumber(drawn);
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
            <span>
              {line.mark === 'table' ? `${valueOf(line, row)} ${lineName(line)}` : valueOf(line, row)}
              <Raw line={line} row={row} />
            </span>
          </span>
        ))}
        {guards.length > 0 && <span className={styles.guards}>{guards.map((guard) => inspectText.charts.guards[guard]).join(COMMA)}</span>}
      </div>
    </div>
  );
}
