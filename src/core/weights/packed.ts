/**
 * Frozen matrices in fewer bits, each held once: the same bytes serve x·Wᵀ, dy·W and the look-up of rows. Eight rows make a
 * panel, 32 columns of a panel a group, and groups lie one behind the other, so that a kernel reads one stream:
 *
 * | form | a group of 8 rows × 32 columns | bits a weight |
 * |---|---|---|
 * | f16, bf16 | [32 columns][8 rows] of 16 bits | 16 |
 * | q8 | [8 rows] scales (binary16) · [32][8] int8 | 8.5 |
 * | q4 | [8 rows] scales (binary16) · [16 pairs of columns][8] bytes: the even column in the low four bits, each 8 too large | 4.5 |
 *
 * A weight is scale · integer, exact in single precision; q8 and q4 hold just what GGUF's Q8_0 and Q4_0 do
 * (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md), whose scales and integers can be put here unchanged.
 */
import { bfloatToFloat, floatToBfloat, floatToHalf, halfToFloat } from './half.ts';

/** How the matrices of a base are held; norms and biases are always f32. */
export const WEIGHT_FORMS = ['f32', 'bf16', 'f16', 'q8', 'q4'] as const;
export type WeightForm = (typeof WEIGHT_FORMS)[number];
/** How keys and values of messages being written are held. */
export const KV_CACHE_FORMS = ['f32', 'f16'] as const;
export type KvCacheForm = (typeof KV_CACHE_FORMS)[number];
export type PackedForm = Exclude<WeightForm, 'f32'>;

export const PANEL_ROWS = 8;
export const GROUP_COLUMNS = 32;
const SCALE_BYTES = 2 * PANEL_ROWS;
const GROUP_WEIGHTS = PANEL_ROWS * GROUP_COLUMNS;

/** Bytes of one group. */
export const GROUP_BYTES: Readonly<Record<PackedForm, number>> = {
  f16: 2 * GROUP_WEIGHTS,
  bf16: 2 * GROUP_WEIGHTS,
  q8: SCALE_BYTES + GROUP_WEIGHTS,
  q4: SCALE_BYTES + GROUP_WEIGHTS / 2,
};

