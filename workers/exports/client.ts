/**
 * Writes an export in a worker that lives as long as that takes. It is not the library's: a run can be taken away where that one has
 * stopped for good, and what fails here leaves the keeping of runs alone.
 */
import * as Comlink from 'comlink';
import { fault, FaultError, valueOf } from '../../src/core/faults.ts';
import { clientsFaults } from '../../src/words/words.ts';
import { watchLife } from '../life/client.ts';
import type { ExportsApi } from './protocol.ts';

/** `ExportsApi.zip`; rejects with its fault, with what `rest` or `take` threw, or with `E_EXPORT_WORKER` where the worker ended. */
export async function zipBeside(...[bases, use, rest, take]: Parameters<ExportsApi['zip']>): Promise<number> {
  const worker = new Worker(new URL('./exports.worker.ts', import.meta.url), { type: 'module', name: 'exports' });
  let stopWatching = (): void => {};
  try {
    return await new Promise<number>((resolve, reject) => {
      const died = (detail: string): void => reject(new FaultError(fault(clientsFaults, 'E_EXPORT_WORKER', {}, { detail })));
      stopWatching = watchLife(worker, () => died('the worker ended without a word'));
      worker.addEventListener('error', ({ message }) => died(message));
      worker.addEventListener('messageerror', () => died('the worker sent something unreadable'));
      /** What the page threw comes back from the worker without its code: it is told as it was thrown. */
      const called = <In, Out>(work: (given: In) => Out | Promise<Out>) =>
        Comlink.proxy(async (given: In): Promise<Out> => {
          try {
            return await work(given);
          } catch (error) {
            reject(error as Error);
            throw error;
          }
        });
      Comlink.wrap<ExportsApi>(worker)
        .zip(bases, use, called(rest), called(take))
        .then((outcome) => resolve(valueOf(outcome)))
        .catch(reject);
    });
  } finally {
    stopWatching();
    worker.terminate();
  }
}
