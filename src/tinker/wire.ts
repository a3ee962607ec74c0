/**
 * Requests as bytes. A server in Python tells 2 from 2.0, and one fails where an integer stands for a float, which `JSON.stringify`
 * cannot write; data are written once, since their size decides how they are split; and an iteration sends millions of numbers, whose
 * digits are written straight into the bytes that go out.
 */

const encoder = new TextEncoder();
const codeOf = (character: string): number => character.charCodeAt(0);
const MINUS = codeOf('-');
const POINT = codeOf('.');
const ZERO = codeOf('0');
const COMMA = codeOf(',');
const OPEN = codeOf('[');
const CLOSE = codeOf(']');
const EXPONENT = codeOf('e');

/** JSON that is written already. */
export class Written {
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(json: string | Uint8Array<ArrayBuffer>) {
    this.bytes = typeof json === 'string' ? encoder.encode(json) : json;
  }

  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }
}

/** A number that is a float to every server: 2.0, 1e-30. */
export function float(value: number): Written {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be sent`);
  const text = String(value);
  return new Written(/[.e]/.test(text) ? text : `${text}.0`);
}

/** What a request is made of. */
export type Sent = null | boolean | number | string | Written | readonly Sent[] | { readonly [key: string]: Sent };

/** The bytes of a request. */
export function written(value: Sent): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let text = '';
  const write = (part: Sent): void => {
    if (part instanceof Written) {
      if (text !== '') parts.push(encoder.encode(text));
      text = '';
      parts.push(part.bytes);
    } else if (Array.isArray(part)) {
      text += '[';
      (part as readonly Sent[]).forEach((entry, index) => {
        if (index > 0) text += ',';
        write(entry);
      });
      text += ']';
    } else if (typeof part === 'object' && part !== null) {
      text += '{';
      Object.entries(part).forEach(([key, field], index) => {
        text += `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`;
        write(field);
      });
      text += '}';
    } else text += JSON.stringify(part);
  };
  write(value);
  parts.push(encoder.encode(text));
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A list of numbers of float32 in as few digits as tell them apart, with `zeros` of them in front. */
export function floats(values: ArrayLike<number>, zeros = 0): Written {
  // A sign, nine digits, a point with up to five zeros, and a comma; what is written otherwise is no longer.
  const out = new Uint8Array(2 + 2 * zeros + 26 * values.length);
  let at = 1;
  out[0] = OPEN;
  for (let i = 0; i < zeros; i += 1, at += 2) {
    out[at] = ZERO;
    out[at + 1] = COMMA;
  }
  for (let i = 0; i < values.length; i += 1) {
    at = float32Into(out, at, values[i] ?? Number.NaN);
    out[at] = COMMA;
    at += 1;
  }
  return closed(out, at);
}

/** A list of whole numbers from 0 on, such as ids. */
export function integers(values: ArrayLike<number>): Written {
  const out = new Uint8Array(2 + 11 * values.length);
  let at = 1;
  out[0] = OPEN;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? Number.NaN;
    // 31 bits, which are divided faster.
    if (value >> 0 !== value || value < 0) throw new RangeError(`${value} is no id`);
    at = digitsInto(out, at, value, digitsOf(value));
    out[at] = COMMA;
    at += 1;
  }
  return closed(out, at);
}

function closed(out: Uint8Array<ArrayBuffer>, end: number): Written {
  // In place of the last comma.
  const last = end === 1 ? 1 : end - 1;
  out[last] = CLOSE;
  return new Written(out.slice(0, last + 1));
}

const POWERS = Array.from({ length: 40 }, (_, exponent) => 10 ** exponent);
const powerOf = (exponent: number): number => POWERS[exponent] ?? Number.NaN;

/** Digits that tell two numbers of float32 apart. */
const DIGITS = 9;

/** Writes `value` rounded to nine digits from `at` on; returns where it ends. */
function float32Into(out: Uint8Array, at: number, value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < powerOf(DIGITS)) {
    const size = Math.abs(value);
    if (value < 0) out[at] = MINUS;
    return digitsInto(out, at + Number(value < 0), size, digitsOf(size));
  }
  const size = Math.abs(value);
  if (!(size >= 1e-25 && size < 1e8)) return textInto(out, at, value);
  // How many places behind the point make nine digits.
  let places = DIGITS - 1;
  if (size >= 10) while (size >= powerOf(DIGITS - places)) places -= 1;
  else while (size * powerOf(places) < powerOf(DIGITS - 1)) places += 1;
  let mantissa = Math.round(size * powerOf(places));
  while (mantissa % 10 === 0) {
    mantissa /= 10;
    places -= 1;
  }
  if (value < 0) {
    out[at] = MINUS;
    at += 1;
  }
  // Short, and never with more zeros behind the point than digits.
  if (places > DIGITS + 4) {
    at = digitsInto(out, at, mantissa, digitsOf(mantissa));
    out[at] = EXPONENT;
    out[at + 1] = MINUS;
    return digitsInto(out, at + 2, places, 2);
  }
  const whole = places > 0 ? Math.floor(mantissa / powerOf(places)) : mantissa * powerOf(-places);
  at = digitsInto(out, at, whole, digitsOf(whole));
  if (places <= 0) return at;
  out[at] = POINT;
  return digitsInto(out, at + 1, mantissa - whole * powerOf(places), places);
}

function textInto(out: Uint8Array, at: number, value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be sent`);
  return at + encoder.encodeInto(String(Number(value.toPrecision(DIGITS))), out.subarray(at)).written;
}

function digitsOf(value: number): number {
  if (value < 10) return 1;
  if (value < 100) return 2;
  if (value < 1_000) return 3;
  if (value < 10_000) return 4;
  if (value < 100_000) return 5;
  if (value < 1_000_000) return 6;
  let digits = 7;
  while (value >= powerOf(digits)) digits += 1;
  return digits;
}

/** Writes the last `digits` digits of a whole number of 31 bits. */
function digitsInto(out: Uint8Array, at: number, value: number, digits: number): number {
  let rest = value;
  for (let index = at + digits - 1; index >= at; index -= 1) {
    const above = (rest / 10) | 0;
    out[index] = ZERO + rest - above * 10;
    rest = above;
  }
  return at + digits;
}
