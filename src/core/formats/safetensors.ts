/**
 * The safetensors file: `u64 LE header length · JSON header · raw bytes` (https://github.com/huggingface/safetensors).
 * A file read here may come from anyone, so every number of the header is checked against the file before it is used.
 * Values become 32-bit floats, the only kind the engine computes with; files are written as F32 unless asked otherwise.
 */
import { type ByteSource, type ModelFile, sourceOf } from './byteSource.ts';
import { isRecord } from '../isRecord.ts';
import { floatToBfloat, floatToHalf, halfToFloat } from '../weights/half.ts';
import { type PackedForm, type PackedMatrix, packMatrix, type WeightForm } from '../weights/packed.ts';
import { faultAt } from '../faultAt.ts';
import { safetensorsFaults } from '../../words/words.ts';

/** Bytes per element of the kinds of number this reader understands. */
const ELEMENT_BYTES = { F64: 8, F32: 4, F16: 2, BF16: 2 } as const;

export type FloatDtype = keyof typeof ELEMENT_BYTES;
/** Kinds of number a tensor may be written in, where all its values are such numbers. */
export type HalfDtype = 'F16' | 'BF16';

/** A tensor in memory: row-major values and their shape. */
export interface HostTensor {
  readonly shape: number[];
  readonly data: Float32Array;
}

/** A tensor as read, with the kind of number the file held. */
export interface FileTensor extends HostTensor {
  readonly dtype: FloatDtype;
}

/** A tensor in its file, its values not converted yet. */
export interface StoredTensor {
  readonly shape: number[];
  /** What to call the file in complaints. */
  readonly fileName: string;
  /** The form of 16 bits that holds its very numbers; absent where none is known to. */
  readonly exact?: 'bf16' | 'f16' | undefined;
  /** All values, or `count` rows from `first` of what has rows; a copy. */
  read(first?: number, count?: number): Float32Array;
  /** Of a file that holds a matrix in fewer bits: its very numbers in `form`, or null where that does not hold them. */
  packed?(form: PackedForm): PackedMatrix | null;
}

/** The format's own limit on the header, 100 MB. */
const MAX_HEADER_BYTES = 100_000_000;
const PREFIX_BYTES = 8;
const METADATA_KEY = '__metadata__';

/** The table of strings in a file's header; empty where there is none. */
export function safetensorsMetadata(bytes: Uint8Array, fileName = 'model.safetensors'): Readonly<Record<string, string>> {
  const metadata = splitFile(sourceOf(bytes), fileName).header[METADATA_KEY];
  checkMetadata(metadata, fileName);
  return (metadata ?? {}) as Readonly<Record<string, string>>;
}

/** Reads every tensor of a safetensors file, in the order of its header. Throws `E_SAFETENSORS_*` for any defect. */
export function readSafetensors(bytes: Uint8Array, fileName = 'model.safetensors'): Map<string, FileTensor> {
  return new Map(
    [...openSafetensors(bytes, fileName)].map(([name, { dtype, shape, read }]) => [name, { dtype, shape, data: read() }] as const),
  );
}

/** The same without their values, each of which is read from where the file lies when it is asked for. */
export function openSafetensors(
  file: ModelFile,
  fileName = 'model.safetensors',
): Map<string, StoredTensor & { readonly dtype: FloatDtype }> {
  const source = sourceOf(file);
  const { header, body } = splitFile(source, fileName);
  const entries = Object.entries(header)
    .filter(([name]) => name !== METADATA_KEY)
    .map(([name, value]) => parseEntry(name, value, fileName));
  checkMetadata(header[METADATA_KEY], fileName);
  checkTiling(entries, source.size - body, fileName);
  return new Map(
    entries.map((entry) => [
      entry.name,
      {
        dtype: entry.dtype,
        shape: entry.shape,
        fileName,
        exact: entry.dtype === 'BF16' ? 'bf16' : entry.dtype === 'F16' ? 'f16' : undefined,
        read: (first, count) => toFloats(rowsOf(entry, first, count), source, body),
      },
    ]),
  );
}

