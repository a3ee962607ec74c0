/**
 * Requests as text. A server in Python tells 2 from 2.0, and one fails where an integer stands for a float, which `JSON.stringify`
 * cannot write; and data are written once, since their size decides how they are split.
 */

/** JSON that is written already. */
export class Written {
  constructor(readonly text: string) {}
}

/** A number that is a float to every server: 2.0, 1e-30. */
export function float(value: number): Written {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be sent`);
  const text = String(value);
  return new Written(/[.e]/.test(text) ? text : `${text}.0`);
}

/** What a request is made of. */
export type Sent = null | boolean | number | string | Written | readonly Sent[] | { readonly [key: string]: Sent };

/** The text of a request. */
export function written(value: Sent): string {
  if (value instanceof Written) return value.text;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}:${written(field)}`);
  return `{${fields.join(',')}}`;
}

/** Numbers of float32 in as few digits as tell them apart. */
export function floats(values: ArrayLike<number>): Written {
  const texts = Array.from(values, (value) => {
    if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be sent`);
    return String(Number(value.toPrecision(9)));
  });
  return new Written(`[${texts.join(',')}]`);
}

export const integers = (values: ArrayLike<number>): Written => new Written(`[${Array.from(values).join(',')}]`);
