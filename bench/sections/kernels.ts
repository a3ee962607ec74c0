/** GFLOP/s of the products an update is made of, and their share of what the register kernel reaches on data in the first cache. */
import { Heap } from '../../src/engine/executors/wasm/memory/heap.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import { chooseKernels, instantiateKernels } from '../../src/engine/executors/wasm/kernels.ts';
import { OPTIMIZER_SCALARS } from '../../src/engine/contracts/plan.ts';
import { report, type Row, shown } from '../rows.ts';

const { build, module } = await chooseKernels(KERNEL_FILES, false);
const heap = new Heap();
const kernels = instantiateKernels(module, heap.memory);
const scratch = heap.allocate(kernels.gemmScratchBytes()).address;

function noise(count: number): number {
  const { address } = heap.allocate(4 * count);
  heap.floats(address, count).forEach((_, i, view) => {
    view[i] = ((i * 2654435761) % 1000) / 1000 - 0.5;
  });
  return address;
}

/** Seconds of processor time of one call: the best of several stretches, because other work on the machine only adds. */
function seconds(call: () => void): number {
  for (let i = 0; i < 50; i += 1) call();
  let best = Number.POSITIVE_INFINITY;
  for (let stretch = 0; stretch < 12; stretch += 1) {
    const before = process.cpuUsage().user;
    let calls = 0;
    while (process.cpuUsage().user - before < 20_000) {
      for (let i = 0; i < 8; i += 1) call();
      calls += 8;
    }
    best = Math.min(best, (process.cpuUsage().user - before) / 1e6 / calls);
  }
  return best;
}

const rows: Row[] = [];
const path = `wasm kernels, ${build === 'relaxed' ? 'relaxed SIMD' : 'SIMD'}`;

/** Prepacked product of m tokens: x [m, k] · W, n outputs. */
function packed(m: number, k: number, n: number): number {
  const [x, w, panels, out] = [noise(m * k), noise(k * n), noise(k * (n + 8)), noise(m * n)];
  kernels.packB(k, n, w, n, 1, 1, panels);
  return (2 * m * k * n) / seconds(() => kernels.gemmPacked(m, n, k, x, k, panels, k, n, out, n)) / 1e9;
}

const limit = packed(16, 64, 32);
rows.push({
  path,
  measure: 'register kernel on data in the first cache (16 × 64 × 32)',
  value: limit,
  unit: 'GFLOP/s',
  detail: 'the limit the others are held against',
});
const share = (gflops: number) => `${shown((100 * gflops) / limit)} % of the register kernel`;
for (const [m, k, n, what] of [
  [1024, 128, 128, 'q, o of D=128'],
  [1024, 128, 384, 'gate, up of D=128'],
  [1024, 384, 128, 'down of D=128'],
  [1024, 64, 160, 'gate, up of micro'],
  [1024, 256, 768, 'gate, up of D=256'],
  [16, 128, 384, 'a decoding step of D=128'],
] as const) {
  const gflops = packed(m, k, n);
  rows.push({ path, measure: `x·W, ${m} × ${k} × ${n}: ${what}`, value: gflops, unit: 'GFLOP/s', detail: share(gflops) });
}
for (const [m, n, k, what] of [
  [8, 128, 1024, '∂A'],
  [384, 8, 1024, '∂B'],
] as const) {
  const [a, b, out] = [noise(m * k), noise(k * n), noise(m * n)];
  const gflops = (2 * m * k * n) / seconds(() => kernels.gemm(m, n, k, a, 1, m, b, n, 1, out, n, 0, scratch)) / 1e9;
  rows.push({
    path,
    measure: `aᵀ·b over 1024 tokens, ${m} × ${n}: ${what} of LoRA`,
    value: gflops,
    unit: 'GFLOP/s',
    detail: share(gflops),
  });
}
{
  const [tokens, headDim, heads, length] = [1024, 32, 4, 64];
  const width = heads * headDim;
  const [q, k, v, out, stats, dOut, dQ, dK, dV] = Array.from({ length: 9 }, () => noise(tokens * width)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offsets = heap.allocate(4 * (tokens / length + 1)).address;
  heap.integers(offsets, tokens / length + 1).forEach((_, i, view) => {
    view[i] = i * length;
  });
  const room = heap.allocate(kernels.attentionScratchBytes(length, headDim)).address;
  const visible = (4 * tokens * width * (length + 1)) / 2;
  const forward =
    visible / seconds(() => kernels.attention(tokens / length, offsets, heads, heads, headDim, q, k, v, out, stats, room)) / 1e9;
  rows.push({
    path,
    measure: 'attention, 16 × 64 tokens, 4 heads of 32',
    value: forward,
    unit: 'GFLOP/s',
    detail: `${share(forward)}; the causal half counted`,
  });
  const backward =
    (2.5 * visible) /
    seconds(() => kernels.attentionBackward(tokens / length, offsets, heads, heads, headDim, q, k, v, stats, dOut, dQ, dK, dV, room)) /
    1e9;
  rows.push({ path, measure: 'its backward stage', value: backward, unit: 'GFLOP/s', detail: share(backward) });
}
{
  const [count, vocabulary] = [512, 512];
  const [logits, temperature, logprobs, entropies] = [noise(count * vocabulary), noise(count), noise(count), noise(count)];
  heap.floats(temperature, count).fill(1);
  const targets = heap.allocate(4 * count).address;
  heap.integers(targets, count).fill(3);
  const bytes = 4 * count * vocabulary;
  const time = seconds(() => kernels.tokenStats(count, vocabulary, logits, targets, temperature, 0, logprobs, entropies));
  rows.push({
    path,
    measure: 'log-probability and entropy of 512 tokens, vocabulary 512',
    value: bytes / time / 1e9,
    unit: 'GB/s',
    detail: 'logits read once counted; two passes, one exponential a logit',
  });
  const { byteLength } = heap.memory.buffer;
  const size = 2 ** 25;
  if (byteLength < 2 * size) heap.allocate(2 * size);
  const from = heap.allocate(size).address;
  const to = heap.allocate(size).address;
  const copied = (2 * size) / seconds(() => kernels.add(size / 4, from, to, to)) / 1e9;
  rows.push({
    path,
    measure: 'adding two arrays of 32 MiB',
    value: copied * 1.5,
    unit: 'GB/s',
    detail: 'two read, one written: what memory gives',
  });
}
{
  // One adapter of D = 128, in the processor's second cache.
  const count = 81_920;
  const [p, g, m, v, p1, m1, v1, norm] = [1, 1, 1, 1, 1, 1, 1, 1 / count].map((share) => noise(count * share));
  const settings = heap.allocate(4 * OPTIMIZER_SCALARS.length).address;
  heap.floats(settings, OPTIMIZER_SCALARS.length).set([1e-4, 0.9, 0.1, 0.999, 0.001, 1e-5, 0, 0.1, 0.001, 1]);
  heap.floats(v ?? 0, count).forEach((value, i, view) => {
    view[i] = value * value;
  });
  const time = seconds(() => {
    kernels.gradientNorm(count, g ?? 0, norm ?? 0);
    kernels.adamw(count, p ?? 0, g ?? 0, m ?? 0, v ?? 0, norm ?? 0, settings, p1 ?? 0, m1 ?? 0, v1 ?? 0);
  });
  rows.push({
    path,
    measure: 'gradient norm and AdamW of 81 920 numbers, an adapter of D=128',
    value: (4 * 8 * count) / time / 1e9,
    unit: 'GB/s',
    detail: `${shown(time * 1e6)} µs; a root and a quotient of each number bound it`,
  });
}
report(rows);
