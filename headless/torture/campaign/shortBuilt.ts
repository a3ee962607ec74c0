/**
 * The short form of rows that the built page or the built terminal is needed for: trials that `npm test` makes end to end, each in a
 * process of its own (test/e2e/page/torture.spec.ts). Rows that stand neither here nor name seeds of their own (`short`) take minutes.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TrialOutcome } from '../row.ts';
import type { Watched } from './watched.ts';

/** Seeds by row. */
export const SHORT_BUILT: Readonly<Record<string, readonly number[]>> = {
  'two-terminals': [1, 2],
  'killed-lanes-terminal': [1],
};

/** What comes of one trial; nothing is written into a ledger. */
export function trialApart(id: string, seed: number): Promise<TrialOutcome> {
  const child = fork(fileURLToPath(new URL('watchedChild.ts', import.meta.url)), [id], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  return new Promise<TrialOutcome>((resolve) => {
    child.once('message', ({ outcome }: Watched) => resolve(outcome));
    child.once('exit', (code, signal) => resolve({ kind: 'failed', what: `Its process ended: ${signal ?? code}.` }));
    child.send(seed);
  }).finally(() => child.kill('SIGKILL')); // its server would keep it
}
