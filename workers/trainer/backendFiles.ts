/** Where a worker of this page finds the binaries of its backends, and how it starts lanes. */
import wasmPlain from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import wasmSimd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';
import wasmThreads from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-threaded-simd.wasm?url';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.vite.ts';
import type { BackendFiles } from '../../src/session/team/backend.ts';
import { spawnLane } from '../lane/startLane.ts';

export const BACKEND_FILES: BackendFiles = {
  kernels: KERNEL_FILES,
  spawnLane,
  wasmPaths: {
    'tfjs-backend-wasm.wasm': wasmPlain,
    'tfjs-backend-wasm-simd.wasm': wasmSimd,
    'tfjs-backend-wasm-threaded-simd.wasm': wasmThreads,
  },
};
