/** How kernels read a frozen matrix, in f32 or in fewer bits (packedRows.ts), which are unpacked in registers. */
import type { PackedForm, WeightForm } from '../../../../core/weights/packed.ts';
import { BLOCK_COLUMNS, BLOCK_WORDS } from './packedRows.ts';
import { type Binding, read, readQuads } from './kernel.ts';

/**
 * Read by `load_<name>(row_<name>(row) + …)`: `row_<name>(row)` is where a row begins, `load_<name>(begin, column, left)` four
 * neighbours of it from a column that is a multiple of four; zeros beyond the `left` elements the row still has. `columns`, the
 * length of a row, is WGSL; `vector`: whether it is a multiple of four.
 */
export function readWeights(name: string, shape: string, form: WeightForm, vector: boolean, columns: string): Binding {
  if (form === 'f32') {
    const quads = readQuads(name, shape, vector);
    return {
      ...quads,
      access: `${(quads.access ?? '').replace(`fn load_${name}(`, `fn quad_${name}(`)}
fn row_${name}(row: u32) -> u32 { return row * ${columns}; }
fn load_${name}(begin: u32, column: u32, left: u32) -> vec4<f32> { return quad_${name}(begin + column, left); }`,
    };
  }
  return {
    ...read(name, `${shape} in ${form}: packedRows.ts`, 'u32'),
    access: `fn row_${name}(row: u32) -> u32 { return row * ((${columns} + ${BLOCK_COLUMNS - 1}u) / ${BLOCK_COLUMNS}u * ${BLOCK_WORDS[form]}u); }
fn load_${name}(begin: u32, column: u32, left: u32) -> vec4<f32> {
${UNPACK[form](name)}
}`,
  };
}

/** Body of a loader. A row's rest is zeros, so `left` need not be looked at. */
const UNPACK: Readonly<Record<PackedForm, (name: string) => string>> = {
  f16: (name) => `  let at = begin + column / 2u;
  return vec4<f32>(unpack2x16float(${name}[at]), unpack2x16float(${name}[at + 1u]));`,
  bf16: (name) => `  let at = begin + column / 2u;
  let two = ${name}[at]; let next = ${name}[at + 1u];
  return bitcast<vec4<f32>>(vec4<u32>(two << 16u, two & 0xffff0000u, next << 16u, next & 0xffff0000u));`,
  q8: (name) => `  let block = begin + column / 64u * 17u;
  let scales = unpack2x16float(${name}[block]);
  let word = ${name}[block + 1u + column % 64u / 4u];
  let whole = bitcast<vec4<i32>>(vec4<u32>(word << 24u, word << 16u, word << 8u, word)) >> vec4<u32>(24u);
  return select(scales.x, scales.y, column % 64u >= 32u) * vec4<f32>(whole);`,
  q4: (name) => `  let block = begin + column / 64u * 9u;
  let scales = unpack2x16float(${name}[block]);
  let word = ${name}[block + 1u + column % 64u / 8u] >> (column % 8u * 4u);
  let whole = vec4<i32>(vec4<u32>(word, word >> 4u, word >> 8u, word >> 12u) & vec4<u32>(15u)) - vec4<i32>(8);
  return select(scales.x, scales.y, column % 64u >= 32u) * vec4<f32>(whole);`,
};
