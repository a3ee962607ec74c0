/** One chart as a picture, and what a pointer and the keyboard do in it. */
import { useMergedRef } from '@mantine/hooks';
import { memo } from 'react';
import type { ChartModel } from '../../state/charts/chartModels.ts';
import { inspectText } from '../../../words/words.ts';
import { AxisName } from '../../kit/charts/AxisName.tsx';
import styles from '../../kit/charts/charts.module.css';
import { Curves } from './curves/Curves.tsx';
import type { Scheme } from '../../kit/figures/lineStyle.ts';
import { usePlotGestures } from '../../kit/charts/usePlotGestures.ts';
import { useSize } from '../../kit/figures/useSize.ts';

interface Props {
  readonly model: ChartModel;
  readonly scheme: Scheme;
  /** The sentence that stands for the picture. */
  readonly summary: string;
  /** Said while there is nothing to draw. */
  readonly none: string;
  readonly onRead: (iteration: number) => void;
}

export const ChartPicture = memo(function ChartPicture({ model, scheme, summary, none, onRead }: Props) {
  // A chart without points stays in place: a run's first point then changes a chart, which costs far less than a new one.
  const empty = model.lines.length === 0;
  const [measure, size] = useSize<HTMLDivElement>();
  const { element, band, handlers } = usePlotGestures({
    size,
    iterations: model.iterations,
    whole: model.whole,
    shown: model.shown,
    onRead,
  });
  const ref = useMergedRef(element, measure);
  return (
    <div
      ref={ref}
      className={`${styles.plot} ${styles.picture}`}
      // It takes the arrow keys for itself: they lead from point to point.
      role="application"
      tabIndex={empty ? undefined : 0}
      aria-label={summary}
      data-shown={model.shown.join(' ')}
      {...handlers}
    >
      {empty && <div className={styles.none}>{none}</div>}
      {size && <Curves model={model} scheme={scheme} size={size} />}
      {!empty && <AxisName>{inspectText.charts.iteration}</AxisName>}
      <div ref={band} className={styles.zoomBand} hidden />
    </div>
  );
});
