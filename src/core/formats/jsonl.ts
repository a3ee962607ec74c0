/**
 * JSON Lines: one JSON value per line. A number is written as the shortest decimal that reads back as the same number
 * (ECMAScript's own rule), so equal numbers give equal bytes on every host; keys keep the order they were set in.
 */
import { faultAt } from '../faultAt.ts';
import { fileFaults } from '../../words/words.ts';

/** One line with its newline. NaN and infinities, which JSON would turn into null in silence, are refused by name. */
export function encodeJsonLine(value: unknown): string {
  let unwritable = false;
  const json = JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'number' && !Number.isFinite(item)) unwritable = true;
    return item;
  });
  if (unwritable) refuseNonFinite(value);
  return `${json}\n`;
}

/** Lines for a list of values. */
export function encodeJsonLines(values: Iterable<unknown>): string {
  return Array.from(values, encodeJsonLine).join('');
}

/**
 * The same for readers that tell whole numbers from fractions: numbers at and below the fields `floats` are written with a
 * fraction, 1 as `1.0`. Arrow, and with it `datasets.load_dataset("json")`, takes the type of a column from its first values
 * and fails where whole ones come before fractions. To whom a number is a number, as here, both read as the same.
 */
export function encodeFloatLines(values: Iterable<unknown>, floats: ReadonlySet<string>): string {
  return Array.from(values, (value) => {
    const json = written(value, floats, false);
    if (json === null) refuseNonFinite(value);
    return `${json}\n`;
  }).join('');
}

/** JSON of a value; null where it holds a number that is not finite. */
function written(value: unknown, floats: ReadonlySet<string>, float: boolean): string | null {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return null;
    const digits = JSON.stringify(value);
    return float && Number.isInteger(value) && !digits.includes('e') ? `${digits}.0` : digits;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => written(item, floats, float));
    return items.includes(null) ? null : `[${items.join(',')}]`;
  }
  const fields: string[] = [];
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const json = written(item, floats, float || floats.has(key));
    if (json === null) return null;
    fields.push(`${JSON.stringify(key)}:${json}`);
  }
  return `{${fields.join(',')}}`;
}

function refuseNonFinite(value: unknown): never {
  const [path, number] = findNonFinite(value, '') ?? ['a value', Number.NaN];
  throw faultAt(fileFaults, 'E_JSON_NUMBER', { subject: path, value: String(number) });
}

/** Without a last line that was cut off, as a crash leaves it. */
export function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

/** The values of a file's lines; blank lines are skipped, a broken one is a fault at its number. */
export function parseJsonLines(text: string, fileName: string): unknown[] {
  const values: unknown[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      values.push(JSON.parse(line));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw faultAt(fileFaults, 'E_JSONL_LINE', { subject: fileName, line: index + 1, reason });
    }
  }
  return values;
}

/** Where the first NaN or infinity is, such as `messages[1].advantages[0]`. */
function findNonFinite(value: unknown, path: string): [path: string, number: number] | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : [path || 'the value', value];
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const found = findNonFinite(item, Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key);
    if (found) return found;
  }
  return null;
}
