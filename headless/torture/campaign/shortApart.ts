/**
 * The short form of rows that start processes or threads of the terminal: each trial in a process of its own, whose sources Node loads as
 * in the campaign and not the test runner (test/e2e/runs/torture.spec.ts). What these trials share ends with that process.
 */
import type { TrialOutcome } from '../row.ts';
import { forkTrials, type Watched } from './watched.ts';

/** Seeds by row. */
export const SHORT_APART: Readonly<Record<string, readonly number[]>> = {
  'two-terminals': [1, 2],
  'killed-lanes-terminal': [1],
};

/** What comes of one trial, however long it takes; nothing is written into a ledger. */
export function trialApart(id: string, seed: number): Promise<TrialOutcome> {
  const child = forkTrials(id);
  return new Promise<TrialOutcome>((resolve) => {
    child.once('message', ({ outcome }: Watched) => resolve(outcome));
    child.once('exit', (code, signal) => resolve({ kind: 'failed', what: `Its process ended: ${signal ?? code}.` }));
    child.send(seed);
  }).finally(() => child.kill('SIGKILL'));
}
