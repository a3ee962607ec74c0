/**
 * A kernel is WGSL with a declared table of bindings. Declarations and the bind group layout come from that one table:
 * with an automatic layout, a binding that a shader does not use would be dropped and the dispatch fail silently.
 * Sizes are uniforms, not constants, so that few pipelines serve every bucket.
 */
import { expand, type Values } from './template.ts';

export type Element = 'f32' | 'i32' | 'u32' | 'vec2<f32>' | 'vec2<i32>' | 'vec2<u32>' | 'vec4<f32>' | 'vec4<u32>' | 'Slot' | 'ParameterSet';

export interface Binding {
  readonly name: string;
  /** What it holds, in the words of the kernel; becomes a comment of the shader. */
  readonly shape: string;
  readonly element: Element;
  readonly written?: boolean;
  /** A uniform array of so many elements instead of a storage buffer, of which a stage may have only eight. */
  readonly uniform?: number;
  /** WGSL functions that load or store it by vectors of four. */
  readonly access?: string;
}

export interface Kernel {
  /** Names the WGSL text: two kernels with one key are the same. */
  readonly key: string;
  readonly bindings: readonly Binding[];
  /** Fields of the uniform `p`; 32-bit unsigned unless listed in `floats`. */
  readonly uniforms: readonly string[];
  readonly floats?: readonly string[];
  readonly workgroup: readonly [number, number];
  /** Whether it takes subgroup operations; it then also knows `subgroup`, `subgroups` (how many) and `ordinal` (see reduce.ts). */
  readonly subgroups?: boolean;
  /**
   * Makes, where it is compiled, the shader below its declarations: functions, workgroup memory, and `fn main() { … }`, which
   * knows `gid`, `wid`, `groups`, `lane` (within the workgroup), `live`, and in one-dimensional kernels `index`. Directives
   * and {names} as in template.ts.
   */
  readonly code: () => string;
  /** Values of the code's names. */
  readonly values?: Values;
}

/** Where an adapter's matrices begin in a module's bank (in floats of one column of it); rank 0 where it does not change the module. */
const SLOT = 'struct Slot { offset: u32, rank: u32, scale: f32, unused: u32 }';

/** Axes whose rows in use `live` counts, in its order. */
export const LIVE_AXES = ['tokens', 'sequences', 'scored', 'bounds'] as const;

export const BLOCK = 64;

const SUBGROUP_HEAD = 'enable subgroups;\nrequires subgroup_id;\n';
const SUBGROUP_BUILTINS =
  ', @builtin(subgroup_size) subgroup_lanes: u32, @builtin(subgroup_invocation_id) subgroup_lane: u32, @builtin(subgroup_id) subgroup: u32, @builtin(num_subgroups) subgroups: u32';

/** The whole shader. */
export function wgsl({ bindings, uniforms, floats = [], workgroup: [x, y], subgroups = false, code, values = {} }: Kernel): string {
  const fields = uniforms.map((name) => `${name}: ${floats.includes(name) ? 'f32' : 'u32'}`);
  const declared = bindings.map(({ name, shape, element, written, uniform }, i) =>
    uniform === undefined
      ? `@group(0) @binding(${i + 2}) var<storage, ${written ? 'read_write' : 'read'}> ${name}: array<${element}>; // ${shape}`
      : `@group(0) @binding(${i + 2}) var<uniform> ${name}: array<${element}, ${uniform}>; // ${shape}`,
  );
  const entry = `@compute @workgroup_size(${x}, ${y})
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(workgroup_id) wid: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32${subgroups ? SUBGROUP_BUILTINS : ''}) {
  let index = gid.y * (groups.x * ${x}u) + gid.x;
  ${subgroups ? 'let ordinal = subgroup * subgroup_lanes + subgroup_lane;' : ''}`;
  return `${subgroups ? SUBGROUP_HEAD : ''}${SLOT}
struct P { ${fields.join(', ') || 'unused: u32'} }
@group(0) @binding(0) var<uniform> p: P;
@group(0) @binding(1) var<uniform> live: vec4<u32>;
${declared.join('\n')}
${bindings.map(({ access = '' }) => access).join('\n')}
${expand(code(), values).replace('fn main() {', () => entry)}`;
}

