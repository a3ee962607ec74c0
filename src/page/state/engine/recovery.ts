/** Decides whether a run goes on in a new worker after its own died. */
import type { Fault } from '../../../core/faults.ts';
import { isActive } from './afterEvent.ts';
import type { EngineState } from './types.ts';

/** Ends of a worker that say nothing against its run; what the environment or the run itself did comes again. */
const RECOVERABLE: readonly Fault['code'][] = ['E_WORKER_DIED', 'E_WORKER_SILENT'];

/** Says what becomes of the run of a worker that died of `fault`. */
export function afterDeath(phase: EngineState['phase'], fault: Fault): 'nothing' | 'recover' | 'fail' {
  if (!isActive(phase)) return 'nothing';
  return RECOVERABLE.includes(fault.code) ? 'recover' : 'fail';
}

/** A run that went on in a new worker, and the iteration of the checkpoint that it went on from. */
export interface Recovered {
  readonly runId: string;
  readonly iteration: number;
}

/** Whether it may go on from there: once from each checkpoint, as what ends a worker twice at the same point would end it for ever. */
export function mayRecover(next: Recovered, last: Recovered | null): boolean {
  return last?.runId !== next.runId || next.iteration > last.iteration;
}