/** A matrix [rows, columns]; rows and columns are filled up with zeros to whole groups. */
export interface PackedMatrix {
  readonly form: PackedForm;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

export const isPacked = (tensor: object): tensor is PackedMatrix => 'form' in tensor;

const panelsOf = (rows: number): number => Math.ceil(rows / PANEL_ROWS);
const groupsOf = (columns: number): number => Math.ceil(columns / GROUP_COLUMNS);

/** Bytes that a matrix of this shape takes. */
export const weightBytes = (form: WeightForm, [rows = 1, columns = 1]: readonly number[]): number =>
  form === 'f32' ? 4 * rows * columns : panelsOf(rows) * groupsOf(columns) * GROUP_BYTES[form];

/** An empty matrix, all zeros, whose groups are yet to be written. */
export function emptyMatrix(form: PackedForm, shape: readonly number[]): PackedMatrix {
  return { form, shape, bytes: new Uint8Array(weightBytes(form, shape)) };
}

/** Packs a matrix of which `rowsFrom(first, count)` gives rows, row-major; it is asked for a panel at a time, in rising order. */
export function packMatrix(
  form: PackedForm,
  shape: readonly number[],
  rowsFrom: (first: number, count: number) => Float32Array,
): PackedMatrix {
  const [rows = 0, columns = 0] = shape;
  const packed = emptyMatrix(form, shape);
  for (let first = 0; first < rows; first += PANEL_ROWS) {
    const count = Math.min(PANEL_ROWS, rows - first);
    const values = rowsFrom(first, count);
    for (let row = 0; row < count; row += 1) packRow(packed, first + row, values.subarray(row * columns, (row + 1) * columns));
  }
  return packed;
}

/** The same of a matrix that lies in memory, row-major. */
export function packFloats(
  form: PackedForm,
  { shape, data }: { readonly shape: readonly number[]; readonly data: Float32Array },
): PackedMatrix {
  const [, columns = 0] = shape;
  return packMatrix(form, shape, (first, count) => data.subarray(first * columns, (first + count) * columns));
}

/** Puts one row in its place; loops over plain numbers, since this runs for every weight of a model. */
function packRow(packed: PackedMatrix, row: number, values: Float32Array): void {
  const { form, bytes } = packed;
  const integers = new Int8Array(GROUP_COLUMNS);
  for (let group = 0, from = 0; from < values.length; group += 1, from += GROUP_COLUMNS) {
    const end = Math.min(from + GROUP_COLUMNS, values.length);
    if (form === 'q8' || form === 'q4') {
      const scale = quantise(form, values, from, end, integers);
      writeGroup(packed, row, group, scale, integers);
      continue;
    }
    let to = groupAt(packed, row, group) + 2 * (row % PANEL_ROWS);
    for (let at = from; at < end; at += 1, to += 2 * PANEL_ROWS) {
      const value = values[at] ?? 0;
      const half = form === 'f16' ? floatToHalf(value) : floatToBfloat(value);
      bytes[to] = half & 0xff;
      bytes[to + 1] = half >>> 8;
    }
  }
}

/**
 * Puts the part of `row` that lies in `group` into a q8 or q4 matrix: its scale as a binary16, and up to 32 integers, for q4
 * from −8 to 7.
 */
export function writeGroup(packed: PackedMatrix, row: number, group: number, scale: number, integers: ArrayLike<number>): void {
  const { form, bytes } = packed;
  const lane = row % PANEL_ROWS;
  const at = groupAt(packed, row, group);
  bytes[at + 2 * lane] = scale & 0xff;
  bytes[at + 2 * lane + 1] = scale >>> 8;
  let to = at + SCALE_BYTES + lane;
  if (form === 'q8') {
    for (let column = 0; column < GROUP_COLUMNS; column += 1, to += PANEL_ROWS) bytes[to] = integers[column] ?? 0;
    return;
  }
  for (let column = 0; column < GROUP_COLUMNS; column += 2, to += PANEL_ROWS)
    bytes[to] = ((integers[column] ?? 0) + 8) | (((integers[column + 1] ?? 0) + 8) << 4);
}

/** Where the group of a row begins. */
function groupAt({ form, shape }: PackedMatrix, row: number, group: number): number {
  const [, columns = 0] = shape;
  return (Math.floor(row / PANEL_ROWS) * groupsOf(columns) + group) * GROUP_BYTES[form];
}

/** Lies above all |quotients| of {@link quantise}: a scale is at least two thirds of what it is rounded from, or 0. −256 is NaN alone. */
const ABOVE = 256;

/**
 * The integers that stand for `values[from, end)`, and their scale as a binary16. As GGUF's Q8_0 the largest becomes 127; as its
 * Q4_0 the value farthest from 0 becomes −8, so that its sign has the longer side of −8 … 7.
 */
function quantise(form: 'q8' | 'q4', values: Float32Array, from: number, end: number, integers: Int8Array): number {
  let farthest = 0;
  let distance = 0;
  for (let at = from; at < end; at += 1) {
    const value = values[at] ?? 0;
    const from0 = Math.abs(value);
    if (from0 > distance) {
      farthest = value;
      distance = from0;
    }
  }
  const scale = floatToHalf(form === 'q8' ? Math.abs(farthest) / 127 : farthest / -8);
  const step = halfToFloat(scale);
  const most = form === 'q8' ? 127 : 7;
  const least = form === 'q8' ? -127 : -8;
  if (end - from < GROUP_COLUMNS || step === 0) integers.fill(0);
  if (step === 0) return scale;
  // Rounded as Math.round does, which takes several times as long: what is cut off is positive, and a quotient of two floats that is
  // no tie is farther from one than the sum can be wrong.
  for (let at = from; at < end; at += 1) {
    const whole = (((values[at] ?? 0) / step + (ABOVE + 0.5)) | 0) - ABOVE;
    integers[at - from] = whole > most ? most : whole >= least ? whole : whole === -ABOVE ? 0 : least;
  }
  return scale;
}

/** `count` rows from `first`, row-major, as the numbers that stand for them. */
export function unpackRows(packed: PackedMatrix, first: number, count: number): Float32Array {
  const { form, shape, bytes } = packed;
  const [, columns = 0] = shape;
  const values = new Float32Array(count * columns);
  const half = (at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  for (let index = 0; index < count; index += 1) {
    const lane = (first + index) % PANEL_ROWS;
    for (let column = 0; column < columns; column += 1) {
      const at = groupAt(packed, first + index, Math.floor(column / GROUP_COLUMNS));
      const within = column % GROUP_COLUMNS;
      const scale = (): number => halfToFloat(half(at + 2 * lane));
      const to = index * columns + column;
      if (form === 'f16') values[to] = halfToFloat(half(at + 2 * (PANEL_ROWS * within + lane)));
      else if (form === 'bf16') values[to] = bfloatToFloat(half(at + 2 * (PANEL_ROWS * within + lane)));
      else if (form === 'q8') values[to] = scale() * (((bytes[at + SCALE_BYTES + PANEL_ROWS * within + lane] ?? 0) << 24) >> 24);
      else {
        const pair = bytes[at + SCALE_BYTES + PANEL_ROWS * (within >> 1) + lane] ?? 0;
        values[to] = scale() * ((within & 1 ? pair >> 4 : pair & 0x0f) - 8);
      }
    }
  }
  return values;
}

/** All of it, row-major [rows, columns]. */
export const unpackMatrix = (packed: PackedMatrix): Float32Array => unpackRows(packed, 0, packed.shape[0] ?? 0);
