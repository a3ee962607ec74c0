/** What exports of tracing services are made of: JSON by lines or whole, times in several notations, attributes with dotted names. */
import { faultAt } from '../../../faultAt.ts';
import { isRecord } from '../../../isRecord.ts';
import type { Json } from '../../../json.ts';
import { importTraceFaults } from '../../../../words/words.ts';
import type { ImportedPart } from '../importedRun.ts';
import { headText } from '../head.ts';
import { MAX_INFO_CHARACTERS, MAX_INFO_DEPTH } from '../limits.ts';
import { jsonLines, wholeJson } from '../lines.ts';
import { type GivenFile, HEAD_BYTES } from '../reader.ts';

/** Levels of an entry; whatever goes through its values may go down by calling itself. */
export const MAX_DEPTH = 200;

export type Table = Readonly<Record<string, unknown>>;

/** A value of a file: a line of it, or an element of the list that it is. */
export interface Entry {
  readonly subject: string;
  /** From 1: the line, or the element. */
  readonly item: number;
  readonly value: Table;
}

/** How a file begins, as text. */
export async function beginningOf(file: GivenFile): Promise<string> {
  return headText({ path: file.path, size: file.size, bytes: await file.read(0, HEAD_BYTES) }).replace(/^\ufeff/, '');
}

/**
 * The tables of a file: of JSON Lines its lines, else the elements of the list that the file is or holds under one of `keys`, or
 * the file's only value. Throws `E_IMPORT_*` for what is no JSON, `E_TRACE_*` for what is too deep or no table.
 */
export async function* entriesOf(file: GivenFile, keys: readonly string[], tell: (notice: ImportedPart) => void): AsyncGenerator<Entry> {
  const subject = file.path;
  let item = 0;
  const entries = function* (value: unknown, line?: number): Generator<Entry> {
    for (const element of elementsOf(value, keys)) {
      item = line ?? item + 1;
      if (!isRecord(element)) throw faultAt(importTraceFaults, 'E_TRACE_FIELD', { subject, item, field: 'entry', expected: 'a table' });
      if (deeperThan(element, MAX_DEPTH)) throw faultAt(importTraceFaults, 'E_TRACE_DEPTH', { subject, item, most: MAX_DEPTH });
      yield { subject, item, value: element };
    }
  };
  if (await isWhole(file)) return yield* entries(await wholeJson(file));
  for await (const batch of jsonLines(file, tell)) for (const { value, line } of batch) yield* entries(value, line);
}

function elementsOf(value: unknown, keys: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isRecord(value)) {
    const key = keys.find((name) => Array.isArray(value[name]));
    if (key !== undefined) return value[key] as readonly unknown[];
  }
  return [value];
}

/** Whether a file is one JSON value over several lines, or a list, instead of one value a line. */
async function isWhole(file: GivenFile): Promise<boolean> {
  const text = (await beginningOf(file)).trimStart();
  if (text.startsWith('[')) return true;
  const end = text.indexOf('\n');
  return end >= 0 && jsonOf(text.slice(0, end)) === undefined;
}

/** The value of a JSON text; undefined for what is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a field holds, or what its text says where it is the JSON of a table or a list, as many exporters write them. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  const json = jsonOf(value);
  return json === undefined || deeperThan(json, MAX_DEPTH) ? value : json;
}

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export const numberOrNull = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

export const tableOf = (value: unknown): Table => {
  const table = unpacked(value);
  return isRecord(table) ? table : {};
};

export const listOf = (value: unknown): readonly unknown[] => {
  const list = unpacked(value);
  return Array.isArray(list) ? list : [];
};

/** The numbers of a table, as they stand there. */
export function numbersIn(table: Table): Record<string, number> {
  return Object.fromEntries(Object.entries(table).filter((entry): entry is [string, number] => numberOrNull(entry[1]) !== null));
}

/** Whether a value has more than `most` levels. Looks at it level by level, since what goes down by calling itself ends there. */
export function deeperThan(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= most; depth += 1) {
    const below: unknown[] = [];
    for (const one of level)
      if (typeof one === 'object' && one !== null)
        for (const inner of Object.values(one)) if (typeof inner === 'object' && inner !== null) below.push(inner);
    if (below.length === 0) return false;
    level = below;
  }
  return true;
}

/** What stands beside an episode's messages, as far as it is short and shallow; the rest is left out. */
export function plainInfo(table: Table): Readonly<Record<string, Json>> {
  let left = MAX_INFO_CHARACTERS;
  const plain = (value: unknown, depth: number): Json | undefined => {
    if (typeof value === 'string') {
      left -= value.length;
      return left < 0 ? undefined : value;
    }
    left -= 8;
    if (left < 0 || depth > MAX_INFO_DEPTH) return undefined;
    if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
    if (typeof value === 'boolean' || value === null) return value;
    if (Array.isArray(value)) return value.flatMap((element) => plain(element, depth + 1) ?? []);
    if (!isRecord(value)) return undefined;
    return tableOfPlain(value, depth + 1);
  };
  const tableOfPlain = (value: Table, depth: number): Readonly<Record<string, Json>> =>
    Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
        const kept = plain(inner, depth);
        return kept === undefined ? [] : [[key, kept]];
      }),
    );
  return tableOfPlain(table, 0);
}

/** Nanoseconds since 1970 of a count of them, or of a time in ISO 8601 (UTC where it names no zone); null for anything else. */
export function nanoseconds(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isFinite(value) ? BigInt(Math.round(value)) : null;
  if (typeof value !== 'string') return null;
  if (/^\d{1,20}$/.test(value)) return BigInt(value);
  const [, day, time, fraction = '', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(value) ?? [];
  if (day === undefined || time === undefined) return null;
  const milliseconds = Date.parse(`${day}T${time}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(milliseconds) ? null : BigInt(milliseconds) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

const MAX_NAME_LEVELS = 32;

/**
 * Attributes whose dotted names are paths, as tables within tables: `llm.input_messages.0.message.role` as OpenInference flattens
 * lists. Tables that stand there already are kept; a number in a path is the key of a table, so that no list is made of any length.
 */
export function unflattened(attributes: Table): Table {
  const root = new Map<string, unknown>();
  for (const [name, value] of Object.entries(attributes)) {
    const path = name.split('.');
    if (path.length > MAX_NAME_LEVELS) continue;
    let at = root;
    for (const step of path.slice(0, -1)) {
      const inner = at.get(step);
      const next =
        inner instanceof Map ? (inner as Map<string, unknown>) : new Map<string, unknown>(isRecord(inner) ? Object.entries(inner) : []);
      at.set(step, next);
      at = next;
    }
    const last = path.at(-1) ?? '';
    const inner = at.get(last);
    if (inner instanceof Map && isRecord(value)) for (const [key, one] of Object.entries(value)) inner.set(key, one);
    else if (!(inner instanceof Map)) at.set(last, value);
  }
  const table = (map: Map<string, unknown>): Table =>
    Object.fromEntries([...map].map(([key, value]) => [key, value instanceof Map ? table(value as Map<string, unknown>) : value]));
  return table(root);
}

/** A list that stands as one, or as a table with its indices for keys. */
export function indexed(value: unknown): readonly unknown[] {
  const list = unpacked(value);
  if (Array.isArray(list)) return list;
  if (!isRecord(list)) return [];
  const keys = Object.keys(list).filter((key) => /^\d{1,9}$/.test(key));
  return keys.sort((a, b) => Number(a) - Number(b)).map((key) => list[key]);
}