/** The tensor `name` with its values, all of which are numbers: one NaN among weights makes every result NaN, far from its cause. */
export function readFinite({ shape, fileName, read }: StoredTensor, name: string): HostTensor {
  const data = read();
  checkFinite(data, name, fileName);
  return { shape, data };
}

/** Throws as {@link readFinite} does; of a matrix only some rows are in memory at a time. */
export function checkStored(tensor: StoredTensor, name: string): void {
  const [rows = 0, columns = 0] = tensor.shape;
  if (tensor.shape.length !== 2) return void readFinite(tensor, name);
  const some = Math.max(1, Math.floor(CHECKED_AT_ONCE / columns));
  for (let first = 0; first < rows; first += some) readRows(tensor, name, first, Math.min(some, rows - first));
}

const CHECKED_AT_ONCE = 2 ** 20;

/** The tensor `name`, if it is a matrix in `form`; norms and biases are always f32. All its values are numbers. */
export function readIn(form: WeightForm, tensor: StoredTensor, name: string): HostTensor | PackedMatrix {
  return form === 'f32' || tensor.shape.length !== 2 ? readFinite(tensor, name) : readPacked(tensor, name, form);
}

/** The matrix `name` in fewer bits: as its file has it, or read a few rows at a time. */
function readPacked(tensor: StoredTensor, name: string, form: PackedForm): PackedMatrix {
  return tensor.packed?.(form) ?? packMatrix(form, tensor.shape, (first, count) => readRows(tensor, name, first, count));
}

/** Some rows of the matrix `name`, all of which are numbers. */
export function readRows(
  { shape: [rows = 0, columns = 0], fileName, read }: StoredTensor,
  name: string,
  first: number,
  count: number,
): Float32Array {
  const values = read(first, count);
  checkFinite(values, name, fileName, { from: first * columns, values: rows * columns });
  return values;
}

/** Throws `E_SAFETENSORS_NOT_FINITE` where a value of the tensor `name` is NaN or infinite; these may be some `from` all its `values`. */
export function checkFinite(data: Float32Array, name: string, fileName: string, { from, values } = { from: 0, values: data.length }): void {
  let at = 0;
  while (at < data.length && Number.isFinite(data[at])) at += 1;
  if (at === data.length) return;
  const found = { tensor: shorten(name), value: String(data[at]), at: from + at + 1, values };
  throw faultAt(safetensorsFaults, 'E_SAFETENSORS_NOT_FINITE', { subject: fileName, ...found });
}

/** A tensor to be written; as F32 where it does not say otherwise. */
export interface WrittenTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
  readonly writeAs?: HalfDtype | undefined;
}

/**
 * Writes tensors in the given order: equal input gives equal bytes. The header is padded with spaces to a
 * multiple of 8, so that a reader may map the file without copying.
 */
export function writeSafetensors(
  tensors: Iterable<readonly [string, WrittenTensor]>,
  metadata: Readonly<Record<string, string>> = { format: 'pt' },
): Uint8Array {
  const list = [...tensors];
  for (const [name, { shape, data }] of list) {
    if (elementCount(shape) !== data.length)
      throw new Error(`writeSafetensors: ${name} has shape [${shape.join(', ')}] and ${data.length} values`);
  }
  const { header, size } = safetensorsHeader(list, metadata);
  const file = new Uint8Array(size);
  file.set(header);
  let at = header.byteLength;
  for (const [, tensor] of list) {
    const bytes = bytesOfValues(tensor);
    file.set(bytes, at);
    at += bytes.byteLength;
  }
  return file;
}

/** What stands before the values of these tensors, and how long the file is with them. */
export function safetensorsHeader(
  tensors: Iterable<readonly [string, Pick<WrittenTensor, 'shape' | 'writeAs'>]>,
  metadata: Readonly<Record<string, string>> = { format: 'pt' },
): { readonly header: Uint8Array; readonly size: number } {
  const entries = new Map<string, unknown>([[METADATA_KEY, metadata]]);
  let end = 0;
  for (const [name, { shape, writeAs: dtype = 'F32' }] of tensors) {
    if (entries.has(name)) throw new Error(`writeSafetensors: two tensors are named ${name}`);
    const begin = end;
    end += elementCount(shape) * ELEMENT_BYTES[dtype];
    entries.set(name, { dtype, shape, data_offsets: [begin, end] });
  }
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)));
  const headerBytes = Math.ceil(json.length / 8) * 8;
  const header = new Uint8Array(PREFIX_BYTES + headerBytes).fill(0x20, PREFIX_BYTES);
  new DataView(header.buffer).setBigUint64(0, BigInt(headerBytes), true);
  header.set(json, PREFIX_BYTES);
  return { header, size: header.byteLength + end };
}

