/**
 * Charts take turns: one costs some 15 ms to draw, all at once would hold the page for longer than a frame or two. After a
 * change each is redrawn in a task of its own, in the order of its place.
 */
import { useEffect, useRef, useState } from 'react';
import type { RunSet } from '../../stores/runs/types.ts';

/** Milliseconds between the turns of two charts. */
const TURN = 16;

/** `run` as the chart at `place` may draw it now; another run is shown at once. */
export function useTurn(run: RunSet, place: number): RunSet {
  const [shown, setShown] = useState(run);
  const latest = useRef(run);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    latest.current = run;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setShown(latest.current);
    }, place * TURN);
  }, [run, place]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return shown.id === run.id ? shown : run;
}
