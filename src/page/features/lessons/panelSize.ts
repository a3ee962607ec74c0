/** How much of a window the lesson may take, pixels: as a column of it by its width, at its foot by its height. */

/** `column`: at the right of a wide window. `foot`: at the foot of another. */
export type PanelSide = 'column' | 'foot';

interface Bounds {
  readonly least: number;
  readonly usual: number;
  readonly most: number;
}

/** Never so little that it could not be read, nor so much that nothing is left beside it; `room` is the window's width or height. */
export function boundsOf(side: PanelSide, room: number): Bounds {
  const whole = (least: number, usual: number, most: number): Bounds => ({
    least: Math.round(Math.min(least, most)),
    usual: Math.round(Math.min(Math.max(usual, least), most)),
    most: Math.round(most),
  });
  if (side === 'column') return whole(300, 390, Math.max(300, Math.min(640, room - 880)));
  // Head, signs and ways take some 120 of it. A window at 200 % zoom is hardly higher than its least.
  return whole(200, Math.min(420, Math.max(300, 0.46 * room)), 0.8 * room);
}

export function clampSize(side: PanelSide, size: number, room: number): number {
  const { least, most } = boundsOf(side, room);
  return Math.round(Math.min(Math.max(size, least), most));
}