/** The uniform block of one dispatch. */
export function packUniforms(kernel: Kernel, values: Readonly<Record<string, number>>): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(Math.ceil((kernel.uniforms.length * 4) / 16) * 16));
  kernel.uniforms.forEach((name, i) => {
    const value = values[name];
    if (value === undefined) throw new Error(`kernel ${kernel.key} needs the uniform ${name}`);
    if (kernel.floats?.includes(name)) view.setFloat32(i * 4, value, true);
    else view.setUint32(i * 4, value, true);
  });
  return view.buffer;
}

/** Floats as vectors of four where rows are whole ones, else one by one. */
export const floatsOf = (vector: boolean): Element => (vector ? 'vec4<f32>' : 'f32');
export const four = (value: number): boolean => value % 4 === 0;

/** A buffer that is read. */
export const read = (name: string, shape: string, element: Element = 'f32'): Binding => ({ name, shape, element });

/** A buffer that is written. */
export const written = (name: string, shape: string, element: Element = 'f32'): Binding => ({ name, shape, element, written: true });

/** Read by `load_<name>(at, left)`: four neighbours from element `at`; zeros beyond the `left` elements its row still has. */
export const readQuads = (name: string, shape: string, vector: boolean): Binding => ({
  ...read(name, shape, floatsOf(vector)),
  access: loader(name, `load_${name}`, vector),
});

/** Written by `store_<name>(at, left, value)`, the counterpart of {@link readQuads}. */
export const writtenQuads = (name: string, shape: string, vector: boolean): Binding => ({
  ...written(name, shape, floatsOf(vector)),
  access: storer(name, `store_${name}`, vector),
});

/** Read by `load_<name>(row, column)`, as {@link readQuads}; `stride` is WGSL. */
export const readRows = (name: string, shape: string, vector: boolean, stride: string): Binding => ({
  ...read(name, shape, floatsOf(vector)),
  access: `${loader(name, `quad_${name}`, vector)}
fn load_${name}(row: u32, column: u32) -> vec4<f32> { return quad_${name}(row * ${stride} + column, ${stride} - column); }`,
});

/** Written by `store_<name>(row, column, value)`, the counterpart of {@link readRows}. */
export const writtenRows = (name: string, shape: string, vector: boolean, stride: string): Binding => ({
  ...written(name, shape, floatsOf(vector)),
  access: `${storer(name, `put_${name}`, vector)}
fn store_${name}(row: u32, column: u32, value: vec4<f32>) { put_${name}(row * ${stride} + column, ${stride} - column, value); }`,
});

function loader(name: string, as: string, vector: boolean): string {
  if (vector) return `fn ${as}(at: u32, left: u32) -> vec4<f32> { return ${name}[at >> 2u]; }`;
  return `fn ${as}(at: u32, left: u32) -> vec4<f32> {
  return vec4<f32>(${name}[at], select(0.0, ${name}[at + 1u], left > 1u), select(0.0, ${name}[at + 2u], left > 2u), select(0.0, ${name}[at + 3u], left > 3u));
}`;
}

function storer(name: string, as: string, vector: boolean): string {
  if (vector) return `fn ${as}(at: u32, left: u32, value: vec4<f32>) { ${name}[at >> 2u] = value; }`;
  return `fn ${as}(at: u32, left: u32, value: vec4<f32>) {
  ${name}[at] = value.x;
  if (left > 1u) { ${name}[at + 1u] = value.y; }
  if (left > 2u) { ${name}[at + 2u] = value.z; }
  if (left > 3u) { ${name}[at + 3u] = value.w; }
}`;
}
