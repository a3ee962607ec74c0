/** Where in a picture its curves are: known, not measured, so that pointers, marks, exports and both ways of drawing agree. */
import type { Size } from './useSize.ts';

/** Room for the numbers at the left and below, pixels. What those below count stands before them, under those at the left. */
export const Y_AXIS = 50;
export const X_AXIS = 22;
/** Around everything, pixels. */
export const MARGIN = { top: 8, right: 10, bottom: 2, left: 0 };
/** Least distance between two numbers on an axis, pixels. */
export const X_TICK_GAP = 48;
const Y_TICK_GAP = 22;

/** Edges of the area the curves are drawn in, pixels of the picture. */
export interface PlotBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function plotBox({ width, height }: Size): PlotBox {
  return {
    left: MARGIN.left + Y_AXIS,
    right: Math.max(MARGIN.left + Y_AXIS + 1, width - MARGIN.right),
    top: MARGIN.top,
    bottom: Math.max(MARGIN.top + 1, height - MARGIN.bottom - X_AXIS),
  };
}

/** About how many steps between numbers each axis has room for. */
export function mostTicks(size: Size): { readonly x: number; readonly y: number } {
  const { left, right, top, bottom } = plotBox(size);
  return { x: (right - left) / X_TICK_GAP, y: Math.min(Math.max(Math.floor((bottom - top) / Y_TICK_GAP), 2), 6) };
}

/** Height of a letter of a label in a picture, pixels. */
const LABEL = 11;

/** The baseline of the label of a level at `y`: above it, or below where the plot area's `top` would cut it off. */
export function labelBeside(y: number, top: number): number {
  return y - 5 - LABEL < top ? y + LABEL + 2 : y - 5;
}

type Ends = readonly [number, number];

/** Where `value` of `domain` lies between the pixels `from` and `to`. */
export function pixelOf(value: number, [low, high]: Ends, [from, to]: Ends): number {
  return from + ((value - low) / (high - low)) * (to - from);
}

/** The value at a pixel: {@link pixelOf} backwards. */
export function valueAt(pixel: number, domain: Ends, pixels: Ends): number {
  return pixelOf(pixel, pixels, domain);
}
