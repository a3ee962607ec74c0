/** How wide the lesson's column may be, pixels. */
export const USUAL = 390;
export const LEAST = 300;

/** In a window of a width: never so much that the workbench beside it could not be worked in. */
export function most(windowWidth: number): number {
  return Math.max(LEAST, Math.min(640, Math.round(windowWidth - 880)));
}

export function clampWidth(width: number, windowWidth: number): number {
  return Math.round(Math.min(Math.max(width, LEAST), most(windowWidth)));
}
