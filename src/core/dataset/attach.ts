/**
 * A data set at work: which rows are used, which belong to which split, and what each is as a `problem`. All of it follows
 * from the rows and the document's settings. What is drawn goes by each row's content and the seed, never by its index, so
 * the same rows in another order give the same sample and the same splits.
 */
import type { DatasetSettings, ProjectDocument } from '../document/schema.ts';
import type { Split } from '../environment/contract.ts';
import type { Json } from '../json.ts';
import { faultAt } from '../faultAt.ts';
import type { FaultError } from '../faults.ts';
import { datasetFaults } from '../../words/words.ts';
import { bitsAt, foldIn, keyFor, STREAMS } from '../random/streams.ts';
import { problemOf } from './columns.ts';
import type { DataRow } from './rows.ts';

/** Words for splits that only measure; every other word means train. */
const TEST_WORDS = new Set(['test', 'testing', 'validation', 'valid', 'val', 'dev', 'eval', 'evaluation', 'holdout']);

export interface AttachedData {
  /** Rows of each split, as indices into the file, in drawn order: the first n are as good a sample as any. */
  readonly splits: Readonly<Record<Split, Uint32Array>>;
  /** What `reset` gets for a row of the file. */
  problem(index: number): DataRow;
  /** Fingerprint of everything that decides which problems there are: the rows used, their splits and fields. 16 hexadecimal digits. */
  readonly fingerprint: string;
}

/** Two independent 32-bit hashes of a row's JSON, whatever the order of its keys. */
function hashesOf(value: Json): readonly [number, number] {
  const text = JSON.stringify(sorted(value));
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i += 1) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ (a >>> 15) ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return [a >>> 0, b >>> 0];
}

function sorted(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value as Readonly<Record<string, Json>>).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, element]) => [key, sorted(element)]));
}

/** Hashes of each row, kept with the rows, since every change of a setting draws anew. */
const hashesOfRows = new WeakMap<readonly DataRow[], readonly (readonly [number, number])[]>();

function rowHashes(rows: readonly DataRow[]): readonly (readonly [number, number])[] {
  const known = hashesOfRows.get(rows);
  if (known) return known;
  const hashes = rows.map(hashesOf);
  hashesOfRows.set(rows, hashes);
  return hashes;
}

type Settings = Pick<DatasetSettings, 'columns' | 'split' | 'sample' | 'seed'>;

/** Indices in the order in which this draw takes them. */
function drawn(indices: Uint32Array, hashes: readonly (readonly [number, number])[], seed: number, draw: number): Uint32Array {
  const key = keyFor(seed, STREAMS.dataset, draw);
  const ranks = new Map(
    [...indices].map((index) => [index, bitsAt(foldIn(foldIn(key, hashes[index]?.[0] ?? 0), hashes[index]?.[1] ?? 0), 0)]),
  );
  const rank = (index: number, word: 0 | 1) => ranks.get(index)?.[word] ?? 0;
  // Equal rows stay side by side, in the order of the file.
  return indices.toSorted((a, b) => rank(a, 0) - rank(b, 0) || rank(a, 1) - rank(b, 1) || a - b);
}

/** The split a word means. */
export const splitOf = (word: Json | undefined): Split =>
  typeof word === 'string' && TEST_WORDS.has(word.trim().toLowerCase()) ? 'test' : 'train';

/** The rows as `settings` say; a split may come out empty. */
export function attachData(rows: readonly DataRow[], settings: Settings): AttachedData {
  const { columns, split, sample, seed } = settings;
  const hashes = rowHashes(rows);
  const all = drawn(Uint32Array.from(rows.keys()), hashes, seed, 0);
  const used = sample > 0 ? all.slice(0, sample) : all;
  const order = drawn(used, hashes, seed, 1);
  const splits =
    split.column === '' ? byShare(order, split.test, hashes) : byColumn(order, (index) => splitOf(rows[index]?.[split.column]));
  const problem = (index: number): DataRow => {
    const row = rows[index];
    if (!row) throw new RangeError(`there is no row ${index} among ${rows.length}`);
    return problemOf(row, columns);
  };
  // Asked for once a run; it reads every row.
  let fingerprint: string | null = null;
  return {
    splits,
    problem,
    get fingerprint() {
      return (fingerprint ??= fingerprintOf(splits, problem));
    },
  };
}

