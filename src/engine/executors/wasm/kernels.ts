/**
 * The compiled kernels and what they export. Two builds of one source (assembly/): plain SIMD, whose results are the same
 * on every host, and relaxed SIMD, which fuses multiply and add where the host can: many
 * more products a second where both share their units, hardly any where each has its own.
 */
import { fault, FaultError } from '../../../core/faults.ts';
import { engineFaults } from '../../../words/words.ts';

export type KernelBuild = 'simd' | 'relaxed';

/** Where the two binaries come from: the disk in Node, the bundler's addresses in a page. */
export type KernelFiles = Readonly<Record<KernelBuild, () => Promise<Uint8Array<ArrayBuffer>>>>;

/** Addresses and counts in, nothing out; see assembly/ for what each does. */
type Kernel = (...values: number[]) => void;

const KERNELS = [
  'gemm', 'gemmPacked', 'gemmAdapted', 'gemmPanels', 'packB',
  'gemmPackedFew', 'unpackRows', 'unpackColumns', 'gatherPacked',
  'attention', 'attentionBackward', 'attentionCached', 'roundHalf',
  'gatherPanels', 'gatherRows', 'scatterRows', 'sumRows', 'add',
  'rmsnorm', 'rmsnormBackward', 'rope', 'swiglu', 'swigluBackward', 'relu', 'reluBackward',
  'geglu', 'gegluBackward', 'scale', 'softcap', 'softcapBackward',
  'tokenStats', 'tokenStatsBackward', 'sample',
  'gradientNorm', 'adamw',
] as const; // biome-ignore format: one line a family

export type Kernels = Readonly<Record<(typeof KERNELS)[number], Kernel>> & {
  /** Scratch memory that `gemm` needs, bytes. */
  gemmScratchBytes(): number;
  attentionScratchBytes(length: number, headDim: number): number;
  cachedScratchBytes(capacity: number): number;
  /** One layer's keys and values in a page of the cache. */
  pageLayerBytes(width: number, half: number): number;
};

/**
 * The faster build this host accepts, or the reproducible one when that is asked for; `shared`: for a memory of several threads.
 * Throws `E_BACKEND` without SIMD.
 */
export async function chooseKernels(
  files: KernelFiles,
  reproducible: boolean,
  shared = false,
): Promise<{ build: KernelBuild; module: WebAssembly.Module }> {
  for (const build of reproducible ? (['simd'] as const) : (['relaxed', 'simd'] as const)) {
    const own = await files[build]();
    const binary = shared ? withSharedMemory(own) : own;
    if (WebAssembly.validate(binary)) return { build, module: await WebAssembly.compile(binary) };
  }
  throw new FaultError(fault(engineFaults, 'E_BACKEND', { backend: 'wasm', found: 'no_simd' }));
}

/** All of an import section with one memory, `env.memory` of any size: what the compiler writes, and of a shared one of at most 4 GiB. */
const OWN_MEMORY = [2, 15, 1, 3, ...new TextEncoder().encode('env'), 6, ...new TextEncoder().encode('memory'), 2, 0, 0];
const SHARED_MEMORY = [2, 18, ...OWN_MEMORY.slice(2, -2), 3, 0, 0x80, 0x80, 0x04];

/**
 * The same kernels over a memory that threads share: the import says so, and nothing else differs, since they keep no state of
 * their own in it (no data, no stack, no globals).
 */
export function withSharedMemory(binary: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  // Behind the eight bytes of the header sections follow, each a number, its length as LEB128, and its contents.
  let start = 8;
  while (binary[start] !== OWN_MEMORY[0]) {
    let length = 0;
    let at = start + 1;
    for (let shift = 0; ; shift += 7) {
      const byte = binary[at++] ?? 0;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    start = at + length;
    if (start >= binary.length) break;
  }
  const end = start + OWN_MEMORY.length;
  if (!OWN_MEMORY.every((byte, index) => binary[start + index] === byte))
    throw new Error('the WASM binary imports something else than its memory');
  return Uint8Array.from([...binary.subarray(0, start), ...SHARED_MEMORY, ...binary.subarray(end)]);
}

export function instantiateKernels(module: WebAssembly.Module, memory: WebAssembly.Memory): Kernels {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  for (const name of KERNELS) if (typeof exports[name] !== 'function') throw new Error(`the WASM binary has no kernel ${name}`);
  return exports as unknown as Kernels;
}
