/** A stretch of a line as it is drawn, beside its name: colour, dash and marker; with a band behind it where one is drawn. */
import { markerPath } from '../plot/markers.ts';
import type { Look } from '../theme/agentColors.ts';
import styles from './charts.module.css';

/** Pixels. */
const WIDTH = 18;
const HEIGHT = 10;

interface Props {
  readonly look: Look;
  readonly mark: string;
  readonly hollow?: boolean;
  /** Whether the line has a band around it. */
  readonly band?: boolean;
}

export function Swatch({ look: { color, dash, marker }, mark, hollow = false, band = false }: Props) {
  if (mark !== 'line' && !(mark === 'joined' && marker))
    return <span className={styles.swatch} data-mark={mark} data-hollow={hollow} style={{ color }} aria-hidden />;
  const middle = HEIGHT / 2;
  return (
    <svg className={styles.lineSwatch} width={WIDTH} height={HEIGHT} aria-hidden data-dash={dash.join(' ')} data-marker={marker ?? ''}>
      {band && <rect width={WIDTH} height={HEIGHT} fill={color} opacity={0.2} />}
      <line
        x1={0}
        x2={WIDTH}
        y1={middle}
        y2={middle}
        stroke={color}
        strokeWidth={2}
        strokeDasharray={dash.length > 0 ? dash.join(' ') : undefined}
      />
      {marker && <path d={markerPath(marker, WIDTH / 2, middle, 3.5)} fill={color} stroke="var(--surface)" />}
    </svg>
  );
}
