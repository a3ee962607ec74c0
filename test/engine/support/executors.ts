/** Executors by the name of their backend, in Node. */
import type { Executor } from '../../../src/engine/contracts/executor.ts';
import { createTfjsExecutor } from '../../../src/engine/executors/tfjs/executor.ts';
import { createWasmExecutor } from '../../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../../src/engine/executors/wasm/kernels.node.ts';

export type CpuBackend = 'wasm' | 'tfjs-wasm' | 'tfjs-cpu';

export const createExecutor = (backend: CpuBackend): Promise<Executor> =>
  backend === 'wasm' ? createWasmExecutor(KERNEL_FILES) : createTfjsExecutor(backend);
