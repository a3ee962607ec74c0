/**
 * A base as a team was trained on it: the folder of a model whose matrices were held in fewer bits, written with the numbers they
 * stood for, so that other tools compute what was computed here.
 *
 * f16 and bf16 are written as F16 and BF16, which hold them exactly. A weight in q8 or q4 is a binary16 scale times an integer: up to
 * 18 and 14 significant bits, more than bfloat16's 8 or binary16's 11, so these are written as F32. Rounded to bfloat16 every weight
 * would be off by up to 0.4 %, and log-probabilities by more than 5e-5. The config asks for computing in float32 in every case.
 */
import { isRecord } from '../../isRecord.ts';
import { modelFaults } from '../../../words/words.ts';
import {
  packFloats,
  packMatrix,
  PANEL_ROWS,
  type PackedForm,
  type PackedMatrix,
  unpackMatrix,
  unpackRows,
  weightBytes,
} from '../../weights/packed.ts';
import { type ModelFile, wholeOf } from '../byteSource.ts';
import { decodeJson, encodeJson, type ModelFiles } from '../files.ts';
import { type HalfDtype, readFinite, readRows, type StoredTensor } from '../safetensors.ts';
import { safetensorsSource } from '../safetensorsSource.ts';
import { openModelFolder, withPromptFiles } from './hf.ts';
import { CONFIG, GGUF_FILE, WEIGHTS } from './modelFiles.ts';
import { joinParts, storedForms } from './storedTensors.ts';

/** A folder of dequantised numbers, whose weights are made as they are read: some rows are in memory at a time. */
export interface Dequantised {
  readonly files: ModelFiles;
  /**
   * Whether they are the very same again when they are held in the form they come from, as far as they were read. False of a base
   * whose scales this workbench would choose otherwise, such as those of some GGUF files.
   */
  readonly repacks: () => boolean;
}

/** How a file holds the numbers of a form. */
const DTYPES: Readonly<Record<PackedForm, HalfDtype | undefined>> = { f16: 'F16', bf16: 'BF16', q8: undefined, q4: undefined };

/** The files of the model in `given` with its matrices as `form` holds them. Throws as `openModelFolder` does, of weights when they are read. */
export function dequantised(given: ModelFiles, form: PackedForm, folder: string): Dequantised {
  const { config, stored } = openModelFolder(given, folder);
  let repacks = true;
  // What a file has in the form itself is a matrix at a time.
  let own: { readonly part: string; readonly held: PackedMatrix | null } | null = null;
  const heldOf = (part: string, tensor: StoredTensor): PackedMatrix | null => {
    if (own?.part !== part) {
      const held = tensor.packed?.(form) ?? null;
      repacks &&= !held || packsAgain(held);
      own = { part, held };
    }
    return own.held;
  };
  /** Rows of the engine's tensor `part` as the form holds them: each row is packed by itself. */
  const rowsOf = (part: string, first: number, count: number): Float32Array => {
    const tensor = stored.get(part);
    if (!tensor) throw new Error(`dequantised: the tensor ${part} is missing`);
    const [, columns = 0] = tensor.shape;
    if (tensor.shape.length !== 2) return readFinite(tensor, part).data.subarray(first, first + count);
    const held = heldOf(part, tensor);
    if (held) return unpackRows(held, first, count);
    const packed = packMatrix(form, [count, columns], (from, some) => readRows(tensor, part, first + from, some));
    repacks &&= packsAgain(packed);
    return unpackMatrix(packed);
  };
  const tensors = [...storedForms(config)].map(([name, of]) => {
    const rows = (part: string): number => stored.get(part)?.shape[0] ?? 0;
    const read = (first: number, count: number): Float32Array => {
      let begin = 0;
      const pieces = of.parts.flatMap((part) => {
        const [from, to] = [Math.max(first, begin) - begin, Math.min(first + count, begin + rows(part)) - begin];
        begin += rows(part);
        return from < to ? [{ shape: [to - from, ...of.shape.slice(1)], data: rowsOf(part, from, to - from) }] : [];
      });
      return joinParts({ ...of, shape: [count, ...of.shape.slice(1)] }, pieces).data;
    };
    return [name, { shape: of.shape, read, ...(of.shape.length === 2 && { writeAs: DTYPES[form] }) }] as const;
  });
  const files = withPromptFiles(given, folder);
  const others = Object.entries(files)
    .filter(([path]) => !GGUF_FILE.test(path) && !/\.safetensors(?:\.index\.json)?$/.test(path))
    .map(([path, file]) => [path, wholeOf(file)] as const);
  const weights = safetensorsSource(tensors);
  return {
    files: { ...Object.fromEntries(others), [CONFIG]: inFloat32(files[CONFIG], folder), [WEIGHTS]: weights },
    repacks: () => repacks,
  };
}

/** Whether the numbers of a matrix are packed as they were, a panel at a time. */
function packsAgain({ form, shape, bytes }: PackedMatrix): boolean {
  const [rows = 0, columns = 0] = shape;
  for (let first = 0; first < rows; first += PANEL_ROWS) {
    const count = Math.min(PANEL_ROWS, rows - first);
    const panel = {
      form,
      shape: [count, columns],
      bytes: bytes.subarray(weightBytes(form, [first, columns]), weightBytes(form, [first + count, columns])),
    };
    if (!sameBytes(packFloats(form, { shape: panel.shape, data: unpackMatrix(panel) }), panel)) return false;
  }
  return true;
}

const sameBytes = (a: PackedMatrix, b: PackedMatrix): boolean => a.bytes.every((byte, at) => byte === b.bytes[at]);

/** The config as it is, but that transformers computes in float32 whatever the file holds, and quantises nothing again. */
function inFloat32(file: ModelFile | undefined, folder: string): Uint8Array {
  const json = decodeJson(file ? wholeOf(file) : new Uint8Array(), `${folder}/${CONFIG}`, modelFaults, 'E_MODEL_CONFIG');
  const { quantization_config: _, dtype: _dtype, ...config } = isRecord(json) ? json : {};
  // Older versions of transformers know `torch_dtype` alone, and newer ones read it too.
  return encodeJson({ ...config, torch_dtype: 'float32' });
}
