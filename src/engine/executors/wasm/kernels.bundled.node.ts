/** The kernels' binaries within a bundle that runs in Node: in the place of `kernels.node.ts`, which reads them from disk. */
import type { KernelFiles } from './kernels.ts';
import { KERNEL_FILES as INLINED } from './kernels.vite.ts';
import { allowRelaxed } from './relaxed.node.ts';

export const KERNEL_FILES: KernelFiles = {
  simd: INLINED.simd,
  relaxed: () => {
    allowRelaxed();
    return INLINED.relaxed();
  },
};
