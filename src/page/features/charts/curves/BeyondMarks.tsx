/** A small arrowhead at the edge of a chart for each value that lies beyond it. */
import type { ChartModel, Limits } from '../../../state/charts/chartModels.ts';
import { lineColor, type Scheme } from '../../../kit/figures/lineStyle.ts';
import type { PlotScale } from '../../../kit/plot/plotScale.ts';

interface Props {
  readonly model: ChartModel;
  readonly limits: Limits;
  readonly scheme: Scheme;
  readonly scale: PlotScale;
}

/** Height and half the width of an arrowhead, pixels. */
const HEIGHT = 6;
const HALF = 4;

export function BeyondMarks({ model, limits: [least, greatest], scheme, scale }: Props) {
  return (
    <g>
      {model.lines.flatMap((line) =>
        model.rows.map((row) => {
          const value = line.beyond === undefined ? null : row[line.beyond];
          const iteration = row['iteration'];
          if (typeof value !== 'number' || typeof iteration !== 'number') return null;
          const x = scale.x(iteration);
          const edge = scale.y(value < least ? least : greatest);
          const base = value < least ? edge - HEIGHT : edge + HEIGHT;
          return (
            <path
              key={`${line.metric} ${iteration}`}
              data-beyond={iteration}
              d={`M${x} ${edge}L${x - HALF} ${base}H${x + HALF}Z`}
              fill={lineColor(line, scheme)}
            />
          );
        }),
      )}
    </g>
  );
}
