/**
 * The GGUF file: `GGUF · version · counts · metadata · tensor infos · aligned tensors`
 * (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md), versions 2 and 3. A file read here may come from anyone, so every
 * count, length and offset of the header is checked against the file before it is used.
 */
import { ggufFaults } from '../../../words/words.ts';
import { faultAt } from '../../faultAt.ts';
import { Cursor, shorten } from './cursor.ts';
import type { ByteSource } from '../byteSource.ts';
import { KNOWN_TYPES, TENSOR_TYPES, type TensorType, typeNamed, UNREAD_TYPES } from './types.ts';

/** Numbers lie in typed arrays, 64-bit ones as `bigint`. */
export type NumberList =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array
  | BigUint64Array
  | BigInt64Array;

/** A value of the metadata; 64-bit whole numbers are `number` as far as that is exact. */
export type MetadataValue = string | number | bigint | boolean | readonly string[] | readonly boolean[] | NumberList;
export type Metadata = ReadonlyMap<string, MetadataValue>;

/** A tensor by its place in the file; `shape` has rows first, as elsewhere here. */
export interface TensorInfo {
  readonly name: string;
  readonly type: TensorType;
  readonly shape: readonly number[];
  readonly begin: number;
  readonly end: number;
}

export interface GgufFile {
  /** What to call the file in complaints. */
  readonly fileName: string;
  readonly source: ByteSource;
  readonly metadata: Metadata;
  /** In the order of the header. */
  readonly tensors: ReadonlyMap<string, TensorInfo>;
}

const MAGIC = 0x46554747; // GGUF
const ALIGNMENT_KEY = 'general.alignment';
const DEFAULT_ALIGNMENT = 32;
/** The shortest that an entry can be: of the metadata an empty key, a type and a byte; of the tensors a name, no dimension, type, offset. */
const [LEAST_ENTRY, LEAST_INFO] = [13, 24];
/** Elements of a list by the number of their type; texts (8) and truth values (7) are read otherwise. */
const LISTS: Readonly<Record<number, { new (buffer: ArrayBuffer): NumberList; readonly BYTES_PER_ELEMENT: number }>> = {
  0: Uint8Array,
  1: Int8Array,
  2: Uint16Array,
  3: Int16Array,
  4: Uint32Array,
  5: Int32Array,
  6: Float32Array,
  10: BigUint64Array,
  11: BigInt64Array,
  12: Float64Array,
};
const [BOOL, STRING, ARRAY] = [7, 8, 9];

/** Reads the header of a GGUF file; its tensors stay where they are. Throws `E_GGUF_*` for any defect. */
export function openGguf(source: ByteSource, fileName = 'model.gguf'): GgufFile {
  const cursor = new Cursor(source, fileName);
  if (source.size < 4 || cursor.u32() !== MAGIC) throw faultAt(ggufFaults, 'E_GGUF_MAGIC', { subject: fileName });
  checkVersion(cursor.u32(), fileName);
  const tensorCount = cursor.count(LEAST_INFO);
  const metadata = readMetadata(cursor, cursor.count(LEAST_ENTRY));
  const infos = Array.from({ length: tensorCount }, () => readInfo(cursor));
  const alignment = alignmentOf(metadata, fileName);
  const first = Math.ceil(cursor.at / alignment) * alignment;
  const tensors = new Map<string, TensorInfo>();
  for (const info of infos) {
    if (tensors.has(info.name))
      throw faultAt(ggufFaults, 'E_GGUF_HEADER', { found: 'tensor twice', subject: fileName, tensor: shorten(info.name) });
    tensors.set(info.name, placed(info, first, alignment, source.size, fileName));
  }
  checkOverlaps([...tensors.values()], fileName);
  return { fileName, source, metadata, tensors };
}

function checkVersion(version: number, subject: string): void {
  if (version === 2 || version === 3) return;
  throw version > 0 && (version & 0xffffff) === 0
    ? faultAt(ggufFaults, 'E_GGUF_VERSION', { found: 'big endian', subject })
    : faultAt(ggufFaults, 'E_GGUF_VERSION', { found: 'version', subject, version });
}

function readMetadata(cursor: Cursor, count: number): Metadata {
  const metadata = new Map<string, MetadataValue>();
  for (let entry = 0; entry < count; entry += 1) {
    const key = cursor.name();
    if (metadata.has(key)) throw faultAt(ggufFaults, 'E_GGUF_HEADER', { found: 'twice', subject: cursor.fileName, key: shorten(key) });
    metadata.set(key, readValue(cursor, cursor.u32(), key));
  }
  return metadata;
}

