/** Reading a file of problems: what is small at once, what is large in a worker beside the page. */
import type { DataFile } from '../../../core/dataset/parse.ts';
import { sha256 } from '../../../core/sha256.ts';

export interface ReadData {
  readonly file: DataFile;
  /** SHA-256 of the file. */
  readonly digest: string;
}

/** Rejects with a fault `E_DATASET_…`, or with the signal's reason. */
export type ReadTable = (bytes: Uint8Array<ArrayBuffer>, name: string, signal?: AbortSignal) => Promise<ReadData>;

/** Files of fewer bytes take no longer than a worker needs to start: some tens of milliseconds. */
const SMALL = 256 * 1024;

/** In this thread. The readers of file formats are fetched with the first file: most projects have none. */
export const readTableHere: ReadTable = async (bytes, name) => {
  const { parseDataFile } = await import('../../../core/dataset/parse.ts');
  return { file: parseDataFile(bytes, name), digest: sha256(bytes) };
};

/** In a worker, but for small ones. */
export const readTable: ReadTable = async (bytes, name, signal) => {
  if (bytes.length < SMALL) return readTableHere(bytes, name);
  const { readTableBeside } = await import('../../../../workers/tables/client.ts');
  return readTableBeside(bytes, name, signal);
};
