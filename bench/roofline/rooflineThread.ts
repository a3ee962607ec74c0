/**
 * One thread's limits, as a line of JSON: run beside others of its kind by roofline.ts, all measuring the same at the same time.
 * Each figure is the mean over a fixed stretch of time, for a limit that two threads reach together is no best of several.
 */
import { GROUP_BYTES, GROUP_COLUMNS, PANEL_ROWS } from '../../src/core/weights/packed.ts';
import { Heap } from '../../src/engine/executors/wasm/memory/heap.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import { chooseKernels, instantiateKernels } from '../../src/engine/executors/wasm/kernels.ts';
import { PACKED_FORMS } from '../../src/engine/executors/wasm/parameters.ts';
import type { Limits } from './roofline.ts';

/** Milliseconds that each limit is measured for, and those before of warming up. */
const STRETCH = 500;
const WARM_UP = 150;
/** Far more than the last cache holds. */
const MEMORY = 2 ** 27;

const { module } = await chooseKernels(KERNEL_FILES, false);
const heap = new Heap();
const kernels = instantiateKernels(module, heap.memory);

/** Calls a second, at a moment that all threads agree on. */
function rate(call: () => void, times: number): number {
  for (const end = performance.now() + WARM_UP; performance.now() < end; ) call();
  const began = performance.now();
  let calls = 0;
  for (; performance.now() - began < STRETCH; calls += times) for (let i = 0; i < times; i += 1) call();
  return calls / ((performance.now() - began) / 1000);
}

function noise(count: number): number {
  const { address } = heap.allocate(4 * count);
  heap.floats(address, count).forEach((_, i, view) => {
    view[i] = ((i * 2654435761) % 1000) / 1000 - 0.5;
  });
  return address;
}

const [m, k, n] = [16, 64, 32];
const [x, w, panels, out] = [noise(m * k), noise(k * n), noise(k * n), noise(m * n)];
kernels.packB(k, n, w, n, 1, 1, panels);
const gflops = (2 * m * k * n * rate(() => kernels.gemmPacked(m, n, k, x, k, panels, k, n, out, n), 256)) / 1e9;

const width = 1024;
const memory = heap.allocate(MEMORY).address;
heap.floats(memory, MEMORY / 4).fill(1);
const sums = noise(width);
const bandwidth = (MEMORY * rate(() => kernels.sumRows(MEMORY / 4 / width, width, memory, sums), 1)) / 1e9;

/** Weights a second, in thousands of millions, of one panel that stays in the first cache. */
function dequantised(form: 'q8' | 'q4'): number {
  const groups = 16;
  const { address } = heap.allocate(groups * GROUP_BYTES[form]);
  const weights = groups * PANEL_ROWS * GROUP_COLUMNS;
  const to = noise(weights);
  const number = PACKED_FORMS.indexOf(form);
  return (weights * rate(() => kernels.unpackRows(number, 1, groups, address, 0, to), 256)) / 1e9;
}

process.stdout.write(`${JSON.stringify({ gflops, bandwidth, q8: dequantised('q8'), q4: dequantised('q4') } satisfies Limits)}\n`);
