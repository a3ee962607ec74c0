/** Matrices as the product kernels take them. */
import type { AdapterGroup } from './adapters.ts';

/** A matrix by rows: its address, and how many numbers lie between the starts of two rows. */
export type Matrix = readonly [address: number, pitch: number];

/** A product of the first `depth` columns of `x` and a packed matrix. */
export interface Product {
  readonly x: Matrix;
  readonly depth: number;
  readonly packed: number;
}

export const NONE: Matrix = [0, 0];
export const NOTHING: Product = { x: NONE, depth: 0, packed: 0 };

export const rowAt = ([address, pitch]: Matrix, row: number): number => (address ? address + 4 * row * pitch : 0);

/** A group's rows for a kernel: where they are listed, or the first of them where they lie together (`map` 0). */
export function rowsOf(order: number, { runs, start }: AdapterGroup): { readonly map: number; readonly from: number } {
  const together = runs.length === 1;
  return { map: together ? 0 : order + 4 * start, from: together ? (runs[0]?.from ?? 0) : 0 };
}
