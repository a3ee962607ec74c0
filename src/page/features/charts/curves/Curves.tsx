/** The curves of a {@link ChartModel} and what is marked over them, at positions that are known: nothing is measured in the page. */
import { memo, useMemo } from 'react';
import type { ChartModel } from '../../../state/charts/chartModels.ts';
import { inspectText } from '../../../../words/words.ts';
import { BeyondMarks } from './BeyondMarks.tsx';
import { BrokenMarks } from './BrokenMarks.tsx';
import { chartAxes } from '../../../kit/plot/chartAxes.ts';
import { ChartMarks } from './ChartMarks.tsx';
import styles from '../../../kit/charts/charts.module.css';
import { CurvesCanvas } from './CurvesCanvas.tsx';
import { GuardMarks } from './GuardMarks.tsx';
import { labelBeside } from '../../../kit/figures/geometry.ts';
import type { Scheme } from '../../../kit/figures/lineStyle.ts';
import { plotScale, type PlotScale } from '../../../kit/plot/plotScale.ts';
import type { Size } from '../../../kit/figures/useSize.ts';

interface Props {
  readonly model: ChartModel;
  readonly scheme: Scheme;
  readonly size: Size;
}

export const Curves = memo(function Curves({ model, scheme, size }: Props) {
  const axes = useMemo(() => chartAxes(model, size), [model, size]);
  const scale = useMemo(() => plotScale(axes, size), [axes, size]);
  const [low, high] = axes.y.domain;
  return (
    <>
      <CurvesCanvas model={model} axes={axes} scheme={scheme} size={size} />
      <svg className={styles.overlay} width={size.width} height={size.height} aria-hidden>
        {model.references.map(
          ({ id, value }) => value >= low && value <= high && <Reference key={id} id={id} y={scale.y(value)} scale={scale} />,
        )}
        {model.limits && <BeyondMarks model={model} limits={model.limits} scheme={scheme} scale={scale} />}
        <BrokenMarks model={model} scale={scale} />
        <GuardMarks marks={model.marks} scale={scale} />
        <ChartMarks model={model} scheme={scheme} scale={scale} />
      </svg>
    </>
  );
});

interface ReferenceProps {
  readonly id: ChartModel['references'][number]['id'];
  readonly y: number;
  readonly scale: PlotScale;
}

/** A level the curves are compared with. */
function Reference({ id, y, scale: { box } }: ReferenceProps) {
  return (
    <g className={styles.reference}>
      <line strokeDasharray="4 3" x1={box.left} x2={box.right} y1={y} y2={y} />
      <text x={box.right - 5} y={labelBeside(y, box.top)} textAnchor="end">
        {inspectText.charts.references[id]}
      </text>
    </g>
  );
}
