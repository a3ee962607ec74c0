/** What the engine says where a run cannot begin, go on or be kept. */
import type { Fault } from '../../../core/faults.ts';
import { storageFault } from '../../../core/storageFault.ts';

/** Never silence: a button that was pressed has an answer. */
export const NOTHING_TO_GO_ON_FROM: Fault = {
  code: 'E_RUN_CHECKPOINT',
  message: 'This run cannot go on: it has no checkpoint before its end, or it is not over yet.',
  hint: 'Train begins a new run.',
};

/** Whoever stops waiting for a worker that says nothing is told this of its run, should it not go on. */
export const SILENT: Fault = {
  code: 'E_WORKER_SILENT',
  message: 'The trainer worker said nothing for long and was ended.',
  hint: 'Your project and the run up to its last checkpoint are unharmed; Continue goes on from there, Train begins a new run.',
};

export const BUSY: Fault = {
  code: 'E_TRAINER_BUSY',
  message: 'This run cannot go on yet: another run or a warm start is under way.',
  hint: 'Wait for its end, or stop it.',
};

/** Says that a base was not kept or deleted, and why where the browser's storage told. */
export function keepFault(code: `E_${string}`, message: string, error: unknown): Fault {
  const hint = 'It is there until this tab closes. The browser may be out of space, or keep nothing for this page.';
  const why = storageFault(error);
  return { code, message: why ? `${message} ${why.message}` : message, hint, detail: String(error) };
}
