/**
 * A sweep: settings with the values each is to take, times seeds, as documents to train. A cell is one choice of values; its
 * runs differ in nothing but the seed. A cell that cannot be trained is told with the reason, never left out silently.
 */
import { documentFaults, unreadSettings } from '../document/check/check.ts';
import { parseDocument } from '../document/parse.ts';
import { type ProjectDocument, trainingSchema } from '../document/schema.ts';
import type { Json } from '../json.ts';
import { fault, FaultError, faultFrom, type Fault, type ParamsOf } from '../faults.ts';
import { sweepPath, withValueAt } from './address.ts';
import { sweepFaults } from '../../words/words.ts';

/** Most runs of one sweep. */
export const MAX_SWEEP_RUNS = 1000;

export interface GridAxis {
  /** See `address.ts`. */
  readonly path: string;
  readonly values: readonly Json[];
}

export type CellValues = Readonly<Record<string, Json>>;

export interface PlannedRun {
  /** Index among the plan's cells. */
  readonly cell: number;
  readonly values: CellValues;
  readonly seed: number;
  readonly document: ProjectDocument;
}

export interface ImpossibleCell {
  readonly values: CellValues;
  readonly faults: readonly Fault[];
}

export interface SweepPlan {
  /** With full paths, every value once. */
  readonly axes: readonly GridAxis[];
  readonly seeds: readonly number[];
  /** Cells that can be trained, the last axis changing fastest. */
  readonly cells: readonly CellValues[];
  readonly impossible: readonly ImpossibleCell[];
  /** Every cell with the first seed, then every cell with the second, …: a sweep that is broken off can still be read. */
  readonly runs: readonly PlannedRun[];
}

/** Plans a sweep; throws `E_SWEEP_…` where the grid itself cannot be meant. Without axes it is one cell over the seeds. */
export function planSweep(document: ProjectDocument, given: readonly GridAxis[], seeds: readonly number[]): SweepPlan {
  const axes = given.map(({ path, values }) => ({ path: sweepPath(document, path), values: distinct(values) }));
  const seedList = distinct(seeds);
  const twice = axes.find(({ path }, at) => axes.findIndex((other) => other.path === path) !== at);
  if (twice) throw refusal('E_SWEEP_TWICE', { path: twice.path }, twice.path);
  const empty = axes.find(({ values }) => values.length === 0);
  if (empty) throw refusal('E_SWEEP_EMPTY', { found: 'noValue', path: empty.path }, empty.path);
  if (seedList.length === 0) throw refusal('E_SWEEP_EMPTY', { found: 'noSeed' }, 'training.seed');
  const wrong = seedList.find((seed) => !trainingSchema.shape.seed.safeParse(seed).success);
  if (wrong !== undefined) throw refusal('E_SWEEP_SEED', { seed: wrong }, 'training.seed');
  const count = axes.reduce((product, { values }) => product * values.length, seedList.length);
  if (count > MAX_SWEEP_RUNS) throw refusal('E_SWEEP_SIZE', { runs: count, most: MAX_SWEEP_RUNS });

  const cells: { readonly values: CellValues; readonly document: ProjectDocument }[] = [];
  const impossible: ImpossibleCell[] = [];
  for (const values of combinations(axes)) {
    const cell = cellDocument(document, values);
    if ('faults' in cell) impossible.push({ values, faults: cell.faults });
    else cells.push({ values, document: cell.document });
  }
  return {
    axes,
    seeds: seedList,
    cells: cells.map(({ values }) => values),
    impossible,
    runs: seedList.flatMap((seed) =>
      cells.map(({ values, document: own }, cell) => ({ cell, values, seed, document: withSeed(own, seed) })),
    ),
  };
}

/** Why `value` cannot stand at `path`, by the schema alone; null when it can. */
export function valueFault(document: ProjectDocument, path: string, value: Json): Fault | null {
  try {
    parseDocument(withValueAt(document, sweepPath(document, path), value));
    return null;
  } catch (error) {
    return inTheGrid(faultFrom(error), { [path]: value });
  }
}

/** `count` seeds from `first` on. */
export function seedsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

/**
 * A list of values as it is typed: `1e-3, 3e-3`, `equal,per_step`, `true,false`. What is not JSON is a word; a text that
 * begins with `[` is a JSON list of values, for words with commas in them.
 */
export function parseValues(text: string): Json[] {
  const trimmed = text.trim();
  if (trimmed.startsWith('[')) {
    const list = asJson(trimmed);
    if (Array.isArray(list)) return list as Json[];
    throw refusal('E_SWEEP_VALUES', { text: trimmed });
  }
  return trimmed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const value = asJson(part);
      return value === undefined ? part : value;
    });
}

function asJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** What a cell is called: `learningRate=0.003, credit.strategy=equal`; settings of the training without `training.`. */
export function cellName(values: CellValues): string {
  return Object.entries(values)
    .map(([path, value]) => `${path.replace(/^training\./, '')}=${valueName(value)}`)
    .join(', ');
}

/** A value as it is written in tables: words without quotes. */
export function valueName(value: Json | undefined): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value ?? null);
}

/** The document of a cell, or why it cannot be trained. */
function cellDocument(
  document: ProjectDocument,
  values: CellValues,
): { readonly document: ProjectDocument } | { readonly faults: readonly Fault[] } {
  try {
    const drawn = Object.entries(values).reduce((made, [path, value]) => withValueAt(made, path, value), document);
    const parsed = parseDocument(drawn);
    const faults = [...documentFaults(parsed), ...unreadIn(parsed, values)];
    return faults.length > 0 ? { faults } : { document: parsed };
  } catch (error) {
    return { faults: [inTheGrid(faultFrom(error), values)] };
  }
}

/** Faults of those of `values`, by path, that nothing reads in the document: to vary them would train the same run again. */
export function unreadIn(document: ProjectDocument, values: CellValues): Fault[] {
  return unreadSettings(document).filter(
    ({ place: { subject } }) => subject in values || subject.replace(/^team\.agents\.[^.]+/, 'team.agents.*') in values,
  );
}

/** A fault of a file, said of the values that made it. */
function inTheGrid(ofFile: Fault, values: CellValues): Fault {
  if (ofFile.code !== 'E_DOCUMENT_INVALID') return ofFile;
  // Its detail is `path: what is wrong`, a line for each.
  const [, subject = '', wrong = ofFile.message] = /^(\S+): (.+)/.exec(ofFile.detail ?? '') ?? [];
  const [path, value] = Object.entries(values).find(([at]) => at === subject) ?? [subject, undefined];
  const shown = value === undefined ? null : valueName(value);
  return fault(sweepFaults, 'E_SWEEP_VALUE', { path, value: shown, wrong }, { place: { subject: path } });
}

function withSeed(document: ProjectDocument, seed: number): ProjectDocument {
  return { ...document, training: { ...document.training, seed } };
}

function combinations(axes: readonly GridAxis[]): CellValues[] {
  return axes.reduce<CellValues[]>(
    (cells, { path, values }) => cells.flatMap((cell) => values.map((value) => ({ ...cell, [path]: value }))),
    [{}],
  );
}

function distinct<T extends Json>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function refusal<C extends keyof typeof sweepFaults>(code: C, values: ParamsOf<(typeof sweepFaults)[C]>, subject?: string): FaultError {
  return new FaultError(fault(sweepFaults, code, values, subject === undefined ? {} : { place: { subject } }));
}
