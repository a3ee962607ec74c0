/** One lane of the engine in the terminal: a thread that computes with the WASM kernels. */
import { parentPort, type Transferable } from 'node:worker_threads';
import { createWasmExecutor } from '../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import { serveLane } from '../../src/engine/pool/lane.ts';

const port = parentPort;
if (!port) throw new Error('a lane runs in a worker thread only');
serveLane(
  { post: (message, handed) => port.postMessage(message, handed as Transferable[]), onMessage: (listen) => port.on('message', listen) },
  (options) => createWasmExecutor(KERNEL_FILES, options),
);
