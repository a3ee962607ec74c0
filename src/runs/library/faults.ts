/** What the library refuses, in words for people. */
import { FaultError } from '../../core/faults.ts';

export function noRoom(): FaultError {
  return new FaultError({
    code: 'E_LIBRARY_FULL',
    message: 'This browser has no room left to keep this run.',
    hint: 'Delete runs you no longer need, then open it again.',
  });
}

export function broken(why: string): FaultError {
  return new FaultError({
    code: 'E_RUN_BROKEN',
    message: `This run cannot be read: ${why}.`,
    hint: 'Download the folder to look into it, or delete the run.',
  });
}

export const gone = (): FaultError => broken('it is not there any more');

export function live(): FaultError {
  return new FaultError({
    code: 'E_RUN_LIVE',
    message: 'This run is being trained at the moment, here or in another tab.',
    hint: 'Stop it there first, or wait for its end.',
  });
}

export function noCheckpoint(iteration: number | null, have: readonly number[]): FaultError {
  return new FaultError({
    code: 'E_CHECKPOINT_MISSING',
    message: iteration === null ? 'This run has no complete checkpoint.' : `This run has no complete checkpoint of iteration ${iteration}.`,
    hint: have.length > 0 ? `It has those of: ${have.join(', ')}.` : 'It ended before its first one.',
  });
}

export function damagedRun(damage: string): FaultError {
  return new FaultError({
    code: 'E_RUN_DAMAGED',
    message: `This run is damaged: ${damage}, and none of its checkpoints is whole.`,
    hint: 'Open an export of it, if you have one, or train it again: the same project and seed give the same run.',
  });
}

export function mixedRun(iterations: readonly number[]): FaultError {
  return new FaultError({
    code: 'E_RUN_MIXED',
    message: `This run cannot go on: its rows of iteration ${iterations.join(', ')} stand twice or out of order, as two writers leave them.`,
    hint: 'Nobody can say whose its checkpoints are. Train it again: the same project and seed give the same run.',
  });
}