function readValue(cursor: Cursor, type: number, key: string): MetadataValue {
  if (type === STRING) return cursor.text();
  if (type === ARRAY) return readList(cursor, key);
  if (type === BOOL) return cursor.bytes(1)[0] !== 0;
  const [value] = readNumbers(cursor, type, 1, key);
  if (value === undefined) throw new Error(`readValue: ${key} has no value`);
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function readList(cursor: Cursor, key: string): MetadataValue {
  const type = cursor.u32();
  if (type === ARRAY) throw faultAt(ggufFaults, 'E_GGUF_HEADER', { found: 'nested', subject: cursor.fileName, key: shorten(key) });
  if (type === STRING) return Array.from({ length: cursor.count(8) }, () => cursor.text());
  if (type === BOOL) return Array.from(cursor.bytes(cursor.count(1)), (byte) => byte !== 0);
  return readNumbers(cursor, type, null, key);
}

/** `count` numbers, or as many as stand before them. */
function readNumbers(cursor: Cursor, type: number, count: number | null, key: string): NumberList {
  const List = LISTS[type];
  if (!List) throw faultAt(ggufFaults, 'E_GGUF_HEADER', { found: 'value type', subject: cursor.fileName, key: shorten(key), type });
  const elements = count ?? cursor.count(List.BYTES_PER_ELEMENT);
  // The copy is also what aligns them. All our hosts are little-endian.
  return new List(new Uint8Array(cursor.bytes(elements * List.BYTES_PER_ELEMENT)).buffer);
}

/** A tensor as its header tells of it; `offset` is from the first tensor's place. */
interface Told {
  readonly name: string;
  /** Columns first, as GGUF has them. */
  readonly sizes: readonly bigint[];
  readonly type: number;
  readonly offset: bigint;
}

function readInfo(cursor: Cursor): Told {
  const name = cursor.name();
  const dimensions = cursor.u32();
  if (dimensions < 1 || dimensions > 4) {
    throw faultAt(ggufFaults, 'E_GGUF_SHAPE', { found: 'dimensions', subject: cursor.fileName, tensor: shorten(name), dimensions });
  }
  const sizes = Array.from({ length: dimensions }, () => cursor.u64());
  return { name, sizes, type: cursor.u32(), offset: cursor.u64() };
}

/** Where in the file a tensor lies. */
function placed(
  { name, sizes, type: typeId, offset }: Told,
  first: number,
  alignment: number,
  present: number,
  subject: string,
): TensorInfo {
  const where = { subject, tensor: shorten(name) };
  const type = typeNamed(typeId);
  if (!type) throw faultAt(ggufFaults, 'E_GGUF_TYPE', { ...where, type: UNREAD_TYPES[typeId] ?? String(typeId), known: KNOWN_TYPES });
  const { weights: block, bytes } = TENSOR_TYPES[type];
  const count = sizes.reduce((product, size) => product * size, 1n);
  // No weight takes less than half a byte.
  if (count < 1n || count > 2n * BigInt(present)) throw faultAt(ggufFaults, 'E_GGUF_SHAPE', { found: 'size', ...where });
  const shape = sizes.map(Number).toReversed();
  const columns = shape.at(-1) ?? 1;
  if (columns % block !== 0) throw faultAt(ggufFaults, 'E_GGUF_SHAPE', { found: 'blocks', ...where, type, columns, block });
  if (offset % BigInt(alignment) !== 0n) throw faultAt(ggufFaults, 'E_GGUF_OFFSET', { found: 'alignment', ...where });
  const begin = BigInt(first) + offset;
  const end = begin + (count / BigInt(block)) * BigInt(bytes);
  if (end > BigInt(present)) throw faultAt(ggufFaults, 'E_GGUF_TRUNCATED', { found: 'tensor', ...where, wanted: Number(end), present });
  return { name, type, shape, begin: Number(begin), end: Number(end) };
}

function checkOverlaps(tensors: readonly TensorInfo[], subject: string): void {
  let covered = 0;
  for (const { name, begin, end } of tensors.toSorted((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin < covered) throw faultAt(ggufFaults, 'E_GGUF_OFFSET', { found: 'overlap', subject, tensor: shorten(name) });
    covered = end;
  }
}

function alignmentOf(metadata: Metadata, subject: string): number {
  const alignment = metadata.get(ALIGNMENT_KEY) ?? DEFAULT_ALIGNMENT;
  const usable = typeof alignment === 'number' && alignment >= 8 && alignment <= 65_536 && Number.isInteger(Math.log2(alignment));
  if (!usable) throw faultAt(ggufFaults, 'E_GGUF_HEADER', { found: 'alignment', subject, key: ALIGNMENT_KEY });
  return alignment;
}
