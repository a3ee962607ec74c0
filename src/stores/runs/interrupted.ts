/** Whether a run is over, and whether one that ended early can go on: from its last checkpoint, with its own document. */
import type { InterruptedRun } from '../engine/createEngine.ts';
import type { RunCheckpoint, RunSet } from './types.ts';

/** Whether nothing more will come of this run. */
export function hasEnded(run: RunSet): boolean {
  return run.phase === 'finished' || run.phase === 'stopped' || run.phase === 'failed';
}

/** Whether this run is being trained, or paused. */
export function isUnderWay(run: RunSet): boolean {
  return run.origin === 'live' && !hasEnded(run);
}

/** What the run needs to go on, from the later of its own checkpoint and `kept`, the newest on disk; null when it cannot. */
export function interruptedRun(run: RunSet | null | undefined, kept: RunCheckpoint | null = null): InterruptedRun | null {
  if (!run || run.origin === 'recorded' || (run.phase !== 'stopped' && run.phase !== 'failed')) return null;
  const { document, bases } = run;
  const checkpoint = kept && kept.iteration > (run.checkpoint?.iteration ?? -1) ? kept : run.checkpoint;
  if (!checkpoint || checkpoint.iteration >= document.training.iterations) return null;
  return { document, bases, iteration: checkpoint.iteration, files: checkpoint.files, backend: run.backend?.backend ?? null };
}
