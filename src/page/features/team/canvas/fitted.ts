/** Where the canvas looks so that a team is in view, as large as it can be read. */
import type { Rect, Viewport } from '@xyflow/react';

/** Pixels left free: buttons stand at the top, and dots out of the edge where a drag begins to move the view. */
const MARGIN = { x: 44, top: 48, bottom: 24 } as const;
/** Of a canvas narrower than this, as on a phone, most is for the team. */
const NARROW = { width: 480, x: 16 } as const;
/** A team is never magnified, nor drawn smaller than its words can be read; `whole`: still readable, and worth it where all of it is in view then. */
const ZOOM = { most: 1, least: 0.75, whole: 0.55 } as const;

/** The whole `team` in the middle of a canvas of `width` by `height` pixels; of a larger one its beginning, or `selected`, which lies in it. */
export function fitted(team: Rect, selected: Rect | undefined, width: number, height: number): Viewport {
  const side = width < NARROW.width ? NARROW.x : MARGIN.x;
  const free = { x: width - 2 * side, y: height - MARGIN.top - MARGIN.bottom };
  const fits = Math.min(free.x / team.width, free.y / team.height);
  const zoom = Math.min(ZOOM.most, fits >= ZOOM.whole ? fits : ZOOM.least);
  const along = (from: number, size: number, room: number, chosen: { from: number; size: number } | undefined): number => {
    const left = room - size * zoom;
    if (left >= 0) return left / 2 - from * zoom;
    const past = chosen ? (chosen.from + chosen.size - from) * zoom - room : 0;
    return -Math.max(0, past) - from * zoom;
  };
  return {
    x: side + along(team.x, team.width, free.x, selected && { from: selected.x, size: selected.width }),
    y: MARGIN.top + along(team.y, team.height, free.y, selected && { from: selected.y, size: selected.height }),
    zoom,
  };
}
