/** A small arrowhead at the edge of a chart for each value that lies beyond it. */
import { DefaultZIndexes, useXAxisScale, useYAxisScale, ZIndexLayer } from 'recharts';
import type { ChartModel, Limits } from '../../stores/runs/chartModels.ts';
import { lineColor, type Scheme } from './lineStyle.ts';

interface Props {
  readonly model: ChartModel;
  readonly limits: Limits;
  readonly scheme: Scheme;
}

/** Height and half the width of an arrowhead, pixels. */
const HEIGHT = 6;
const HALF = 4;

export function BeyondMarks({ model, limits: [least, greatest], scheme }: Props) {
  const xOf = useXAxisScale();
  const yOf = useYAxisScale();
  if (!xOf || !yOf) return null;
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.scatter}>
      <g pointerEvents="none">
        {model.lines.flatMap((line) =>
          model.rows.map((row) => {
            const value = line.beyond === undefined ? null : row[line.beyond];
            if (typeof value !== 'number') return null;
            const x = xOf(row['iteration']);
            const edge = yOf(value < least ? least : greatest);
            if (x === undefined || edge === undefined) return null;
            const base = value < least ? edge - HEIGHT : edge + HEIGHT;
            return (
              <path
                key={`${line.metric} ${row['iteration']}`}
                data-beyond={row['iteration']}
                d={`M${x} ${edge}L${x - HALF} ${base}H${x + HALF}Z`}
                fill={lineColor(line, scheme)}
              />
            );
          }),
        )}
      </g>
    </ZIndexLayer>
  );
}
