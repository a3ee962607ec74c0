/** The kernels' binaries in what Vite serves or builds: their addresses come from the bundler. */
import relaxed from './kernels.relaxed.wasm?url';
import simd from './kernels.simd.wasm?url';
import type { KernelFiles } from './kernels.ts';

async function fetchBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

export const KERNEL_FILES: KernelFiles = { simd: () => fetchBytes(simd), relaxed: () => fetchBytes(relaxed) };
