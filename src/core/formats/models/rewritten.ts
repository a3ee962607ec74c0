/** A model folder with other numbers in its matrices: norms, biases and all else as they were, the weights made some rows at a time as they are written. */
import { isRecord } from '../../isRecord.ts';
import { modelFaults } from '../../../words/words.ts';
import { type ModelFile, wholeOf } from '../byteSource.ts';
import { decodeJson, encodeJson, type ModelFiles } from '../files.ts';
import { type HalfDtype, readFinite, type StoredTensor } from '../safetensors.ts';
import { safetensorsSource } from '../safetensorsSource.ts';
import { openModelFolder, withPromptFiles } from './hf.ts';
import { CONFIG, GGUF_FILE, WEIGHTS } from './modelFiles.ts';
import { joinParts, storedForms } from './storedTensors.ts';

/** Rows `first` to before `first + count` of the engine's matrix `part`, as they are to be written. */
export type NewRows = (part: string, tensor: StoredTensor, first: number, count: number) => Float32Array;

/**
 * The files of the model in `given` with the numbers of `rows`. Matrices are written as `writeAs`, F32 where left out; the config asks
 * for computing in float32 in every case. Throws as `openModelFolder` does, of weights when they are read.
 */
export function rewritten(given: ModelFiles, folder: string, rows: NewRows, writeAs?: HalfDtype): ModelFiles {
  const { config, stored } = openModelFolder(given, folder);
  const tensorOf = (part: string): StoredTensor => {
    const tensor = stored.get(part);
    if (!tensor) throw new Error(`rewritten: the tensor ${part} is missing`);
    return tensor;
  };
  const tensors = [...storedForms(config)].map(([name, of]) => {
    const read = (first: number, count: number): Float32Array => {
      let begin = 0;
      const pieces = of.parts.flatMap((part) => {
        const tensor = tensorOf(part);
        const [own = 0] = tensor.shape;
        const [from, to] = [Math.max(first, begin) - begin, Math.min(first + count, begin + own) - begin];
        begin += own;
        if (from >= to) return [];
        const matrix = tensor.shape.length === 2;
        const data = matrix ? rows(part, tensor, from, to - from) : readFinite(tensor, part).data.subarray(from, to);
        return [{ shape: [to - from, ...of.shape.slice(1)], data }];
      });
      return joinParts({ ...of, shape: [count, ...of.shape.slice(1)] }, pieces).data;
    };
    return [name, { shape: of.shape, read, ...(of.shape.length === 2 && { writeAs }) }] as const;
  });
  const files = withPromptFiles(given, folder);
  const others = Object.entries(files)
    .filter(([path]) => !GGUF_FILE.test(path) && !/\.safetensors(?:\.index\.json)?$/.test(path))
    .map(([path, file]) => [path, wholeOf(file)] as const);
  return { ...Object.fromEntries(others), [CONFIG]: inFloat32(files[CONFIG], folder), [WEIGHTS]: safetensorsSource(tensors) };
}

/** The config as it is, but that transformers computes in float32 whatever the file holds, and quantises nothing again. */
function inFloat32(file: ModelFile | undefined, folder: string): Uint8Array {
  const json = decodeJson(file ? wholeOf(file) : new Uint8Array(), `${folder}/${CONFIG}`, modelFaults, 'E_MODEL_CONFIG');
  const { quantization_config: _, dtype: _dtype, ...config } = isRecord(json) ? json : {};
  // Older versions of transformers know `torch_dtype` alone, and newer ones read it too.
  return encodeJson({ ...config, torch_dtype: 'float32' });
}
