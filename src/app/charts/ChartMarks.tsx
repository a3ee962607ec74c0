/**
 * What moves over a chart without the chart being drawn anew: the rule at the iteration being read, and the rule and dots at
 * the one that is pointed at in any of the charts. It asks Recharts for its scales.
 */
import { DefaultZIndexes, usePlotArea, useXAxisScale, useYAxisScale, ZIndexLayer } from 'recharts';
import { useCursor } from '../../stores/cursor.ts';
import type { ChartModel } from '../../stores/runs/chartModels.ts';
import { drawnPlace } from '../../stores/runs/series.ts';
import styles from './charts.module.css';
import { lineColor, type Scheme } from './lineStyle.ts';
import { usePointed } from './pointed.ts';

interface Props {
  readonly model: ChartModel;
  readonly scheme: Scheme;
}

export function ChartMarks({ model, scheme }: Props) {
  const reading = useCursor((cursor) => cursor.iteration);
  const pointed = usePointed();
  const xOf = useXAxisScale();
  const yOf = useYAxisScale();
  const row = model.rows[drawnPlace(model.iterations, pointed, model.bucket)];
  if (!xOf || !yOf) return null;
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.cursorLine}>
      <g pointerEvents="none">
        {reading !== null && <Rule className={styles.reading} x={xOf(reading)} />}
        {pointed !== null && (
          <>
            <Rule className={styles.pointing} x={xOf(pointed)} />
            {model.lines.map((line) => {
              const value = row?.[line.metric];
              if (typeof value !== 'number' || line.mark === 'table') return null;
              return (
                <circle
                  key={line.metric}
                  className={styles.pointDot}
                  cx={xOf(row?.['iteration'])}
                  cy={yOf(value)}
                  r={4}
                  fill={lineColor(line, scheme)}
                />
              );
            })}
          </>
        )}
      </g>
    </ZIndexLayer>
  );
}

function Rule({ x, className }: { readonly x: number | undefined; readonly className: string | undefined }) {
  const area = usePlotArea();
  if (!area || x === undefined || x < area.x || x > area.x + area.width) return null;
  return <line className={className} x1={x} x2={x} y1={area.y} y2={area.y + area.height} />;
}
