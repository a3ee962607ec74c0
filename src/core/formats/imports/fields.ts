/**
 * Fields of a foreign line, checked: null where one is absent or null, a fault with file, line and path where it is something else
 * than it should be. Nothing is taken for what it is not: no text for a number, no number for a truth.
 */
import { importFaults, type ImportWanted } from '../../../words/words.ts';
import { faultAt } from '../../faultAt.ts';
import type { FaultError } from '../../faults.ts';
import { isRecord } from '../../isRecord.ts';
import type { Json } from '../../json.ts';
import { MAX_INFO_CHARACTERS, MAX_INFO_DEPTH, MAX_NAMES, MAX_TOKENS } from './limits.ts';

/** Where a value stands: the file, and the line of it or the row, from 1. */
export interface At {
  readonly subject: string;
  readonly line: number;
}

export type Fields = Readonly<Record<string, unknown>>;

const LARGEST_ID = 2 ** 32;

export const wrongField = (at: At, field: string, wanted: ImportWanted): FaultError =>
  faultAt(importFaults, 'E_IMPORT_FIELD', { ...at, field, wanted });

/** An object; what is none is a fault. */
export function fieldsOf(value: unknown, at: At, field: string): Fields {
  if (!isRecord(value)) throw wrongField(at, field, 'object');
  return value;
}

export function listOf(value: unknown, at: At, field: string): readonly unknown[] | null {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) throw wrongField(at, field, 'list');
  return value;
}

export function textOf(value: unknown, at: At, field: string): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') throw wrongField(at, field, 'text');
  return value;
}

/** A finite number. */
export function numberOf(value: unknown, at: At, field: string): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongField(at, field, 'number');
  return value;
}

export function wholeOf(value: unknown, at: At, field: string): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrongField(at, field, 'whole');
  return value;
}

export function truthOf(value: unknown, at: At, field: string): boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'boolean') throw wrongField(at, field, 'yes_no');
  return value;
}

/** A name or a number as a name, as ids are written both ways. */
export function nameOf(value: unknown, at: At, field: string): string | null {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : textOf(value, at, field);
}

/** A list of numbers; entries that are null are NaN, and a list of nothing else is null. `length`: how many there must be. */
export function numbersOf(value: unknown, at: At, field: string, length?: number): number[] | null {
  if (value === null || value === undefined) return null;
  const list = tokenList(value, at, field, 'numbers', length);
  let known = list.length === 0;
  const numbers = list.map((entry) => {
    if (entry === null) return Number.NaN;
    if (typeof entry !== 'number' || !Number.isFinite(entry)) throw wrongField(at, field, 'numbers');
    known = true;
    return entry;
  });
  return known ? numbers : null;
}

/** Token ids. */
export function idsOf(value: unknown, at: At, field: string, length?: number): number[] | null {
  if (value === null || value === undefined) return null;
  return tokenList(value, at, field, 'whole_numbers', length).map((entry) => {
    if (typeof entry !== 'number' || !Number.isInteger(entry) || entry < 0 || entry >= LARGEST_ID) {
      throw wrongField(at, field, 'whole_numbers');
    }
    return entry;
  });
}

/** A mask, of truths or of ones and zeros; null where it is absent or says nothing of any token. */
export function masksOf(value: unknown, at: At, field: string, length?: number): boolean[] | null {
  if (value === null || value === undefined) return null;
  const list = tokenList(value, at, field, 'yes_nos', length);
  if (list.length > 0 && list.every((entry) => entry === null)) return null;
  return list.map((entry) => {
    if (typeof entry === 'boolean') return entry;
    if (entry !== 0 && entry !== 1) throw wrongField(at, field, 'yes_nos');
    return entry === 1;
  });
}

function tokenList(value: unknown, at: At, field: string, wanted: ImportWanted, length: number | undefined): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongField(at, field, wanted);
  if (value.length > MAX_TOKENS) throw faultAt(importFaults, 'E_IMPORT_LIMIT', { ...at, what: 'tokens', most: MAX_TOKENS });
  if (length !== undefined && value.length !== length) {
    throw faultAt(importFaults, 'E_IMPORT_LENGTH', { ...at, field, length: value.length, wanted: length });
  }
  return value;
}

/** Numbers by name; names whose number is null are left out. */
export function namedNumbers(value: unknown, at: At, field: string): Readonly<Record<string, number>> {
  if (value === null || value === undefined) return {};
  return numbersByName(
    Object.entries(fieldsOf(value, at, field)).map(([name, entry]) => [name, numberOf(entry, at, `${field}.${name}`)]),
    at,
  );
}

/** The same of pairs. Names come from files, `__proto__` among them. */
export function numbersByName(pairs: readonly (readonly [string, number | null])[], at: At): Readonly<Record<string, number>> {
  const known = pairs.filter((pair): pair is readonly [string, number] => pair[1] !== null);
  if (known.length > MAX_NAMES) throw faultAt(importFaults, 'E_IMPORT_LIMIT', { ...at, what: 'names', most: MAX_NAMES });
  return Object.fromEntries(known);
}

/** What stands beside an episode, as it stands there but for what is null or absent. */
export function infoOf(values: Fields, at: At): Readonly<Record<string, Json>> {
  let characters = 0;
  const measure = (value: unknown, depth: number): void => {
    if (depth > MAX_INFO_DEPTH) throw faultAt(importFaults, 'E_IMPORT_LIMIT', { ...at, what: 'depth', most: MAX_INFO_DEPTH });
    characters += typeof value === 'string' ? value.length + 2 : 8;
    if (characters > MAX_INFO_CHARACTERS) {
      throw faultAt(importFaults, 'E_IMPORT_LIMIT', { ...at, what: 'info', most: MAX_INFO_CHARACTERS });
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      characters += key.length;
      measure(item, depth + 1);
    }
  };
  const known = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  for (const [key, value] of known) {
    characters += key.length;
    measure(value, 1);
  }
  // All that comes from a file was read as JSON.
  return Object.fromEntries(known) as Readonly<Record<string, Json>>;
}
