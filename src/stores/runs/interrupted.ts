/** Whether a run ended before its time and can go on: from its last checkpoint, with the document it was started with. */
import type { InterruptedRun } from '../engine/createEngine.ts';
import type { RunSet } from './types.ts';

export function interruptedRun(run: RunSet | null | undefined): InterruptedRun | null {
  if (run?.origin !== 'live' || (run.phase !== 'stopped' && run.phase !== 'failed')) return null;
  const { checkpoint, document, base } = run;
  if (!checkpoint || checkpoint.iteration >= document.training.iterations) return null;
  return { document, base, iteration: checkpoint.iteration, files: checkpoint.files };
}
