/** A hook of uPlot that puts markers on the lines it has drawn. */
import uPlot from 'uplot';
import { MARKER_SIZE, markerIndices, markerPath } from '../plot/markers.ts';
import type { Marker } from '../theme/agentColors.ts';

export interface MarkedSeries {
  readonly marker: Marker;
  readonly color: string;
  /** Every point has one; else they stand apart. */
  readonly all: boolean;
}

/** `marked`: by the series' index, 1 for the first; null for one without markers. `surface`: a rim between marker and line. */
export function seriesMarkers(marked: readonly (MarkedSeries | null)[], surface: string): uPlot.Hooks.Arrays {
  const own = marked.flatMap((series, index) => (series ? [index] : []));
  return {
    drawSeries: [
      (plot, at) => {
        const series = marked[at - 1];
        const values = plot.data[at];
        if (!series || !values) return;
        const { ctx, bbox } = plot;
        const scale = uPlot.pxRatio;
        const x = Array.from(plot.data[0], (value) => plot.valToPos(value, 'x'));
        const indices = series.all
          ? x.flatMap((_, index) => (typeof values[index] === 'number' ? [index] : []))
          : markerIndices(x, values, own.indexOf(at - 1), own.length);
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left, bbox.top - MARKER_SIZE * scale, bbox.width, bbox.height + 2 * MARKER_SIZE * scale);
        ctx.clip();
        ctx.globalAlpha = plot.series[at]?.alpha ?? 1;
        ctx.setLineDash([]);
        ctx.fillStyle = series.color;
        ctx.strokeStyle = surface;
        ctx.lineWidth = scale;
        for (const index of indices) {
          const value = values[index];
          if (typeof value !== 'number') continue;
          const path = new Path2D(
            markerPath(
              series.marker,
              plot.valToPos(plot.data[0][index] ?? 0, 'x', true),
              plot.valToPos(value, 'y', true),
              MARKER_SIZE * scale,
            ),
          );
          ctx.fill(path);
          ctx.stroke(path);
        }
        ctx.restore();
      },
    ],
  };
}

/** A dash of CSS pixels in those of the canvas, which uPlot counts in. */
export const dashOf = (dash: readonly number[]): number[] => dash.map((length) => length * uPlot.pxRatio);
