/** Reads and writes of a browser's storage and of files a person chose, whose failures come as faults in words. */
import { FaultError } from './faults.ts';
import { storageFault } from './storageFault.ts';

/** What `work` brings. Throws `E_STORAGE_*` where the storage or the file refused it, and whatever else `work` throws. */
export async function askStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fault = storageFault(error);
    throw fault ? new FaultError(fault) : error;
  }
}

/** The bytes of a file that a person chose. */
export const bytesOf = (file: Pick<Blob, 'arrayBuffer'>): Promise<Uint8Array<ArrayBuffer>> =>
  askStorage(async () => new Uint8Array(await file.arrayBuffer()));

/** Its text. */
export const textOf = (file: Pick<Blob, 'text'>): Promise<string> => askStorage(() => file.text());
