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
import { isPacked, packFloats, type PackedForm, type PackedMatrix, unpackMatrix } from '../../weights/packed.ts';
import { type ModelFile, wholeOf } from '../byteSource.ts';
import { decodeJson, encodeJson, type Files, type ModelFiles } from '../files.ts';
import { type HostTensor, type HalfDtype, readIn, writeSafetensors } from '../safetensors.ts';
import { openModelFolder, withPromptFiles } from './hf.ts';
import { CONFIG, GGUF_FILE, WEIGHTS } from './modelFiles.ts';
import { joinParts, storedForms } from './storedTensors.ts';

/** A folder of dequantised numbers, and whether they are the very same again when they are held in the form they come from. */
export interface Dequantised {
  readonly files: Files;
  /** False of a base whose scales this workbench would choose otherwise, such as those of some GGUF files. */
  readonly repacks: boolean;
}

/** How a file holds the numbers of a form. */
const DTYPES: Readonly<Record<PackedForm, HalfDtype | undefined>> = { f16: 'F16', bf16: 'BF16', q8: undefined, q4: undefined };

/**
 * The files of the model in `given` with its matrices as `form` holds them. One matrix is in memory in both forms at a time, and the
 * written file. Throws as `openModelFolder` does.
 */
export function dequantised(given: ModelFiles, form: PackedForm, folder: string): Dequantised {
  const { config, stored } = openModelFolder(given, folder);
  let repacks = true;
  const numbers = (part: string): HostTensor => {
    const tensor = stored.get(part);
    if (!tensor) throw new Error(`dequantised: the tensor ${part} is missing`);
    const held = readIn(form, tensor, part);
    if (!isPacked(held)) return held;
    const data = unpackMatrix(held);
    repacks &&= sameBytes(packFloats(form, { shape: held.shape, data }), held);
    return { shape: [...held.shape], data };
  };
  const tensors = [...storedForms(config)].map(([name, stored]) => {
    const tensor = joinParts(stored, stored.parts.map(numbers));
    return [name, { ...tensor, ...(tensor.shape.length === 2 && { writeAs: DTYPES[form] }) }] as const;
  });
  const files = withPromptFiles(given, folder);
  const others = Object.entries(files)
    .filter(([path]) => !GGUF_FILE.test(path) && !/\.safetensors(?:\.index\.json)?$/.test(path))
    .map(([path, file]) => [path, wholeOf(file)] as const);
  const weights = writeSafetensors(tensors);
  return { files: { ...Object.fromEntries(others), [CONFIG]: inFloat32(files[CONFIG], folder), [WEIGHTS]: weights }, repacks };
}

const sameBytes = (a: PackedMatrix, b: PackedMatrix): boolean => a.bytes.every((byte, at) => byte === b.bytes[at]);

/** The config as it is, but that transformers computes in float32 whatever the file holds, and quantises nothing again. */
function inFloat32(file: ModelFile | undefined, folder: string): Uint8Array {
  const json = decodeJson(file ? wholeOf(file) : new Uint8Array(), `${folder}/${CONFIG}`, modelFaults, 'E_MODEL_CONFIG');
  const { quantization_config: _, dtype: _dtype, ...config } = isRecord(json) ? json : {};
  // Older versions of transformers know `torch_dtype` alone, and newer ones read it too.
  return encodeJson({ ...config, torch_dtype: 'float32' });
}
