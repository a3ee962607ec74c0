/** What the canvas on screen can be asked and told by commands, which stand outside it. */
import type { Box } from './route.ts';

export interface CanvasView {
  /** Brings the whole team into view, once what was just changed has been drawn. */
  showAll(): void;
  /** Where agents stand and how large they are drawn. */
  boxes(): Readonly<Record<string, Box>>;
}

let view: CanvasView | null = null;

/** The canvas that is on screen; null while none is. */
export const canvasView = (): CanvasView | null => view;

/** Tells that a canvas has come on screen; the result takes it away again. */
export function presentCanvas(next: CanvasView): () => void {
  view = next;
  return () => {
    if (view === next) view = null;
  };
}
