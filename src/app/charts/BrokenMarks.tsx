/** A ring where credit was not conserved, around what was paid, and a stroke from there to what was declared. */
import { DefaultZIndexes, useXAxisScale, useYAxisScale, ZIndexLayer } from 'recharts';
import type { ChartModel } from '../../stores/runs/chartModels.ts';
import styles from './charts.module.css';

export function BrokenMarks({ model: { broken, rows } }: { readonly model: ChartModel }) {
  const xOf = useXAxisScale();
  const yOf = useYAxisScale();
  if (!xOf || !yOf || broken.length === 0) return null;
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.scatter}>
      <g pointerEvents="none" className={styles.broken}>
        {broken.map((iteration) => {
          const row = rows.find((candidate) => candidate['iteration'] === iteration);
          const [x, declared, paid] = [xOf(iteration), yOf(row?.['credit/declared']), yOf(row?.['credit/paid'])];
          if (x === undefined || paid === undefined) return null;
          return (
            <g key={iteration} data-broken={iteration}>
              {declared !== undefined && <line x1={x} x2={x} y1={declared} y2={paid} />}
              <circle cx={x} cy={paid} r={3.5} />
            </g>
          );
        })}
      </g>
    </ZIndexLayer>
  );
}
