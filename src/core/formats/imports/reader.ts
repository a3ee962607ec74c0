/** What reads runs of one source. A file or a folder goes in, parts of a run come out as they are read, so that no file lies in memory whole. */
import type { ImportedPart, ImportSource } from './importedRun.ts';
import type { GuessReason, MappedField, RowMapping } from './mapping.ts';

/** A file, read in pieces. */
export interface GivenFile {
  /** Path in what was given, `/`-separated; of a single file its name. */
  readonly path: string;
  readonly size: number;
  /** Bytes from `start` up to `end`, fewer at the end of the file. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A file and how it begins, by which readers know their own. */
export interface FileHead {
  readonly path: string;
  readonly size: number;
  /** At most the first {@link HEAD_BYTES} bytes. */
  readonly bytes: Uint8Array;
}

/** What a reader sees of a file before it claims it. */
export const HEAD_BYTES = 65_536;

/** Columns of rows of an unknown source, and which is taken for what until a person says otherwise. */
export interface RowColumns {
  readonly columns: readonly string[];
  readonly mapping: RowMapping;
  /** Of each column in `mapping`. */
  readonly reasons: Readonly<Partial<Record<MappedField, GuessReason>>>;
}

export interface RunReader {
  readonly source: ImportSource;
  /** Whether the file is of this source, by its content first and its path where that leaves a choice. Never throws. */
  claims(head: FileHead): boolean;
  /** Where a person has to say which column is what. */
  columns?(files: readonly GivenFile[]): Promise<RowColumns>;
  /**
   * All that the files it claimed hold, in any order of steps. Throws a `FaultError` that names file and line for what is malformed,
   * truncated or beyond limits. `mapping`: which column is what, for rows of an unknown source.
   */
  read(files: readonly GivenFile[], mapping: RowMapping | null): AsyncGenerator<ImportedPart>;
}
