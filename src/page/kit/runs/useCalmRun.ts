/** The run on screen, calmed: a trainer may send many events a second, and nobody reads curves that often. */
import { startTransition, useEffect, useState } from 'react';
import { currentRun, runsStore } from '../../state/runs/runs.ts';
import type { RunSet } from '../../state/runs/types.ts';

/** Least time between two repaints, milliseconds. */
export const REPAINT_INTERVAL = 200;

/**
 * Listens to the runs store: at once when another run is shown or after a quiet time, otherwise at most once per interval,
 * the last change included.
 */
function subscribeCalmly(onChange: () => void, interval: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  const change = (): void => {
    clearTimeout(timer);
    timer = undefined;
    last = performance.now();
    onChange();
  };
  const unsubscribe = runsStore.subscribe((state, before) => {
    if (state.current !== before.current) change();
    // A timer also after a quiet time: what comes in one burst is drawn together.
    else timer ??= setTimeout(change, Math.max(0, interval - (performance.now() - last)));
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/**
 * The run on screen or null, renewed at most every `interval` milliseconds. It is drawn as a transition: React works on it
 * in slices of a few milliseconds between which the page hears clicks, where an external store's change would be drawn in
 * one task however long.
 */
export function useCalmRun(interval = REPAINT_INTERVAL): RunSet | null {
  const [run, setRun] = useState(() => currentRun(runsStore.getState()));
  useEffect(() => {
    const draw = (): void => startTransition(() => setRun(currentRun(runsStore.getState())));
    draw(); // what came between the first drawing and now
    return subscribeCalmly(draw, interval);
  }, [interval]);
  return run;
}
