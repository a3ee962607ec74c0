/** The kernels' binaries in Node: read from disk. */
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import type { KernelFiles } from './kernels.ts';

const read = async (name: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(new URL(name, import.meta.url)));

/** Node 20 has relaxed SIMD behind a flag, later ones have it on; the flag only decides which modules are accepted. */
function allowRelaxed(): void {
  if (Number(process.versions.node.split('.')[0]) < 22) setFlagsFromString('--experimental-wasm-relaxed-simd');
}

export const KERNEL_FILES: KernelFiles = {
  simd: () => read('./kernels.simd.wasm'),
  relaxed: () => {
    allowRelaxed();
    return read('./kernels.relaxed.wasm');
  },
};
