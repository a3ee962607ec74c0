/** A data set in the terminal: `--data FILE` with how to read it, and the project's own settings for the same file. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { missingData, shortDigest } from '../../src/core/dataset/attach.ts';
import { columnsFrom, guessColumns, guessSplitColumn } from '../../src/core/dataset/columns.ts';
import { type DataFile, parseDataFile } from '../../src/core/dataset/parse.ts';
import type { DataRow } from '../../src/core/dataset/rows.ts';
import { sha256 } from '../../src/core/sha256.ts';
import { type DatasetSettings, datasetSchema, type ProjectDocument } from '../../src/core/document/schema.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { pathFaults, terminalDataFaults } from '../../src/words/words.ts';
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
    if (stray !== undefined) throw new FaultError(fault(terminalDataFaults, 'E_FLAG', { wrong: 'no data', flag: `--${stray}` }));
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
  if (!dataset && data !== undefined) throw new FaultError(fault(terminalDataFaults, 'E_FLAG', { wrong: 'data of a run' }));
  if (!dataset || data === undefined) return undefined;
  const { file, digest } = readData(data);
  if (digest !== dataset.digest) throw otherData('run', dataset, file, digest);
  return file.rows;
}

function readData(path: string): { readonly file: DataFile; readonly digest: string } {
  if (!existsSync(path) || !statSync(path).isFile()) throw new FaultError(fault(pathFaults, 'E_FILE_MISSING', { path, wanted: 'data' }));
  const bytes = new Uint8Array(readFileSync(path));
  return { file: parseDataFile(bytes, basename(path)), digest: sha256(bytes) };
}

function settingsFor(file: DataFile, digest: string, named: DatasetSettings | null, flags: DataFlags): DatasetSettings {
  if (named && named.digest !== digest && flags.map === undefined) throw otherData('project', named, file, digest);
  const known = named?.digest === digest ? named : null;
  const columns = flags.map === undefined ? (known?.columns ?? guessColumns(file)) : columnsFrom(flags.map);
  const drawn = flags['test-share'] !== undefined;
  if (drawn && flags['split-column']) throw new FaultError(fault(terminalDataFaults, 'E_FLAG', { wrong: 'two splits' }));
  const column = flags['split-column'] ?? (drawn ? '' : (known?.split.column ?? guessSplitColumn(file)));
  const missing = [...Object.values(columns).map((source) => source.column), ...(column ? [column] : [])].find(
    (name) => !file.columns.includes(name),
  );
  if (missing !== undefined)
    throw new FaultError(
      fault(
        terminalDataFaults,
        'E_DATASET_COLUMN',
        { file: file.name, column: missing, columns: file.columns },
        { place: { subject: file.name } },
      ),
    );
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
  throw new FaultError(fault(terminalDataFaults, 'E_FLAG', { wrong: 'share', given: text }));
}

function otherData(of: 'project' | 'run', { name, rows, digest: asked }: DatasetSettings, file: DataFile, digest: string): FaultError {
  const named = { name, rows, digest: shortDigest(asked) };
  const given = { name: file.name, rows: file.rows.length, digest: shortDigest(digest) };
  return new FaultError(fault(terminalDataFaults, 'E_DATASET_OTHER', { named, given, of }, { place: { subject: file.name } }));
}