/** Values as they lie in a file. */
export function bytesOfValues({ data, writeAs }: Pick<WrittenTensor, 'data' | 'writeAs'>): Uint8Array {
  const values = writeAs === undefined ? data : Uint16Array.from(data, writeAs === 'F16' ? floatToHalf : floatToBfloat);
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** The part of an entry that holds `count` rows from `first`; without them all of it. */
function rowsOf(entry: Entry, first?: number, count?: number): Entry {
  if (first === undefined || count === undefined) return entry;
  const row = (entry.end - entry.begin) / (entry.shape[0] ?? 1);
  return { ...entry, begin: entry.begin + first * row, end: entry.begin + (first + count) * row };
}

interface Entry {
  readonly name: string;
  readonly dtype: FloatDtype;
  readonly shape: number[];
  readonly begin: number;
  readonly end: number;
}

/** The header, and the byte at which the values begin. */
function splitFile(source: ByteSource, subject: string): { header: Record<string, unknown>; body: number } {
  if (source.size < PREFIX_BYTES) {
    throw faultAt(safetensorsFaults, 'E_SAFETENSORS_TRUNCATED', { found: 'short', subject, bytes: source.size });
  }
  const prefix = source.slice(0, PREFIX_BYTES);
  const length = Number(new DataView(prefix.buffer, prefix.byteOffset, PREFIX_BYTES).getBigUint64(0, true));
  if (length > MAX_HEADER_BYTES) {
    throw faultAt(safetensorsFaults, 'E_SAFETENSORS_HEADER', { found: 'long', subject, bytes: length, most: MAX_HEADER_BYTES });
  }
  const present = source.size - PREFIX_BYTES;
  if (length > present) {
    throw faultAt(safetensorsFaults, 'E_SAFETENSORS_TRUNCATED', { found: 'header', subject, announced: length, present });
  }
  const body = PREFIX_BYTES + length;
  return { header: parseHeader(source.slice(PREFIX_BYTES, body), subject), body };
}

function parseHeader(bytes: Uint8Array, subject: string): Record<string, unknown> {
  let text: string;
  let header: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    header = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw faultAt(safetensorsFaults, 'E_SAFETENSORS_HEADER', { found: 'not_json', subject, reason });
  }
  if (!isRecord(header)) throw faultAt(safetensorsFaults, 'E_SAFETENSORS_HEADER', { found: 'no_object', subject });
  const duplicate = firstDuplicateKey(text);
  if (duplicate !== undefined) throw faultAt(safetensorsFaults, 'E_SAFETENSORS_DUPLICATE', { subject, key: shorten(duplicate) });
  return header;
}

/** `JSON.parse` keeps the last of equal keys, so two readers could see different tensors: look for one in valid JSON. */
function firstDuplicateKey(json: string): string | undefined {
  const scopes: Set<string>[] = [];
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '{') scopes.push(new Set());
    else if (character === '}') scopes.pop();
    else if (character === '"') {
      const start = at++;
      while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
      const literal = json.slice(start, at + 1);
      let next = at + 1;
      while (json[next] === ' ' || json[next] === '\t' || json[next] === '\n' || json[next] === '\r') next++;
      if (json[next] !== ':') continue;
      const key = JSON.parse(literal) as string;
      const scope = scopes.at(-1);
      if (scope?.has(key)) return key;
      scope?.add(key);
    }
  }
  return undefined;
}

