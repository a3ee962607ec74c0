/** Learning curves as a small SVG: thin lines per seed, their mean thick. */

export interface Curve {
  readonly seed: number;
  /** Mean reward of each iteration's rollout. */
  readonly curve: readonly number[];
}

const WIDTH = 640;
const HEIGHT = 280;
const LEFT = 44;
const BOTTOM = 36;
const TOP = 12;
const RIGHT = 12;

export function curvesSvg(curves: readonly Curve[]): string {
  const length = Math.max(...curves.map(({ curve }) => curve.length));
  const x = (iteration: number) => LEFT + ((iteration - 1) / Math.max(1, length - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (reward: number) => TOP + (1 - reward) * (HEIGHT - TOP - BOTTOM);
  const path = (curve: readonly number[]) =>
    curve.map((reward, i) => `${i ? 'L' : 'M'}${x(i + 1).toFixed(1)} ${y(reward).toFixed(1)}`).join('');
  const mean = Array.from({ length }, (_, i) => curves.reduce((sum, { curve }) => sum + (curve[i] ?? 0), 0) / curves.length);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (reward) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(reward)}" y2="${y(reward)}" stroke="#8884"/><text x="${LEFT - 6}" y="${y(reward) + 4}" text-anchor="end">${reward}</text>`,
  );
  const ticks = Array.from(
    { length: Math.floor(length / 10) },
    (_, i) => `<text x="${x((i + 1) * 10)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${(i + 1) * 10}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="11" fill="#777">
<title>Mean reward per iteration, ${curves.length} seeds and their mean</title>
${grid.join('\n')}
${ticks.join('\n')}
<text x="${(LEFT + WIDTH) / 2}" y="${HEIGHT - 4}" text-anchor="middle">iteration</text>
${curves.map(({ curve }) => `<path d="${path(curve)}" fill="none" stroke="#0072B2" stroke-opacity=".3"/>`).join('\n')}
<path d="${path(mean)}" fill="none" stroke="#0072B2" stroke-width="2.5"/>
</svg>
`;
}
