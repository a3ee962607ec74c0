/** The line above a chart of many runs: its unit, or each group's mean and interval at the iteration that is pointed at. */
import { VisuallyHidden } from '@mantine/core';
import { isCut, type ManyRunsGroup, type ManyRunsModel } from '../../../state/charts/manyRuns.ts';
import { drawnIndex } from '../../../state/runs/series.ts';
import { chartsText, inspectText } from '../../../../words/words.ts';
import styles from '../charts.module.css';
import { formatNumber } from '../../figures/format.ts';
import type { Look } from '../../theme/agentColors.ts';
import { Swatch } from '../Swatch.tsx';
import { usePointedIteration } from '../pointed.ts';

interface Props {
  readonly model: ManyRunsModel;
  readonly looks: readonly Look[];
  readonly highlighted: string | null;
  readonly unit: string;
  /** What the horizontal axis counts; iterations where left out. */
  readonly axis: string | undefined;
  /** Whether it is read out as it changes: that of the chart being steered, not all at once. */
  readonly spoken: boolean;
}

export function ManyRunsTip({ model, looks, highlighted, unit, axis, spoken }: Props) {
  const pointed = usePointedIteration();
  const column = drawnIndex(model.x, pointed, model.bucket);
  const present = model.groups.flatMap((group, index) => (typeof group.mean[column] === 'number' ? [{ group, index }] : []));
  if (present.length === 0) {
    const most = Math.max(0, ...model.groups.map(({ lines }) => lines.length));
    const parts = [
      unit,
      axis && chartsText.manyRuns.by(axis),
      chartsText.manyRuns.what(most),
      model.extent && isCut(model, model.extent) && chartsText.manyRuns.cut,
      model.bucket > 1 && inspectText.charts.thinned(model.bucket),
    ];
    const told = parts.filter(Boolean).join(' · ');
    return (
      <div className={`${styles.readout} ${styles.unit}`} title={told}>
        {told}
      </div>
    );
  }
  const chosen = model.groups.flatMap(({ lines }) => lines).find(({ run }) => run === highlighted);
  const value = chosen?.values[column];
  return (
    <div className={styles.readout} role={spoken ? 'status' : undefined}>
      <div className={styles.tip}>
        <VisuallyHidden>{axis ?? inspectText.charts.iteration} </VisuallyHidden>
        <span>{axis === undefined ? pointed : `${formatNumber(pointed)} ${axis}`}</span>
        {present.map(({ group, index }) => (
          <span key={group.id} className={styles.tipValue}>
            {looks[index] && <Swatch look={looks[index]} mark="line" />}
            <VisuallyHidden>{group.label} </VisuallyHidden>
            <span>
              {toldOf(group, column)}
              <Raw value={group.measured[column]} />
            </span>
          </span>
        ))}
        {chosen && typeof value === 'number' && (
          <span className={styles.guards}>{chartsText.manyRuns.run(chosen.label, formatNumber(value))}</span>
        )}
      </div>
    </div>
  );
}

function toldOf({ mean, half, count }: ManyRunsGroup, column: number): string {
  const [centre, around] = [mean[column], half[column]];
  return chartsText.manyRuns.value(formatNumber(centre), typeof around === 'number' ? formatNumber(around) : null, count[column] ?? 0);
}

/** The mean as it was measured, where a smoothed one is drawn. */
function Raw({ value }: { readonly value: number | null | undefined }) {
  return typeof value === 'number' && <span className={styles.raw}> {chartsText.raw(formatNumber(value))}</span>;
}
