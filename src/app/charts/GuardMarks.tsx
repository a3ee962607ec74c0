/** A small tick on the horizontal axis where a guard acted; the chart's readout says which. One path per guard. */
import { DefaultZIndexes, usePlotArea, useXAxisScale, ZIndexLayer } from 'recharts';
import { GUARDS, type GuardMark } from '../../stores/runs/chartModels.ts';
import styles from './charts.module.css';

/** Height and half the width of a tick, pixels. */
const HEIGHT = 5;
const HALF = 2.5;

export function GuardMarks({ marks }: { readonly marks: readonly GuardMark[] }) {
  const xOf = useXAxisScale();
  const area = usePlotArea();
  if (!xOf || !area || marks.length === 0) return null;
  const axis = area.y + area.height;
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.scatter}>
      <g pointerEvents="none">
        {GUARDS.map((guard) => {
          // Of several in one iteration the gravest is drawn; the readout names all.
          const own = marks.filter(({ guards }) => guards[0] === guard);
          if (own.length === 0) return null;
          const ticks = own.map(({ iteration }) => `M${xOf(iteration)} ${axis - HEIGHT}l${HALF} ${HEIGHT}h${-2 * HALF}Z`);
          return <path key={guard} className={styles.guardTick} data-guard={guard} data-count={own.length} d={ticks.join('')} />;
        })}
      </g>
    </ZIndexLayer>
  );
}
