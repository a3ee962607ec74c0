/**
 * What a pointer and the keyboard do in a chart, the same in all of them. Pointing shows the values there in every chart,
 * a click reads that iteration, a drag zooms to it, the wheel with Ctrl zooms about the pointer, a double click shows all
 * again. On the keyboard: arrows, Home and End lead from one drawn iteration to the next, with Shift arrows move the part that
 * is zoomed to, + and − zoom about the iteration pointed at, Enter reads it, Escape shows all again, then points nowhere.
 */
import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react';
import { chartViewStore } from '../../state/charts/chartView.ts';
import { moved, rangeWithin, zoomed, type Range } from '../../state/runs/range.ts';
import { nearestIndex } from '../../state/runs/series.ts';
import { plotBox, valueAt } from '../figures/geometry.ts';
import { pointAt, pointedStore } from './pointed.ts';
import type { Size } from '../figures/useSize.ts';

/** A drag shorter than this is a click, pixels. */
const CLICK = 5;
/** By how much one press, or one turn of the wheel, changes what is seen. */
const ZOOM_STEP = 1.5;
const MOVE_STEP = 0.25;

export interface Plot {
  readonly size: Size | null;
  /** Drawn iterations, ascending. */
  readonly iterations: readonly number[];
  /** All iterations there are, and those shown: the ends of the horizontal axis. */
  readonly whole: Range;
  readonly shown: Range;
  readonly onRead?: (iteration: number) => void;
  /** Also told where the pointer is: the index into `iterations` and the height in pixels; −1 when it left. */
  readonly onHover?: (index: number, y: number) => void;
  /** Keys beyond those above; returns whether it knew the key. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
}

/** Handlers for the picture, whose ref is `element`; `band` is the ref of what shows the part being dragged over. */
export function usePlotGestures(plot: Plot) {
  const element = useRef<HTMLDivElement>(null);
  const band = useRef<HTMLDivElement>(null);
  const latest = useRef(plot);
  useEffect(() => {
    latest.current = plot;
  });
  const start = useRef<number | null>(null);

  /** The iteration, in fractions, under a pixel of the picture. */
  const under = (x: number): number => {
    const { size, shown } = latest.current;
    if (!size) return Number.NaN;
    const { left, right } = plotBox(size);
    return valueAt(Math.min(Math.max(x, left), right), shown, [left, right]);
  };
  const indexUnder = (x: number): number => {
    const at = under(x);
    return Number.isNaN(at) ? -1 : nearestIndex(latest.current.iterations, at);
  };
  const drawBand = (from: number, to: number): void => {
    const { size } = latest.current;
    if (!band.current || !size) return;
    const { left, right, top, bottom } = plotBox(size);
    const [a, b] = [Math.max(left, Math.min(from, to)), Math.min(right, Math.max(from, to))];
    Object.assign(band.current.style, { left: `${a}px`, width: `${Math.max(0, b - a)}px`, top: `${top}px`, height: `${bottom - top}px` });
    band.current.hidden = false;
  };
  const letGo = (): void => {
    start.current = null;
    if (band.current) band.current.hidden = true;
  };

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    // React's own wheel listeners may not keep the page from zooming.
    const turn = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { whole, iterations, size, shown } = latest.current;
      if (!size || iterations.length === 0 || event.deltaY === 0) return;
      const { left, right } = plotBox(size);
      const about = valueAt(Math.min(Math.max(event.offsetX, left), right), shown, [left, right]);
      const { range, zoom } = chartViewStore.getState();
      zoom(zoomed(range, whole, about, event.deltaY > 0 ? ZOOM_STEP : 1 / ZOOM_STEP));
    };
    target.addEventListener('wheel', turn, { passive: false });
    return () => target.removeEventListener('wheel', turn);
  }, []);

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button === 0) start.current = event.nativeEvent.offsetX;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { offsetX: x, offsetY: y } = event.nativeEvent;
      const index = indexUnder(x);
      pointAt(latest.current.iterations[index] ?? null);
      if (start.current === null) latest.current.onHover?.(index, y);
      if (start.current === null || Math.abs(x - start.current) < CLICK) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drawBand(start.current, x);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const from = start.current;
      const to = event.nativeEvent.offsetX;
      letGo();
      if (from === null) return;
      if (Math.abs(to - from) >= CLICK) {
        const range = rangeWithin([under(from), under(to)], latest.current.whole);
        if (range) chartViewStore.getState().zoom(range);
        return;
      }
      const iteration = latest.current.iterations[indexUnder(to)];
      if (iteration !== undefined) latest.current.onRead?.(iteration);
    },
    onPointerCancel: letGo,
    onPointerLeave: () => {
      if (start.current !== null) return; // dragged beyond the edge: the pointer is held
      pointAt(null);
      latest.current.onHover?.(-1, 0);
    },
    onDoubleClick: () => chartViewStore.getState().zoom(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (keyed(event, latest.current) || latest.current.onKey?.(event)) event.preventDefault();
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      if (event.currentTarget.matches(':focus-visible')) pointAt(latest.current.iterations.at(-1) ?? null);
    },
    onBlur: () => pointAt(null),
  };
  return { element, band, handlers };
}

/** Does what `event`'s key stands for; false where it stands for nothing. */
function keyed(event: KeyboardEvent, { iterations, whole, onRead }: Plot): boolean {
  const { range, zoom } = chartViewStore.getState();
  const pointed = pointedStore.getState().iteration;
  // The pointer of another chart may stand between two iterations of this one.
  const here = pointed === null ? iterations.length - 1 : nearestIndex(iterations, pointed);
  const present = iterations[here];
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step !== undefined && event.shiftKey) {
    zoom(moved(range, whole, step * MOVE_STEP));
    return true;
  }
  const target = step === undefined ? { Home: 0, End: iterations.length - 1 }[event.key] : here + step;
  if (target !== undefined) pointAt(iterations[Math.min(Math.max(target, 0), iterations.length - 1)] ?? null);
  else if (event.key === '+' || event.key === '=') zoom(zoomed(range, whole, present ?? whole[1], 1 / ZOOM_STEP));
  else if (event.key === '-' || event.key === '−') zoom(zoomed(range, whole, present ?? whole[1], ZOOM_STEP));
  else if (event.key === 'Enter' && present !== undefined && onRead) onRead(present);
  else if (event.key === 'Escape' && range) zoom(null);
  else if (event.key === 'Escape' && pointed !== null) pointAt(null);
  else return false;
  return true;
}
