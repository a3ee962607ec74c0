/** Node 20 has relaxed SIMD behind a flag, later ones have it on; the flag only decides which modules are accepted. */
import { setFlagsFromString } from 'node:v8';

export function allowRelaxed(): void {
  if (Number(process.versions.node.split('.')[0]) < 22) setFlagsFromString('--experimental-wasm-relaxed-simd');
}