/** The share to the nearest row. Equal rows go together, so that no test problem was trained on. */
function byShare(order: Uint32Array, share: number, hashes: readonly (readonly [number, number])[]): Record<Split, Uint32Array> {
  const equal = (a: number, b: number) => hashes[a]?.[0] === hashes[b]?.[0] && hashes[a]?.[1] === hashes[b]?.[1];
  let tests = Math.round(order.length * share);
  while (tests > 0 && tests < order.length && equal(order[tests - 1] ?? 0, order[tests] ?? 0)) tests += 1;
  return { test: order.slice(0, tests), train: order.slice(tests) };
}

function byColumn(order: Uint32Array, splitAt: (index: number) => Split): Record<Split, Uint32Array> {
  return { train: order.filter((index) => splitAt(index) === 'train'), test: order.filter((index) => splitAt(index) === 'test') };
}

function fingerprintOf(splits: Readonly<Record<Split, Uint32Array>>, problem: (index: number) => DataRow): string {
  let key = keyFor(0, STREAMS.dataset);
  for (const split of ['train', 'test'] as const) {
    key = foldIn(key, splits[split].length);
    for (const index of splits[split]) {
      const [a, b] = hashesOf(problem(index));
      key = foldIn(foldIn(foldIn(key, index), a), b);
    }
  }
  return key.map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** The problem at `nth` of a split, which is gone through again when it is shorter; undefined when it is empty. */
export function problemAt(
  { splits, problem }: AttachedData,
  split: Split,
  nth: number,
): { readonly index: number; readonly problem: DataRow } | undefined {
  const index = splits[split][nth % Math.max(1, splits[split].length)];
  return index === undefined ? undefined : { index, problem: problem(index) };
}

/** Problems by which the cost of a run is estimated. */
export const SOME_PROBLEMS = 64;

/** The first `count` training problems, as many as there are: what estimates and previews go by. */
export const someProblems = ({ splits, problem }: AttachedData, count: number): DataRow[] => [...splits.train.slice(0, count)].map(problem);

/** First digits of a digest, as people compare them. */
export const shortDigest = (digest: string): string => digest.slice(0, 12);

/** Where a missing file can be given: in the page's panel, with or without the way out of removing it, in the terminal, or in either. */
type Give = Parameters<typeof datasetFaults.E_DATASET_MISSING>[0]['give'];

/** A fault when the project names a data set whose rows are not at hand. */
export function missingData({ name, digest, rows }: DatasetSettings, give: Give): FaultError {
  return faultAt(datasetFaults, 'E_DATASET_MISSING', { subject: name, rows, digest: shortDigest(digest), give });
}

/** The document's data set at work, or null where it has none. Throws when rows and document do not fit each other. */
export function attachedTo({ environment, training }: ProjectDocument, rows: readonly DataRow[] | undefined): AttachedData | null {
  const { dataset } = environment;
  if (!dataset) return null;
  if (!rows) throw missingData(dataset, 'anywhere');
  const subject = dataset.name;
  if (rows.length !== dataset.rows) throw faultAt(datasetFaults, 'E_DATASET_ROWS', { subject, said: dataset.rows, came: rows.length });
  const data = attachData(rows, dataset);
  const measured = training.evaluateEvery > 0;
  const empty = data.splits.train.length === 0 ? 'train' : measured && data.splits.test.length === 0 ? 'test' : null;
  if (empty === null) return data;
  throw faultAt(datasetFaults, 'E_DATASET_SPLIT', { subject, empty });
}
