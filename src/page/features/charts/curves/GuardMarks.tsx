/** A small tick on the horizontal axis where a guard acted; the chart's readout says which. One path per guard. */
import { GUARDS, type GuardMark } from '../../../state/charts/chartModels.ts';
import styles from '../../../kit/charts/charts.module.css';
import type { PlotScale } from '../../../kit/plot/plotScale.ts';

/** Height and half the width of a tick, pixels. */
const HEIGHT = 5;
const HALF = 2.5;

interface Props {
  readonly marks: readonly GuardMark[];
  readonly scale: PlotScale;
}

export function GuardMarks({ marks, scale }: Props) {
  if (marks.length === 0) return null;
  const top = scale.box.bottom - HEIGHT;
  return (
    <g>
      {GUARDS.map((guard) => {
        // Of several in one iteration the gravest is drawn; the readout names all.
        const own = marks.filter(({ guards }) => guards[0] === guard);
        if (own.length === 0) return null;
        const ticks = own.map(({ iteration }) => `M${scale.x(iteration)} ${top}l${HALF} ${HEIGHT}h${-2 * HALF}Z`);
        return <path key={guard} className={styles.guardTick} data-guard={guard} data-count={own.length} d={ticks.join('')} />;
      })}
    </g>
  );
}
