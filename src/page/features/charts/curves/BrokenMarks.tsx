/** A ring where credit was not conserved, around what was paid, and a stroke from there to what was declared. */
import type { ChartModel } from '../../../state/charts/chartModels.ts';
import styles from '../../../kit/charts/charts.module.css';
import type { PlotScale } from '../../../kit/plot/plotScale.ts';

interface Props {
  readonly model: ChartModel;
  readonly scale: PlotScale;
}

export function BrokenMarks({ model: { broken, rows }, scale }: Props) {
  if (broken.length === 0) return null;
  return (
    <g className={styles.broken}>
      {broken.map((iteration) => {
        const row = rows.find((candidate) => candidate['iteration'] === iteration);
        const [declared, paid] = [row?.['credit/declared'], row?.['credit/paid']];
        if (typeof paid !== 'number') return null;
        const [x, y] = [scale.x(iteration), scale.y(paid)];
        return (
          <g key={iteration} data-broken={iteration}>
            {typeof declared === 'number' && <line x1={x} x2={x} y1={scale.y(declared)} y2={y} />}
            <circle cx={x} cy={y} r={3.5} />
          </g>
        );
      })}
    </g>
  );
}
