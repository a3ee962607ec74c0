/** Fields of a foreign file, taken one by one: what is not of the expected type is not there. */
import { isRecord } from '../../isRecord.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The text of a field; null where there is none. Numbers and the like are what a YAML file has for a text in quotes. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The own field of a mapping; names of a file never reach a prototype. */
export const ownField = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);

/** The texts of a list. */
export const textsOf = (value: unknown): string[] => listOf(value).flatMap((entry) => textOf(entry) ?? []);

/** The fields of `value` that are set and not among `known`. */
export function otherFields(value: Fields, known: ReadonlySet<string>): string[] {
  return Object.entries(value).flatMap(([name, field]) => {
    const empty = field == null || field === '' || field === false || (typeof field === 'object' && Object.keys(field).length === 0);
    return known.has(name) || empty ? [] : [name];
  });
}
