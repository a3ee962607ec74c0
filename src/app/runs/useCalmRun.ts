/** The run on screen, calmed: a trainer may send many events a second, and charts are repainted at most four times. */
import { useSyncExternalStore } from 'react';
import { currentRun, runsStore } from '../../stores/runs.ts';
import type { RunSet } from '../../stores/runs/types.ts';

/** Least time between two repaints, milliseconds: 4 Hz (measured budget for SVG charts). */
export const REPAINT_INTERVAL = 250;

/** Listens to the runs store: at once when another run is shown, otherwise at most once per interval. */
function subscribeCalmly(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = runsStore.subscribe((state, before) => {
    if (state.current !== before.current) onChange();
    else
      timer ??= setTimeout(() => {
        timer = undefined;
        onChange();
      }, REPAINT_INTERVAL);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** The run on screen or null, renewed at most four times a second. */
export function useCalmRun(): RunSet | null {
  return useSyncExternalStore(subscribeCalmly, () => currentRun(runsStore.getState()));
}
