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

/** The faster build this host accepts, or the reproducible one when that is asked for. Throws `E_BACKEND` without SIMD. */
export async function chooseKernels(
  files: KernelFiles,
  reproducible: boolean,
): Promise<{ build: KernelBuild; module: WebAssembly.Module }> {
  for (const build of reproducible ? (['simd'] as const) : (['relaxed', 'simd'] as const)) {
    const binary = await files[build]();
    if (WebAssembly.validate(binary)) return { build, module: await WebAssembly.compile(binary) };
  }
  throw new FaultError(fault(engineFaults, 'E_BACKEND', { backend: 'wasm', found: 'no_simd' }));
}

export function instantiateKernels(module: WebAssembly.Module, memory: WebAssembly.Memory): Kernels {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  for (const name of KERNELS) if (typeof exports[name] !== 'function') throw new Error(`the WASM binary has no kernel ${name}`);
  return exports as unknown as Kernels;
}
