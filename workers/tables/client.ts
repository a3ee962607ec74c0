/** Reads a file of problems in a worker that lives as long as that takes. */
import * as Comlink from 'comlink';
import type { DataFile } from '../../src/core/dataset/parse.ts';
import type { DataRow } from '../../src/core/dataset/rows.ts';
import { fault, FaultError, valueOf } from '../../src/core/faults.ts';
import { clientsFaults } from '../../src/words/words.ts';
import { watchLife } from '../life/client.ts';
import type { TablesApi } from './protocol.ts';

/** The file and its SHA-256; rejects with a fault `E_DATASET_…`, or with the signal's reason once it is called off. */
export async function readTableBeside(
  bytes: Uint8Array,
  name: string,
  signal?: AbortSignal,
): Promise<{ readonly file: DataFile; readonly digest: string }> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./tables.worker.ts', import.meta.url), { type: 'module', name: 'tables' });
  let stopWatching = (): void => {};
  try {
    const ended = new Promise<never>((_, reject) => {
      const died = (): void => reject(new FaultError(fault(clientsFaults, 'E_DATASET_READER', { name })));
      stopWatching = watchLife(worker, died);
      worker.addEventListener('error', died);
      worker.addEventListener('messageerror', died);
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    const rows: DataRow[] = [];
    const take = (part: readonly DataRow[]): void => {
      for (const row of part) rows.push(row);
    };
    const { digest, ...head } = valueOf(
      await Promise.race([Comlink.wrap<TablesApi>(worker).read(bytes, name, Comlink.proxy(take)), ended]),
    );
    return { file: { ...head, rows }, digest };
  } finally {
    stopWatching();
    worker.terminate();
  }
}
