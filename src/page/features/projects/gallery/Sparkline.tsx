/** A curve of a few points without axes; what it says stands beside it as text. */
interface SparklineProps {
  /** Within 0 and 1, from left to right. */
  readonly values: readonly number[];
  readonly label: string;
}

const WIDTH = 96;
const HEIGHT = 28;
const EDGE = 2;

export function Sparkline({ values, label }: SparklineProps) {
  const x = (index: number) => EDGE + (index / Math.max(1, values.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (value: number) => HEIGHT - EDGE - value * (HEIGHT - 2 * EDGE);
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} style={{ flexShrink: 0 }}>
      <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--line)" />
      <polyline points={points} fill="none" stroke="var(--mantine-primary-color-filled)" strokeWidth={1.5} strokeLinejoin="round" />
    </svg>
  );
}
