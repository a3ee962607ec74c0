/**
 * Answers with long lists of numbers. A pass answers with up to two lists for each sequence, twenty bytes a number: as JavaScript's own arrays they
 * take longer to make than all else that the client does with them, and some are never read. So a long list stays what it is, bytes,
 * until somebody asks for its numbers.
 */

const codeOf = (character: string): number => character.charCodeAt(0);
const QUOTE = codeOf('"');
const ESCAPE = codeOf('\\');
const OPEN = codeOf('[');
const CLOSE = codeOf(']');
const MINUS = codeOf('-');
const PLUS = codeOf('+');
const POINT = codeOf('.');
const COMMA = codeOf(',');
const ZERO = codeOf('0');
const SPACE = codeOf(' ');
const [SMALL_E, LARGE_E] = [codeOf('e'), codeOf('E')];

/** Shorter answers, and shorter lists, are read as any JSON is. Bytes. */
const LONG_ANSWER = 65_536;
const LONG_LIST = 512;
/** Stands for a list in what is left of an answer. */
const MARK = 'marft:list:';

const decoder = new TextDecoder();

/** A list of an answer, not read yet. */
export class NumberList {
  /** It lies between `from` and `to`, without its brackets. */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly from: number,
    private readonly to: number,
  ) {}

  /** Its numbers: whole ones as they are, others to the precision of float32 at least; null where it holds anything else. */
  numbers(): Float64Array | null {
    return numbersBetween(this.bytes, this.from, this.to);
  }
}

/** The numbers of a list that was read, or of one that was not; null of anything else. */
export function numbersOf(list: unknown): ArrayLike<number> | null {
  if (list instanceof NumberList) return list.numbers();
  return Array.isArray(list) && list.every((value) => typeof value === 'number') ? list : null;
}

/** JSON in which long lists of numbers are {@link NumberList}s. Throws where it is none. */
export function jsonOf(bytes: Uint8Array): unknown {
  if (bytes.length < LONG_ANSWER) return JSON.parse(decoder.decode(bytes));
  const lists: NumberList[] = [];
  let text = '';
  let taken = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at];
    if (code === QUOTE) at = endOfText(bytes, at);
    else if (code === OPEN && (isDigit(bytes[at + 1]) || bytes[at + 1] === MINUS)) {
      const end = bytes.indexOf(CLOSE, at);
      if (end === -1) break;
      if (end - at > LONG_LIST) {
        text += `${decoder.decode(bytes.subarray(taken, at))}"${MARK}${lists.length}"`;
        lists.push(new NumberList(bytes, at + 1, end));
        taken = end + 1;
      }
      at = end;
    }
  }
  const rest = decoder.decode(bytes.subarray(taken));
  const listed = (_: string, value: unknown): unknown =>
    typeof value === 'string' && value.startsWith(MARK) ? (lists[Number(value.slice(MARK.length))] ?? value) : value;
  try {
    return JSON.parse(text + rest, listed);
  } catch (error) {
    // Lists of more than numbers may have been cut in two.
    if (lists.length === 0) throw error;
    return JSON.parse(decoder.decode(bytes));
  }
}

const isDigit = (code: number | undefined): boolean => code !== undefined && code >= ZERO && code < ZERO + 10;

/** Where the text that begins at `start` ends. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (; at < bytes.length && bytes[at] !== QUOTE; at += 1) if (bytes[at] === ESCAPE) at += 1;
  return at;
}

const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);
/** Up to here every whole number is one of float64. */
const EXACT = 2 ** 53;
/** More than the digits that are not kept, and rounding, can shift a quotient by, as a share of it. */
const UNSURE = 4e-15;
/** Digits that 31 bits hold. */
const HALF = 9;

let room = new Float64Array(1024);

function numbersBetween(bytes: Uint8Array, from: number, to: number): Float64Array | null {
  let count = 0;
  for (let at = from; ; at += 1) {
    while (isSpace(bytes[at])) at += 1;
    const start = at;
    const minus = bytes[at] === MINUS;
    if (minus) at += 1;
    const first = at;
    // Digits in two halves, since whole numbers of 31 bits are multiplied faster.
    let high = 0;
    let low = 0;
    let digits = 0;
    let point = -1;
    for (; ; at += 1) {
      const digit = (bytes[at] ?? 0) - ZERO;
      if (digit >= 0 && digit < 10) {
        if (digits < HALF) high = (high * 10 + digit) | 0;
        else if (digits < 2 * HALF) low = (low * 10 + digit) | 0;
        digits += 1;
      } else if (digit === POINT - ZERO && point === -1 && digits > 0) point = at;
      else break;
    }
    // No digit, or none behind the point.
    if (at === first || at === point + 1) return null;
    const kept = Math.min(digits, 2 * HALF);
    let places = point === -1 ? kept - digits : at - point - 1 - (digits - kept);
    if (bytes[at] === SMALL_E || bytes[at] === LARGE_E) {
      const down = bytes[at + 1] === MINUS;
      at += down || bytes[at + 1] === PLUS ? 2 : 1;
      const begin = at;
      let exponent = 0;
      for (; isDigit(bytes[at]); at += 1) exponent = exponent * 10 + (bytes[at] ?? 0) - ZERO;
      if (at === begin) return null;
      places += down ? exponent : -exponent;
    }
    const mantissa = kept > HALF ? high * (POWERS[kept - HALF] ?? 0) + low : high;
    const size = scaled(mantissa, places, digits > kept) ?? Math.abs(Number(decoder.decode(bytes.subarray(start, at))));
    if (count === room.length) room = grown(room);
    room[count] = minus ? -size : size;
    count += 1;
    while (isSpace(bytes[at])) at += 1;
    if (at >= to) return room.slice(0, count);
    if (bytes[at] !== COMMA) return null;
  }
}

/** mantissa / 10^places as float64, or where that is not sure as float32; null where neither is. */
function scaled(mantissa: number, places: number, cut: boolean): number | null {
  if (places === 0) return mantissa;
  const power = POWERS[places < 0 ? -places : places];
  if (power === undefined) return mantissa === 0 ? 0 : null;
  const value = places > 0 ? mantissa / power : mantissa * power;
  if (mantissa <= EXACT && !cut) return value;
  const single = Math.fround(value * (1 - UNSURE));
  return single === Math.fround(value * (1 + UNSURE)) ? single : null;
}

const isSpace = (code: number | undefined): boolean => code !== undefined && code <= SPACE;

function grown(full: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(full.length * 2);
  larger.set(full);
  return larger;
}
