/** A thread of sharedMemory.test.ts: works in a memory that it is given, and says what it found. */
import { parentPort, workerData } from 'node:worker_threads';
import { Heap } from '../../../src/engine/executors/wasm/memory/heap.ts';
import { SharedSpace } from '../../../src/engine/executors/wasm/memory/sharedSpace.ts';

/** `work`: blocks taken and given back, `grow`: blocks taken until there are `bytes` more. */
export interface SpaceTask {
  readonly memory: WebAssembly.Memory;
  readonly mark: number;
  readonly bytes: number;
  readonly work: 'exchange' | 'grow';
}

const { memory, mark, bytes, work } = workerData as SpaceTask;
const heap = new Heap(new SharedSpace(memory));
const held = [];
let damaged = 0;
for (let step = 0; step < 3000; step += 1) {
  if (work === 'grow' && heap.usage.bytes >= bytes) break;
  // Sizes from 4 bytes to 256 KiB, now and then one that makes the memory grow.
  const count = work === 'grow' ? 2 ** 18 : 1 + ((step * 2654435761 + mark * 40503) % 2 ** (6 + (step % 11)));
  const block = heap.allocate(4 * count);
  heap.integers(block.address, count).fill(mark * 100_000 + step);
  held.push({ block, count, value: mark * 100_000 + step });
  const given = work === 'exchange' && held.length > 8 ? held.splice((step * 7) % held.length, 1)[0] : undefined;
  if (!given) continue;
  if (heap.integers(given.block.address, given.count).some((found) => found !== given.value)) damaged += 1;
  heap.release(given.block);
}
if (work === 'exchange') for (const { block } of held) heap.release(block);
parentPort?.postMessage({ damaged, blocks: heap.usage.blocks });
