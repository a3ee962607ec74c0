/**
 * Matrices in fewer bits as kernels read them here: row by row, so that both products and the look-up of rows read the same
 * words. A row is filled up with zeros to whole blocks of 64 columns:
 *
 * | form | a block of 64 columns |
 * |---|---|
 * | f16, bf16 | 32 words of two columns, the even one in the low half |
 * | q8 | one word with the scales (binary16) of columns 0–31 and 32–63 · 16 words of four int8 |
 * | q4 | one word with the two scales · 8 words of eight columns, four bits each and 8 too large |
 */
import { GROUP_BYTES, GROUP_COLUMNS, PANEL_ROWS, type PackedForm, type PackedMatrix } from '../../../../core/weights/packed.ts';

export const BLOCK_COLUMNS = 2 * GROUP_COLUMNS;

/** Words of a block. */
export const BLOCK_WORDS: Readonly<Record<PackedForm, number>> = { f16: 32, bf16: 32, q8: 17, q4: 9 };

/** Words that a packed matrix of this shape takes on the device. */
export const packedWords = (form: PackedForm, [rows = 0, columns = 0]: readonly number[]): number =>
  rows * Math.ceil(columns / BLOCK_COLUMNS) * BLOCK_WORDS[form];

/** The words of a packed matrix. */
export function rowWords({ form, shape, bytes }: PackedMatrix): Uint32Array {
  const [rows = 0, columns = 0] = shape;
  const out = new Uint8Array(4 * packedWords(form, shape));
  const groups = Math.ceil(columns / GROUP_COLUMNS);
  const rowBytes = rows === 0 ? 0 : out.length / rows;
  const quantised = form === 'q8' || form === 'q4';
  for (let row = 0; row < rows; row += 1) {
    const lane = row % PANEL_ROWS;
    const panel = Math.floor(row / PANEL_ROWS) * groups * GROUP_BYTES[form];
    for (let group = 0; group < groups; group += 1) {
      const from = panel + group * GROUP_BYTES[form];
      const block = row * rowBytes + (group >> 1) * 4 * BLOCK_WORDS[form];
      const half = group & 1;
      if (!quantised) {
        let to = block + half * 2 * GROUP_COLUMNS;
        for (let column = 0, at = from + 2 * lane; column < GROUP_COLUMNS; column += 1, at += 2 * PANEL_ROWS, to += 2) {
          out[to] = bytes[at] ?? 0;
          out[to + 1] = bytes[at + 1] ?? 0;
        }
        continue;
      }
      out[block + 2 * half] = bytes[from + 2 * lane] ?? 0;
      out[block + 2 * half + 1] = bytes[from + 2 * lane + 1] ?? 0;
      // q4: a byte has two columns there and here, the even one in its low bits.
      const count = form === 'q8' ? GROUP_COLUMNS : GROUP_COLUMNS / 2;
      const to = block + 4 + half * count;
      for (let at = 0; at < count; at += 1) out[to + at] = bytes[from + 2 * PANEL_ROWS + at * PANEL_ROWS + lane] ?? 0;
    }
  }
  return new Uint32Array(out.buffer);
}
