/** The contract between the page and the worker that reads files of problems: what takes seconds holds the page up nowhere. */
import type { DataFile } from '../../src/core/dataset/parse.ts';
import type { DataRow } from '../../src/core/dataset/rows.ts';
import type { Outcome } from '../../src/core/faults.ts';

/** A file without its rows, which go ahead of it. */
export type TableHead = Omit<DataFile, 'rows'> & {
  /** SHA-256 of the file. */
  readonly digest: string;
};

export interface TablesApi {
  /** Rows are handed over a part after the other: to receive a large file at once would hold the page up after all. */
  read(bytes: Uint8Array, name: string, take: (part: readonly DataRow[]) => void | Promise<void>): Promise<Outcome<TableHead>>;
}
