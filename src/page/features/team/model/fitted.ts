/** Where the canvas looks so that a team is in view, as large as it can be read. */
import type { Rect, Viewport } from '@xyflow/react';

/** Pixels left free: dots stand out of the edge where a drag begins to move the view. */
const MARGIN = { x: 44, bottom: 24 } as const;
/** What the buttons at the top take in one row. */
const TOP = 48;
/** Of a canvas narrower than this, as on a phone, most is for the team. */
const NARROW = { width: 480, x: 16 } as const;
/** Least size of a letter on the page, pixels, whatever the zoom: smaller ones grow against it (`--least` of `team.module.css`). */
export const LEAST_LETTER = 10.5;
/** Below this zoom an agent is seen from afar: letters of that size leave no room for more than its name. */
export const AFAR = 0.57;
/** A team is never magnified, nor are agents seen from afar where they are few; one that would have to be is shown in part, at `part`. */
const ZOOM = { most: 1, part: 0.75 } as const;
/** From so many agents on all of them are shown rather than the first ones: from afar, where an agent shows its name alone. */
export const LARGE_TEAM = 7;
/** The least zoom there is, by hand too: an agent is 44 pixels wide. */
export const LEAST_ZOOM = 0.2;

export interface Room {
  readonly width: number;
  readonly height: number;
  /** What the buttons take at the top, in pixels. */
  readonly top?: number;
}

/** The whole `team` in the middle of a canvas; of one that would be too small its beginning, or `selected`, which lies in it. `agents`: how many they are. */
export function fitted(team: Rect, selected: Rect | undefined, { width, height, top = TOP }: Room, agents: number): Viewport {
  const side = width < NARROW.width ? NARROW.x : MARGIN.x;
  const free = { x: width - 2 * side, y: height - top - MARGIN.bottom };
  const fits = Math.min(free.x / team.width, free.y / team.height);
  const zoom = Math.min(ZOOM.most, agents < LARGE_TEAM ? (fits >= AFAR ? fits : ZOOM.part) : Math.max(LEAST_ZOOM, fits));
  const along = (from: number, size: number, room: number, chosen: { from: number; size: number } | undefined): number => {
    const left = room - size * zoom;
    if (left >= 0) return left / 2 - from * zoom;
    const past = chosen ? (chosen.from + chosen.size - from) * zoom - room : 0;
    return -Math.max(0, past) - from * zoom;
  };
  return {
    x: side + along(team.x, team.width, free.x, selected && { from: selected.x, size: selected.width }),
    y: top + along(team.y, team.height, free.y, selected && { from: selected.y, size: selected.height }),
    zoom,
  };
}
