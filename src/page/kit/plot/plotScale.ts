/** From iterations and values to pixels of a picture, and the paths between them in a file. */
import type { Axes } from './chartAxes.ts';
import { pixelOf, plotBox, type PlotBox } from '../figures/geometry.ts';
import type { Size } from '../figures/useSize.ts';

export interface PlotScale {
  /** The area the curves are drawn in. */
  readonly box: PlotBox;
  /** Pixels from the left at which an iteration lies, and from the top for a value. */
  x(iteration: number): number;
  y(value: number): number;
}

export function plotScale(axes: Axes, size: Size): PlotScale {
  const box = plotBox(size);
  return {
    box,
    x: (iteration) => pixelOf(iteration, axes.x.domain, [box.left, box.right]),
    y: (value) => pixelOf(value, axes.y.domain, [box.bottom, box.top]),
  };
}

/** Pixels from the left and from the top; null where there is no value. */
export type Point = readonly [x: number, y: number] | null;

/** Where the `values` lie at the iterations `x`. */
export function pointsOf(x: readonly number[], values: readonly (number | null | undefined)[], scale: PlotScale): Point[] {
  return values.map((value, index) => (typeof value === 'number' ? [scale.x(x[index] ?? 0), scale.y(value)] : null));
}

/** Indices of the values without one beside them, as a run's first: of them a line would show nothing. */
export function loneIndices(values: ArrayLike<unknown>): number[] {
  return Array.from(values, (value, index) =>
    value != null && values[index - 1] == null && values[index + 1] == null ? index : -1,
  ).filter((index) => index >= 0);
}

/** An SVG path from point to point; null lifts the pen. */
export function pathOf(points: readonly Point[]): string {
  let down = false;
  let path = '';
  for (const point of points) {
    if (point !== null) path += `${down ? 'L' : 'M'}${px(point[0])} ${px(point[1])}`;
    down = point !== null;
  }
  return path;
}

/** Pixels to a hundredth, as short as they can be written. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}
