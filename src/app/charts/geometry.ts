/**
 * Where the points of a {@link ChartModel} lie in a picture of a given size: scales, ticks and paths as plain data, so that
 * drawing a chart is writing a few attributes. Nine charts are redrawn some times a second beside a run that wants every
 * core; a general chart library took some 15 ms for each.
 */
import type { ChartLine, ChartModel, ChartReference } from '../../stores/runs/chartModels.ts';

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Tick {
  readonly value: number;
  /** Pixel along its axis. */
  readonly at: number;
}

export interface DrawnLine {
  readonly line: ChartLine;
  /** SVG path through all values; empty for lines drawn as dots. */
  readonly path: string;
  /** Path of the unsmoothed values, when there is smoothing. */
  readonly rawPath: string;
  readonly dots: readonly Point[];
}

export interface ChartGeometry {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly lines: readonly DrawnLine[];
  /** Pixel height of each reference that lies within the axis. */
  readonly references: readonly (ChartReference & { readonly y: number })[];
  xOf(iteration: number): number;
  yOf(value: number): number;
  /** The drawn iteration nearest to pixel `x`. */
  iterationAt(x: number): number;
}

/** Space for the axes' numbers, and for what is drawn on the very edge. */
const MARGIN = { left: 46, right: 10, top: 8, bottom: 24 } as const;
/** Least distance between two numbers on the vertical axis, pixels. */
const Y_TICK_GAP = 24;
/** Least distance between two numbers on the horizontal axis, pixels. */
const X_TICK_GAP = 56;

export function geometryOf(model: ChartModel, { width, height }: Size): ChartGeometry {
  const [left, right, top, bottom] = [MARGIN.left, Math.max(width - MARGIN.right, MARGIN.left + 1), MARGIN.top, height - MARGIN.bottom];
  const last = Math.max(1, ...model.rows.map((row) => row['iteration'] ?? 0));
  const yValues = niceTicks(...rangeOf(model), Math.max(1, Math.floor((bottom - top) / Y_TICK_GAP)));
  const [low, high] = [yValues[0] ?? 0, yValues.at(-1) ?? 1];
  const xOf = (iteration: number): number => left + ((right - left) * iteration) / last;
  const yOf = (value: number): number => bottom - ((bottom - top) * (value - low)) / (high - low);

  const pointsOf = (key: string): Point[] =>
    model.rows.flatMap((row) => {
      const value = row[key];
      return typeof value === 'number' ? [{ x: xOf(row['iteration'] ?? 0), y: yOf(value) }] : [];
    });
  const lines = model.lines.map((line): DrawnLine => {
    const points = pointsOf(line.metric);
    // One point alone makes no line: without a dot nothing of it would be seen.
    const dotted = line.mark === 'dots' || points.length === 1;
    return {
      line,
      path: line.mark === 'line' ? pathThrough(points) : '',
      rawPath: line.raw ? pathThrough(pointsOf(line.raw)) : '',
      dots: dotted ? points : [],
    };
  });
  return {
    left,
    right,
    top,
    bottom,
    xTicks: wholeTicks(last, Math.max(1, Math.floor((right - left) / X_TICK_GAP))).map((value) => ({ value, at: xOf(value) })),
    yTicks: yValues.map((value) => ({ value, at: yOf(value) })),
    lines,
    references: model.references
      .filter(({ value }) => value >= low && value <= high)
      .map((reference) => ({ ...reference, y: yOf(reference.value) })),
    xOf,
    yOf,
    iterationAt: (x) => {
      const wanted = ((x - left) / (right - left)) * last;
      return model.rows.reduce((best, row) => {
        const iteration = row['iteration'] ?? 0;
        return Math.abs(iteration - wanted) < Math.abs(best - wanted) ? iteration : best;
      }, Number.POSITIVE_INFINITY);
    },
  };
}

/** Least and greatest of all that must be on the axis. */
function rangeOf(model: ChartModel): [low: number, high: number] {
  let [low, high] = model.fromZero ? [0, 0] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const include = (value: number | null | undefined): void => {
    if (typeof value !== 'number') return;
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (const { metric, raw } of model.lines) {
    for (const row of model.rows) {
      include(row[metric]);
      if (raw !== undefined) include(row[raw]);
    }
  }
  // What the untrained team earned is what the curve is compared with, so it is always there.
  for (const { id, value } of model.references) if (id === 'untrained') include(value);
  if (low > high) return [0, 1];
  if (low < high) return [low, high];
  const margin = Math.abs(low) / 2 || 0.5;
  return model.fromZero ? [Math.min(0, low), Math.max(high, low === 0 ? 1 : 0)] : [low - margin, high + margin];
}

/** Round values that enclose `low` and `high`, 1, 2 or 5 × 10^k apart, such that at most `steps` steps lead from one to the other. */
export function niceTicks(low: number, high: number, steps: number): number[] {
  const step = niceStep((high - low) / steps);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(Math.ceil(high / step - 1e-9), first + 1);
  // Multiples of a step of 10^-k carry rounding errors; the axis shows three digits.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Whole numbers from 0 to `last`, 1, 2 or 5 × 10^k apart, in at most `steps` steps. */
function wholeTicks(last: number, steps: number): number[] {
  const step = Math.max(1, niceStep(last / steps));
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
}

/** The least of 1, 2, 5 × 10^k that is no less than `step`. */
function niceStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return ([1, 2, 5].find((factor) => factor * power >= step * (1 - 1e-9)) ?? 10) * power;
}

function pathThrough(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}
