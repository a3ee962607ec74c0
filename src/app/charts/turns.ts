/**
 * Charts take turns. Drawing one costs some 15 ms, and Recharts keeps each chart's state in a store of its own, whose changes
 * React draws in one piece: nine charts at once would hold the page for longer than a click may wait. So each is drawn in a
 * task of its own, in the order in which they asked.
 */
import { useEffect, useRef, useState } from 'react';

/** Milliseconds from one turn to the next: two frames, so that whatever else the page does comes between. */
export const TURN = 32;

/** Who waits, the longest first; who waits already keeps the place. */
const waiting = new Set<() => void>();
let next: ReturnType<typeof setTimeout> | undefined;

function turn(): void {
  next = undefined;
  const [first] = waiting;
  if (!first) return;
  waiting.delete(first);
  // Also when nobody else waits: whoever asks meanwhile is drawn no sooner.
  next = setTimeout(turn, TURN);
  first();
}

/** Calls `draw` once, at its turn. */
export function takeTurn(draw: () => void): void {
  waiting.add(draw);
  next ??= setTimeout(turn, 0);
}

/** Gives a place up, if there is one. */
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
