/** One lane of the engine in a browser: a worker that computes with the WASM kernels. */
import { createWasmExecutor } from '../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.vite.ts';
import { serveLane } from '../../src/engine/pool/lane.ts';
import { holdLife } from '../life/hold.ts';

holdLife();
serveLane(
  {
    post: (message, handed = []) => globalThis.postMessage(message, { transfer: handed }),
    onMessage: (listen) => globalThis.addEventListener('message', (event) => listen((event as MessageEvent<unknown>).data)),
  },
  (options) => createWasmExecutor(KERNEL_FILES, options),
);
