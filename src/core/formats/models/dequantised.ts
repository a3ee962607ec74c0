/**
 * A base as a team was trained on it: the folder of a model whose matrices were held in fewer bits, written with the numbers they
 * stood for, so that other tools compute what was computed here.
 *
 * f16 and bf16 are written as F16 and BF16, which hold them exactly. A weight in q8 or q4 is a binary16 scale times an integer: up to
 * 18 and 14 significant bits, more than bfloat16's 8 or binary16's 11, so these are written as F32. Rounded to bfloat16 every weight
 * would be off by up to 0.4 %, and log-probabilities by more than 5e-5.
 */
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
import type { ModelFiles } from '../files.ts';
import { type HalfDtype, readRows, type StoredTensor } from '../safetensors.ts';
import { type NewRows, rewritten } from './rewritten.ts';

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
  /** Each row is packed by itself. */
  const rowsOf: NewRows = (part, tensor, first, count) => {
    const [, columns = 0] = tensor.shape;
    const held = heldOf(part, tensor);
    if (held) return unpackRows(held, first, count);
    const packed = packMatrix(form, [count, columns], (from, some) => readRows(tensor, part, first + from, some));
    repacks &&= packsAgain(packed);
    return unpackMatrix(packed);
  };
  return { files: rewritten(given, folder, rowsOf, DTYPES[form]), repacks: () => repacks };
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
