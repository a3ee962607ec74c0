/** The kernels' binaries in Node, from the disk. */
import { readFile } from 'node:fs/promises';
import type { KernelFiles } from './kernels.ts';
import { allowRelaxed } from './relaxed.node.ts';

const read = async (name: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(new URL(name, import.meta.url)));

export const KERNEL_FILES: KernelFiles = {
  simd: () => read('./kernels.simd.wasm'),
  relaxed: () => {
    allowRelaxed();
    return read('./kernels.relaxed.wasm');
  },
};
