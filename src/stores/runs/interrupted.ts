/** Whether a run is over, and whether one that ended early can go on: from its last checkpoint, with its own document. */
import type { InterruptedRun } from '../engine/createEngine.ts';
import type { RunSet } from './types.ts';

/** Whether nothing more will come of this run. */
export function hasEnded(run: RunSet): boolean {
  return run.phase === 'finished' || run.phase === 'stopped' || run.phase === 'failed';
}

/** Whether this run is being trained, or paused. */
export function isUnderWay(run: RunSet): boolean {
  return run.origin === 'live' && !hasEnded(run);
}

/** What the run needs to go on; null when it cannot. */
export function interruptedRun(run: RunSet | null | undefined): InterruptedRun | null {
  if (run?.origin !== 'live' || (run.phase !== 'stopped' && run.phase !== 'failed')) return null;
  const { checkpoint, document, bases } = run;
  if (!checkpoint || checkpoint.iteration >= document.training.iterations) return null;
  return { document, bases, iteration: checkpoint.iteration, files: checkpoint.files };
}
