/** The tensors of a GGUF file, read row by row: as single precision, or as the packed matrices that hold the same numbers. */
import {
  emptyMatrix,
  GROUP_COLUMNS,
  type PackedForm,
  type PackedMatrix,
  PANEL_ROWS,
  type WeightForm,
  writeGroup,
} from '../../weights/packed.ts';
import { checkFinite, type StoredTensor } from '../safetensors.ts';
import type { GgufFile, TensorInfo } from './file.ts';
import { TENSOR_TYPES, type TensorType } from './types.ts';

/** A tensor in its file, its values not converted yet. */
export interface GgufTensor extends StoredTensor {
  readonly type: TensorType;
  /**
   * The form that holds the file's numbers exactly; of Q4_1, Q5_1, Q4_K, Q5_K and Q6_K q8, in which a number is off by at most
   * 0.45 % of the largest of its group: half a step of 1/127, and what rounding the scale adds.
   */
  readonly form: WeightForm;
  packed(form: PackedForm): PackedMatrix | null;
}

/** Bytes of several rows, read at once where they lie one behind the other. */
type RowBytes = (first: number, count: number) => Uint8Array;

/**
 * A tensor of the file. `headDim`: where it is given, the rows of each head of so many lie as llama.cpp rotates them, pair by
 * pair, and come back in the order of Hugging Face, which rotates the first half of a head against the second.
 */
export function ggufTensor({ source, fileName }: GgufFile, info: TensorInfo, headDim?: number): GgufTensor {
  const { weights: block, bytes, form, decode, grouped } = TENSOR_TYPES[info.type];
  const shape = [...info.shape];
  const columns = shape.at(-1) ?? 1;
  const rows = shape.slice(0, -1).reduce((product, size) => product * size, 1);
  const rowBytes = (columns / block) * bytes;
  const contiguous: RowBytes = (first, count) => source.slice(info.begin + first * rowBytes, info.begin + (first + count) * rowBytes);
  const bytesOf = headDim === undefined ? contiguous : unpaired(contiguous, rowBytes, headDim);

  const read = (first = 0, count = rows): Float32Array => {
    const values = new Float32Array(count * columns);
    for (let row = 0; row < count; row += PANEL_ROWS) {
      const some = Math.min(PANEL_ROWS, count - row);
      decode(bytesOf(first + row, some), values.subarray(row * columns, (row + some) * columns));
    }
    return values;
  };
  return {
    type: info.type,
    form,
    shape,
    fileName,
    exact: form === 'bf16' || form === 'f16' ? form : undefined,
    read,
    // A block's scale and integers go over as they are.
    packed: (wanted) => {
      if (!grouped?.forms.includes(wanted) || shape.length !== 2) return null;
      const matrix = emptyMatrix(wanted, shape);
      const integers = new Int8Array(GROUP_COLUMNS);
      for (let row = 0; row < rows; row += 1) {
        const blocks = bytesOf(row, 1);
        for (let group = 0; group * GROUP_COLUMNS < columns; group += 1) {
          const scale = grouped.group(blocks, group * bytes, integers);
          if ((scale & 0x7c00) === 0x7c00) checkFinite(read(row, 1), info.name, fileName, { from: row * columns, values: rows * columns });
          writeGroup(matrix, row, group, scale, integers);
        }
      }
      return matrix;
    },
  };
}

/** Rows in Hugging Face's order. In the file, row 2·i + h of a head is row h·headDim/2 + i of it. */
function unpaired(contiguous: RowBytes, rowBytes: number, headDim: number): RowBytes {
  const half = headDim / 2;
  return (first, count) => {
    const bytes = new Uint8Array(count * rowBytes);
    for (let index = 0; index < count; index += 1) {
      const within = (first + index) % headDim;
      const row = first + index - within + 2 * (within % half) + Math.floor(within / half);
      bytes.set(contiguous(row, 1), index * rowBytes);
    }
    return bytes;
  };
}
