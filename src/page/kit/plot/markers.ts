/** Small shapes on a line, by which it is known where its colour is not: where they stand, and their outlines as SVG paths. */
import { px } from './plotScale.ts';
import type { Marker } from '../theme/agentColors.ts';

/** Between two markers of a line, pixels. */
const GAP = 72;
/** Half a marker's height, pixels. */
export const MARKER_SIZE = 3.5;

/** Outline of `marker` around x, y with half its height `r`. */
export function markerPath(marker: Marker, x: number, y: number, r: number): string {
  const point = (across: number, down: number): string => `${px(x + across * r)} ${px(y + down * r)}`;
  const shape = (...points: readonly (readonly [number, number])[]): string => `M${points.map((at) => point(...at)).join('L')}Z`;
  switch (marker) {
    case 'circle':
      return `M${point(-1, 0)}a${px(r)} ${px(r)} 0 1 0 ${px(2 * r)} 0a${px(r)} ${px(r)} 0 1 0 ${px(-2 * r)} 0Z`;
    case 'square':
      return shape([-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]);
    case 'triangle':
      return shape([0, -1.15], [1.1, 0.85], [-1.1, 0.85]);
    case 'diamond':
      return shape([0, -1.3], [1.1, 0], [0, 1.3], [-1.1, 0]);
    case 'cross':
      return shape(
        ...([
          [-1.2, -0.4],
          [-0.4, -0.4],
          [-0.4, -1.2],
          [0.4, -1.2],
          [0.4, -0.4],
          [1.2, -0.4],
          [1.2, 0.4],
          [0.4, 0.4],
          [0.4, 1.2],
          [-0.4, 1.2],
          [-0.4, 0.4],
          [-1.2, 0.4],
        ] as const),
      );
    default:
      return marker satisfies never;
  }
}

/**
 * Indices of `x`, pixels from the left of the plot area and ascending, at which a line has a marker: about {@link GAP} apart, where it has
 * a value, and shifted by `order` of `of` lines, so that those on one another do not hide each other's.
 */
export function markerIndices(x: readonly number[], values: ArrayLike<number | null | undefined>, order: number, of: number): number[] {
  let next = ((order + 0.5) / Math.max(1, of)) * GAP;
  return x.flatMap((position, index) => {
    if (position < next || typeof values[index] !== 'number') return [];
    next += GAP * Math.ceil((position - next + 1e-9) / GAP);
    return index;
  });
}
