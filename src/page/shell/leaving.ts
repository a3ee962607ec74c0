/** What would be lost if the page were left now. */
import type { LibraryState } from '../state/library/createLibrary.ts';
import type { EngineState } from '../state/engine/types.ts';
import { isActive } from '../state/engine/afterEvent.ts';
import { isWarming } from '../state/engine/warmStart.ts';

/** Whether leaving now ends work that goes on, or loses a run of this tab that is not on disk. */
export function leavingLoses(
  { phase, warm, runId, iteration }: Pick<EngineState, 'phase' | 'warm' | 'runId' | 'iteration'>,
  { status, keeping }: Pick<LibraryState, 'status' | 'keeping'>,
): boolean {
  const isKept = status !== 'unavailable' && (runId === null || keeping?.run !== runId);
  if (isWarming(warm)) return true;
  // Paused it lies on the disk as it is, where it is kept.
  if (isActive(phase)) return phase !== 'paused' || !isKept;
  return !isKept && runId !== null && iteration > 0;
}
