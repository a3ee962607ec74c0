/** The kernels' binaries in Node: read from disk. */
import { readFile } from 'node:fs/promises';
import type { KernelFiles } from './kernels.ts';

const read = async (name: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(new URL(name, import.meta.url)));

export const KERNEL_FILES: KernelFiles = { simd: () => read('./kernels.simd.wasm'), relaxed: () => read('./kernels.relaxed.wasm') };
