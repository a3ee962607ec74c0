/**
 * Products with matrices that lie in the heap in fewer bits (assembly/packed.ts): one row, or a few with bf16, by numbers made in
 * registers, more of them by panels that are unpacked into scratch memory, part by part, and met by all rows.
 */
import { GROUP_COLUMNS, PANEL_ROWS } from '../../../core/weights/packed.ts';
import type { AdapterGroup } from './adapters.ts';
import type { OperationContext } from './context.ts';
import { type Matrix, NONE, type Product, rowAt, rowsOf } from './matrices.ts';
import { type HeldMatrix, PACKED_FORMS } from './parameters.ts';

/**
 * Most rows that are multiplied in registers. A bf16 becomes a number by one shift. What the other forms take beside the sums of four
 * rows is more than there are registers, so that unpacking first takes two thirds of the time with four rows and half with eight.
 */
const fewRows = (form: number): number => (PACKED_FORMS[form] === 'bf16' ? 8 : 1);
/** Depth after which `gemmAdapted` begins a new sum; here as there, so that the numbers are the same. */
const DEPTH = 512;
/** Columns of C that are unpacked at a time. */
const WIDTH = 128;
/** Behind the panels of one part; room for one group. */
const SQUARE = 4 * DEPTH * WIDTH;

/** One adapter's rows and what its low-rank product adds to them. */
export interface AdaptedRows {
  readonly group: AdapterGroup;
  readonly low: Product;
}

/** A frozen matrix [outputs, inputs]. */
export interface PackedWeight extends HeldMatrix {
  readonly outputs: number;
  readonly inputs: number;
}

/** out = x·Wᵀ + the rows' low-rank products + `plus`. */
export function multiplyPacked(
  context: OperationContext,
  order: number,
  weight: PackedWeight,
  x: Matrix,
  rows: readonly AdaptedRows[],
  out: Matrix,
  plus: Matrix,
): void {
  const { kernels } = context;
  const { form, address, groupBytes, outputs, inputs } = weight;
  if (rows.reduce((sum, { group }) => sum + group.count, 0) <= fewRows(form)) {
    for (const { group, low } of rows) {
      const { map, from } = rowsOf(order, group);
      const adapted = [low.depth, rowAt(low.x, from), low.x[1], low.packed] as const;
      const ends = [rowAt(out, from), out[1], rowAt(plus, from), plus[1]] as const;
      kernels.gemmPackedFew(form, group.count, outputs, map, inputs, rowAt(x, from), x[1], address, ...adapted, ...ends, context.scratch);
    }
    return;
  }
  const pitch = Math.ceil(inputs / GROUP_COLUMNS) * groupBytes;
  multiplyParts(context, order, { depth: inputs, width: outputs }, x, rows, out, plus, (p, depth, j, width) => {
    const groups = Math.ceil(depth / GROUP_COLUMNS);
    const from = address + (j / PANEL_ROWS) * pitch + (p / GROUP_COLUMNS) * groupBytes;
    kernels.unpackRows(form, Math.ceil(width / PANEL_ROWS), groups, from, pitch, context.scratch);
    return groups * GROUP_COLUMNS;
  });
}

/** out = dy·W + the rows' low-rank products. */
export function multiplyPackedBack(
  context: OperationContext,
  order: number,
  weight: PackedWeight,
  dy: Matrix,
  rows: readonly AdaptedRows[],
  out: Matrix,
): void {
  const { form, address, groupBytes, outputs, inputs } = weight;
  const pitch = Math.ceil(inputs / GROUP_COLUMNS) * groupBytes;
  multiplyParts(context, order, { depth: outputs, width: inputs }, dy, rows, out, NONE, (p, depth, j, width) => {
    const panels = Math.ceil(depth / PANEL_ROWS);
    const from = address + (p / PANEL_ROWS) * pitch + (j / GROUP_COLUMNS) * groupBytes;
    const { scratch } = context;
    context.kernels.unpackColumns(form, panels, Math.ceil(width / GROUP_COLUMNS), from, pitch, scratch, scratch + SQUARE);
    return panels * PANEL_ROWS;
  });
}

/** C [·, width] part by part: `unpack` puts a part's panels into scratch memory and says how many rows of numbers each has. */
function multiplyParts(
  { kernels, scratch }: OperationContext,
  order: number,
  { depth, width }: { readonly depth: number; readonly width: number },
  x: Matrix,
  rows: readonly AdaptedRows[],
  out: Matrix,
  plus: Matrix,
  unpack: (p: number, depth: number, j: number, width: number) => number,
): void {
  for (let p = 0; p < depth; p += DEPTH) {
    const some = Math.min(DEPTH, depth - p);
    const last = p + some === depth;
    for (let j = 0; j < width; j += WIDTH) {
      const columns = Math.min(WIDTH, width - j);
      const across = 4 * PANEL_ROWS * unpack(p, some, j, columns);
      for (const { group, low } of rows) {
        const { map, from } = rowsOf(order, group);
        const added = p > 0 ? out : plus;
        kernels.gemmPanels(
          group.count,
          columns,
          map,
          some,
          rowAt(x, from) + 4 * p,
          x[1],
          scratch,
          across,
          last ? low.depth : 0,
          rowAt(low.x, from),
          low.x[1],
          low.packed + 4 * j * low.depth,
          rowAt(out, from) + 4 * j,
          out[1],
          added[0] ? rowAt(added, from) + 4 * j : 0,
          added[1],
        );
      }
    }
  }
}
