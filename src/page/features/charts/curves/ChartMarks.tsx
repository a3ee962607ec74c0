/**
 * What moves over a chart without the chart being drawn anew: the rule at the iteration being read, and the rule and dots at
 * the one that is pointed at in any of the charts.
 */
import { useCursor } from '../../../state/address/cursor.ts';
import type { ChartModel } from '../../../state/charts/chartModels.ts';
import { drawnIndex } from '../../../state/runs/series.ts';
import styles from '../../../kit/charts/charts.module.css';
import { lineColor, type Scheme } from '../../../kit/figures/lineStyle.ts';
import type { PlotScale } from '../../../kit/plot/plotScale.ts';
import { usePointedIteration } from '../../../kit/charts/pointed.ts';

interface Props {
  readonly model: ChartModel;
  readonly scheme: Scheme;
  readonly scale: PlotScale;
}

export function ChartMarks({ model, scheme, scale }: Props) {
  const reading = useCursor((cursor) => cursor.iteration);
  const pointed = usePointedIteration();
  const row = model.rows[drawnIndex(model.iterations, pointed, model.bucket)];
  return (
    <g>
      {reading !== null && <Rule className={styles.reading} x={scale.x(reading)} scale={scale} />}
      {pointed !== null && (
        <>
          <Rule className={styles.pointing} x={scale.x(pointed)} scale={scale} />
          {row &&
            model.lines.map((line) => {
              const value = row[line.metric];
              if (typeof value !== 'number' || line.mark === 'table') return null;
              return (
                <circle
                  key={line.metric}
                  className={styles.pointDot}
                  cx={scale.x(row['iteration'] ?? pointed)}
                  cy={scale.y(value)}
                  r={4}
                  fill={lineColor(line, scheme)}
                />
              );
            })}
        </>
      )}
    </g>
  );
}

interface RuleProps {
  readonly x: number;
  readonly scale: PlotScale;
  readonly className: string | undefined;
}

function Rule({ x, scale: { box }, className }: RuleProps) {
  if (x < box.left || x > box.right) return null;
  return <line className={className} x1={x} x2={x} y1={box.top} y2={box.bottom} />;
}
