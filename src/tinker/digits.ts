/**
 * Numbers of a request, written as digits straight into bytes: an iteration sends tens of millions of them, and a text or an array of each
 * would take longer than all else the client does.
 */
import { Written } from './wire.ts';

const encoder = new TextEncoder();
const codeOf = (character: string): number => character.charCodeAt(0);
const MINUS = codeOf('-');
const POINT = codeOf('.');
const ZERO = codeOf('0');
const COMMA = codeOf(',');
const OPEN = codeOf('[');
const CLOSE = codeOf(']');
const EXPONENT = codeOf('e');

/** Most bytes of an id with its comma, and of a float: a sign, nine digits, a point with up to five zeros, a comma. What is written otherwise is no longer. */
const ID_BYTES = 11;
const FLOAT_BYTES = 26;
/** Digits that tell two numbers of float32 apart. */
const DIGITS = 9;

const POWERS = Array.from({ length: 40 }, (_, exponent) => 10 ** exponent);
const powerOf = (exponent: number): number => POWERS[exponent] ?? Number.NaN;

/** Bytes written one behind the other, in room that grows and is used again. */
export class Writer {
  #room = new Uint8Array(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  text(json: string): this {
    this.#need(3 * json.length);
    this.#length += encoder.encodeInto(json, this.#room.subarray(this.#length)).written;
    return this;
  }

  /** What was written from `from` to `to`, once more. */
  again(from: number, to: number): this {
    this.#need(to - from);
    this.#room.copyWithin(this.#length, from, to);
    this.#length += to - from;
    return this;
  }

  /** Whole numbers from 0 on, such as ids, each with a comma behind it. */
  ids(values: ArrayLike<number>, from = 0, to = values.length): this {
    this.#need(ID_BYTES * (to - from));
    const out = this.#room;
    let at = this.#length;
    for (let i = from; i < to; i += 1) {
      const value = values[i] ?? Number.NaN;
      // 31 bits, which are divided faster.
      if (value >> 0 !== value || value < 0) throw new RangeError(`${value} is no id`);
      at = digitsInto(out, at, value, digitsOf(value));
      out[at] = COMMA;
      at += 1;
    }
    this.#length = at;
    return this;
  }

  /** Numbers of float32, times `by`, in as few digits as tell them apart, each with a comma behind it. */
  floats(values: ArrayLike<number>, by = 1): this {
    this.#need(FLOAT_BYTES * values.length);
    const out = this.#room;
    let at = this.#length;
    for (let i = 0; i < values.length; i += 1) {
      at = float32Into(out, at, (values[i] ?? Number.NaN) * by);
      out[at] = COMMA;
      at += 1;
    }
    this.#length = at;
    return this;
  }

  /** `count` times the same digit, each with a comma behind it. */
  repeated(digit: number, count: number): this {
    this.#need(2 * count);
    const out = this.#room;
    for (let at = this.#length, end = at + 2 * count; at < end; at += 2) {
      out[at] = ZERO + digit;
      out[at + 1] = COMMA;
    }
    this.#length += 2 * count;
    return this;
  }

  /** Begins a list of numbers. */
  open(): this {
    this.#need(1);
    this.#room[this.#length] = OPEN;
    this.#length += 1;
    return this;
  }

  /** Ends it, in place of the last comma. */
  close(): this {
    this.#need(1);
    const last = this.#length - 1;
    if (this.#room[last] !== COMMA) this.#length += 1;
    this.#room[this.#length - 1] = CLOSE;
    return this;
  }

  /** The list that ends at `end`, behind a comma: of use until more is written. */
  listTo(end: number): Written {
    this.#room[end - 1] = CLOSE;
    return new Written(this.#room.subarray(0, end));
  }

  /** Forgets what was written from `from` to `to`. */
  forget(from: number, to: number): void {
    this.#room.copyWithin(from, to, this.#length);
    this.#length -= to - from;
  }

  /** Bytes of its own of all that was written; begins anew. */
  taken(): Written {
    const own = new Written(this.#room.slice(0, this.#length));
    this.#length = 0;
    return own;
  }

  #need(bytes: number): void {
    if (this.#length + bytes <= this.#room.length) return;
    const larger = new Uint8Array(2 * (this.#length + bytes));
    larger.set(this.#room.subarray(0, this.#length));
    this.#room = larger;
  }
}

const shared = new Writer();

/** A list of whole numbers from 0 on, such as ids. */
export const integers = (values: ArrayLike<number>): Written => shared.open().ids(values).close().taken();

/** A list of numbers of float32. */
export const floats = (values: ArrayLike<number>): Written => shared.open().floats(values).close().taken();

/** Writes `value` rounded to nine digits from `at` on; returns where it ends. */
function float32Into(out: Uint8Array, at: number, value: number): number {
  const size = value < 0 ? -value : value;
  if (size < 1e9 && Number.isInteger(size)) {
    if (value < 0) out[at] = MINUS;
    return digitsInto(out, value < 0 ? at + 1 : at, size, digitsOf(size));
  }
  if (!(size >= 1e-25 && size < 1e8)) return textInto(out, at, value);
  // How many places behind the point make nine digits; a logarithm is rounded, and a number close below a power may be too.
  let places = DIGITS - 1 - Math.floor(Math.log10(size));
  let mantissa = Math.round(size * powerOf(places));
  if (mantissa < powerOf(DIGITS - 1)) mantissa = Math.round(size * powerOf((places += 1)));
  if (mantissa >= powerOf(DIGITS)) mantissa = Math.round(size * powerOf((places -= 1)));
  for (; mantissa % 10 === 0; places -= 1) mantissa = (mantissa / 10) | 0;
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
  if (size < 1) {
    out[at] = ZERO;
    out[at + 1] = POINT;
    return digitsInto(out, at + 2, mantissa, places);
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