function checkMetadata(metadata: unknown, subject: string): void {
  if (metadata === undefined) return;
  if (!isRecord(metadata) || Object.values(metadata).some((value) => typeof value !== 'string')) {
    throw faultAt(safetensorsFaults, 'E_SAFETENSORS_HEADER', { found: 'metadata', subject, key: METADATA_KEY });
  }
}

function parseEntry(name: string, value: unknown, subject: string): Entry {
  const where = { subject, tensor: shorten(name) };
  if (!isRecord(value)) throw faultAt(safetensorsFaults, 'E_SAFETENSORS_HEADER', { found: 'entry', ...where });
  const { dtype, shape, data_offsets: offsets } = value;
  if (typeof dtype !== 'string' || !Object.hasOwn(ELEMENT_BYTES, dtype)) {
    const said = typeof dtype === 'string' ? shorten(dtype) : undefined;
    throw faultAt(safetensorsFaults, 'E_SAFETENSORS_DTYPE', { ...where, dtype: said, known: Object.keys(ELEMENT_BYTES) });
  }
  if (!isCounts(shape)) throw faultAt(safetensorsFaults, 'E_SAFETENSORS_SHAPE', { found: 'no_shape', ...where });
  if (!isCounts(offsets) || offsets.length !== 2)
    throw faultAt(safetensorsFaults, 'E_SAFETENSORS_OFFSETS', { found: 'no_offsets', ...where });
  const [begin = 0, end = 0] = offsets;
  const bytes = elementCount(shape) * ELEMENT_BYTES[dtype as FloatDtype];
  if (end - begin !== bytes) {
    const needed = { dtype, shape: shape.slice(0, 8), needed: bytes };
    throw faultAt(safetensorsFaults, 'E_SAFETENSORS_SHAPE', { found: 'size', ...where, bytes: end - begin, ...needed });
  }
  return { name, dtype: dtype as FloatDtype, shape, begin, end };
}

/** Tensors must cover the body exactly: neither overlaps (one value in two tensors) nor holes (hidden bytes). */
function checkTiling(entries: readonly Entry[], present: number, subject: string): void {
  let covered = 0;
  for (const entry of [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    const where = { subject, tensor: shorten(entry.name) };
    if (entry.end > present)
      throw faultAt(safetensorsFaults, 'E_SAFETENSORS_TRUNCATED', { found: 'tensor', ...where, wanted: entry.end, present });
    if (entry.begin < covered) throw faultAt(safetensorsFaults, 'E_SAFETENSORS_OFFSETS', { found: 'overlap', ...where });
    if (entry.begin > covered)
      throw faultAt(safetensorsFaults, 'E_SAFETENSORS_OFFSETS', { found: 'hole', ...where, bytes: entry.begin - covered });
    covered = entry.end;
  }
  if (covered !== present) throw faultAt(safetensorsFaults, 'E_SAFETENSORS_OFFSETS', { found: 'rest', subject, bytes: present - covered });
}

/** Copies a tensor out of the file as floats; the copy is also what aligns it. All our hosts are little-endian. */
function toFloats({ dtype, begin, end }: Entry, source: ByteSource, body: number): Float32Array {
  const { buffer } = new Uint8Array(source.slice(body + begin, body + end));
  switch (dtype) {
    case 'F32':
      return new Float32Array(buffer);
    case 'F64':
      return Float32Array.from(new Float64Array(buffer));
    case 'BF16': {
      // A bfloat16 is the upper half of a float32. In a plain loop: this runs for every weight of a model, and with a call for each
      // it takes ten times as long.
      const halves = new Uint16Array(buffer);
      const bits = new Uint32Array(halves.length);
      for (let at = 0; at < halves.length; at += 1) bits[at] = (halves[at] ?? 0) << 16;
      return new Float32Array(bits.buffer);
    }
    case 'F16': {
      const halves = new Uint16Array(buffer);
      const values = new Float32Array(halves.length);
      for (let at = 0; at < halves.length; at += 1) values[at] = halfToFloat(halves[at] ?? 0);
      return values;
    }
    default:
      dtype satisfies never;
      throw new Error(`unreachable dtype ${String(dtype)}`);
  }
}

function elementCount(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

function isCounts(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0);
}

/** Names come from the file: keep them short enough for a sentence. */
function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
