/** What every uPlot picture of the page has in common: its axes, which are given and never measured, and its colours. */
import type uPlot from 'uplot';
import type { Axes } from '../plot/chartAxes.ts';
import { formatTick } from '../figures/format.ts';
import { MARGIN, X_AXIS, Y_AXIS } from '../figures/geometry.ts';
import type { Size } from '../figures/useSize.ts';

/** Options but for the series. `axes` tells those of the moment each time it is drawn. */
export function plotFrame(host: HTMLElement, size: Size, axes: () => Axes): Omit<uPlot.Options, 'series'> {
  const style = getComputedStyle(host);
  const axis = {
    font: `11px ${style.fontFamily}`,
    stroke: style.getPropertyValue('--mantine-color-dimmed').trim(),
    ticks: { show: false },
    gap: 4,
  };
  const numbers = (_: unknown, splits: number[]): string[] => splits.map(formatTick);
  return {
    ...size,
    padding: [MARGIN.top, MARGIN.right, MARGIN.bottom, MARGIN.left],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: () => axes().x.domain }, y: { range: () => axes().y.domain } },
    axes: [
      {
        ...axis,
        size: X_AXIS,
        grid: { show: false },
        border: { show: true, stroke: style.getPropertyValue('--line-strong').trim(), width: 1 },
        splits: () => axes().x.ticks,
        values: numbers,
      },
      {
        ...axis,
        size: Y_AXIS,
        grid: { stroke: style.getPropertyValue('--line').trim(), width: 1 },
        splits: () => axes().y.ticks,
        values: numbers,
      },
    ],
  };
}

/** `color` as it looks within `host`, without variables, which a canvas does not know. */
export function colorWithin(host: HTMLElement, color: string): string {
  const { color: before } = host.style;
  host.style.color = color;
  const resolved = getComputedStyle(host).color;
  host.style.color = before;
  return resolved;
}
