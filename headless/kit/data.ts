/** A data set in the terminal: `--data FILE` with how to read it, and the project's own settings for the same file. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { missingData, shortDigest } from '../../src/core/dataset/attach.ts';
import { columnsFrom, guessColumns, guessSplitColumn } from '../../src/core/dataset/columns.ts';
import { type DataFile, parseDataFile } from '../../src/core/dataset/parse.ts';
import type { DataRow } from '../../src/core/dataset/rows.ts';
import { sha256 } from '../../src/core/sha256.ts';
import { type DatasetSettings, datasetSchema, type ProjectDocument } from '../../src/core/document/schema.ts';
import { FaultError } from '../../src/core/faults.ts';
import { wholeNumber } from './project.ts';

/** Flags of commands that may be given a file of problems. */
export const DATA_FLAGS = {
  data: { type: 'string' },
  map: { type: 'string' },
  'test-share': { type: 'string' },
  'split-column': { type: 'string' },
  sample: { type: 'string' },
  'data-seed': { type: 'string' },
} as const;

export type DataFlags = { readonly [flag in keyof typeof DATA_FLAGS]?: string };

/** These flags among others. */
export const dataFlags = (values: DataFlags): DataFlags => ({
  data: values.data,
  map: values.map,
  'test-share': values['test-share'],
  'split-column': values['split-column'],
  sample: values.sample,
  'data-seed': values['data-seed'],
});

export interface GivenData {
  /** With the data set it is to use. */
  readonly document: ProjectDocument;
  /** Undefined where the document has no data set. */
  readonly rows: readonly DataRow[] | undefined;
}

/** The rows for a document, and the document with the data set that the flags ask for. */
export function withData(document: ProjectDocument, flags: DataFlags): GivenData {
  const named = document.environment.dataset;
  if (flags.data === undefined) {
    const [stray] = Object.entries(flags).find(([, value]) => value !== undefined) ?? [];
    if (stray !== undefined)
      throw new FaultError({
        code: 'E_FLAG',
        message: `--${stray} says how a file of problems is read, but none is given.`,
        hint: 'Add --data FILE.',
      });
    if (named) throw missingData(named, 'terminal');
    return { document, rows: undefined };
  }
  const { file, digest } = readData(flags.data);
  const dataset = settingsFor(file, digest, named, flags);
  return { document: { ...document, environment: { ...document.environment, dataset } }, rows: file.rows };
}

/** The rows of a run that has its data set already; only that file will do. */
export function rowsOfRun(document: ProjectDocument, data: string | undefined): readonly DataRow[] | undefined {
  const { dataset } = document.environment;
  if (dataset && data === undefined) throw missingData(dataset, 'terminal');
  if (!dataset && data !== undefined)
    throw new FaultError({
      code: 'E_FLAG',
      message: 'This run made its problems up, so --data has nothing to give it.',
      hint: 'Leave it out.',
    });
  if (!dataset || data === undefined) return undefined;
  const { file, digest } = readData(data);
  if (digest !== dataset.digest) throw otherData(dataset, file, digest, 'Give the file the run was made with.');
  return file.rows;
}

function readData(path: string): { readonly file: DataFile; readonly digest: string } {
  if (!existsSync(path) || !statSync(path).isFile())
    throw new FaultError({
      code: 'E_FILE_MISSING',
      message: `There is no file ${path}.`,
      hint: 'Check the path of --data; it is taken relative to where the command runs.',
    });
  const bytes = new Uint8Array(readFileSync(path));
  return { file: parseDataFile(bytes, basename(path)), digest: sha256(bytes) };
}

function settingsFor(file: DataFile, digest: string, named: DatasetSettings | null, flags: DataFlags): DatasetSettings {
  if (named && named.digest !== digest && flags.map === undefined)
    throw otherData(named, file, digest, 'Give that file, or say with --map how the other one is read.');
  const known = named?.digest === digest ? named : null;
  const columns = flags.map === undefined ? (known?.columns ?? guessColumns(file)) : columnsFrom(flags.map);
  const drawn = flags['test-share'] !== undefined;
  if (drawn && flags['split-column'])
    throw new FaultError({
      code: 'E_FLAG',
      message: '--test-share draws the test split, and --split-column reads it off the rows.',
      hint: 'Leave one of them out.',
    });
  const column = flags['split-column'] ?? (drawn ? '' : (known?.split.column ?? guessSplitColumn(file)));
  const missing = [...Object.values(columns).map((source) => source.column), ...(column ? [column] : [])].find(
    (name) => !file.columns.includes(name),
  );
  if (missing !== undefined)
    throw new FaultError({
      code: 'E_DATASET_COLUMN',
      message: `${file.name} has no column “${missing}”.`,
      hint: `It has: ${file.columns.join(', ')}.`,
      place: { subject: file.name },
    });
  return datasetSchema.parse({
    name: file.name,
    digest,
    rows: file.rows.length,
    columns,
    split: { column, test: share(flags['test-share']) ?? known?.split.test },
    sample: wholeNumber(flags.sample, '--sample') ?? known?.sample,
    seed: wholeNumber(flags['data-seed'], '--data-seed') ?? known?.seed,
  });
}

function share(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value < 1) return value;
  throw new FaultError({
    code: 'E_FLAG',
    message: `--test-share takes a share from 0 to below 1, not “${text}”.`,
    hint: 'For example: --test-share 0.2.',
  });
}

const otherData = (named: DatasetSettings, file: DataFile, digest: string, hint: string): FaultError =>
  new FaultError({
    code: 'E_DATASET_OTHER',
    message: `The project takes its problems from “${named.name}” (${named.rows} rows, SHA-256 ${shortDigest(named.digest)}…); ${file.name} is another file (${file.rows.length} rows, ${shortDigest(digest)}…).`,
    hint,
    place: { subject: file.name },
  });
