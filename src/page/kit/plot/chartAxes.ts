/** Both axes of a picture of a given size, for whatever draws it: the page's canvas, a file. */
import type { Limits } from '../../state/charts/chartSpecs.ts';
import type { Range } from '../../state/runs/range.ts';
import { mostTicks } from '../figures/geometry.ts';
import { iterationAxis, type IterationAxis } from './iterationAxis.ts';
import type { Size } from '../figures/useSize.ts';
import { valueAxis, type ValueAxis } from './valueAxis.ts';

export interface Axes {
  readonly x: IterationAxis;
  readonly y: ValueAxis;
}

/** What of a model its axes follow from. */
export interface Extents {
  readonly shown: Range;
  readonly extent: readonly [number, number] | null;
  readonly fromZero: boolean;
  /** What is possible of the quantity; null where anything is. */
  readonly limits: Limits | null;
}

export function chartAxes({ shown, extent, fromZero, limits }: Extents, size: Size): Axes {
  const most = mostTicks(size);
  return { x: iterationAxis(shown, most.x), y: valueAxis(extent, most.y, fromZero, limits ?? undefined) };
}
