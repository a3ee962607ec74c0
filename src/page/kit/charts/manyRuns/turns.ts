/**
 * Charts of many runs take turns. Drawing one may take several milliseconds, and all of them change together: each is drawn in a
 * task of its own, two frames after the one before it, in the order in which they asked.
 */
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Who waits, the longest first; who waits already keeps the turn. */
const waiting = new Set<() => void>();
let underWay = false;

function turn(): void {
  const [first] = waiting;
  underWay = first !== undefined;
  if (!first) return;
  waiting.delete(first);
  // At once and to the end: what React puts off it may do together with something else's work, in one task.
  flushSync(first);
  // What was drawn is painted with the next frame. A timer takes the next turn out of the frame's own task. A page that nobody
  // sees has no frames and draws nothing.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(turn)));
}

/** Calls `draw` once, at its turn. */
export function takeTurn(draw: () => void): void {
  waiting.add(draw);
  if (underWay) return;
  underWay = true;
  setTimeout(turn);
}

/** Gives a turn up, if there is one. */
export function leaveTurn(draw: () => void): void {
  waiting.delete(draw);
}

/** `value` as it was at the last turn, null before the first. The newest value is drawn however many came between. */
export function useTurn<T extends object>(value: T | null): T | null {
  const [shown, setShown] = useState<T | null>(null);
  const newest = useRef(value);
  const [draw] = useState(() => () => setShown(newest.current));
  useEffect(() => {
    newest.current = value;
    takeTurn(draw);
  }, [value, draw]);
  useEffect(() => () => leaveTurn(draw), [draw]);
  return shown;
}
