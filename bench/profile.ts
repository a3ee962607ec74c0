/**
 * `npx tsx bench/profile.ts [smollm|qwen] [LAYERS] [ROWS] [whole|chunked]`: where the processor time of an update of ROWS × 256 tokens goes,
 * kernel by kernel, on one thread with weights in q8, activations kept; `whole` logits as in the rows of the section `models`, or in
 * chunks as runs have them. Processor time, unlike the clock's, says the same on a machine that is busy elsewhere. Writes nothing.
 */
import { packFloats } from '../src/core/weights/packed.ts';
import { gradientOf } from '../src/engine/contracts/plan.ts';
import { LocalEngine } from '../src/engine/engine.ts';
import { createWasmExecutor } from '../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../src/engine/executors/wasm/kernels.node.ts';
import { Heap } from '../src/engine/executors/wasm/memory/heap.ts';
import { chooseKernels, instantiateKernels } from '../src/engine/executors/wasm/kernels.ts';
import { planCost } from '../src/engine/model/cost.ts';
import { type Batch, makeBatches } from '../src/engine/train/batches.ts';
import { messagesOf, qwen, smollm } from './realModels.ts';
import { shapedAdapter, shapedWeights } from './shapes.ts';

const LENGTH = 256;
const [model = 'smollm', layers = '8', rows = '4', head = 'whole'] = process.argv.slice(2);
const { config, name } = (model === 'qwen' ? qwen : smollm)(Number(layers));

/** Microseconds by stage and kernel. */
const spent = new Map<string, number>();
let stage = '';
const processorTime = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return user + system;
};

/** What the register kernel gives of a second of processor time, on data in the first cache: as in rooflineThread.ts, but for the clock. */
async function registerKernel(): Promise<number> {
  const { module } = await chooseKernels(KERNEL_FILES, false);
  const heap = new Heap();
  const kernels = instantiateKernels(module, heap.memory);
  const [m, k, n] = [16, 64, 32];
  const [x = 0, w = 0, panels = 0, out = 0] = [m * k, k * n, k * n, m * n].map((count) => heap.allocate(4 * count).address);
  kernels.packB(k, n, w, n, 1, 1, panels);
  const call = () => kernels.gemmPacked(m, n, k, x, k, panels, k, n, out, n);
  for (let i = 0; i < 50_000; i += 1) call();
  const before = process.cpuUsage();
  const times = 500_000;
  for (let i = 0; i < times; i += 1) call();
  return (2 * m * k * n * times) / processorTime(before) / 1e3;
}
const limit = await registerKernel();

// Every instance from here on has kernels that are timed.
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(Instance, args: ConstructorParameters<typeof WebAssembly.Instance>) {
    const { exports } = new Instance(...args);
    return { exports: Object.fromEntries(Object.entries(exports).map(([kernel, value]) => [kernel, timed(kernel, value)])) };
  },
});

function timed(kernel: string, value: WebAssembly.ExportValue): WebAssembly.ExportValue {
  if (typeof value !== 'function') return value;
  const call = value as (...values: number[]) => unknown;
  return (...values: number[]) => {
    const before = process.cpuUsage();
    const result = call(...values);
    const key = `${stage} ${kernel}`;
    spent.set(key, (spent.get(key) ?? 0) + processorTime(before));
    return result;
  };
}

const engine = new LocalEngine(await createWasmExecutor(KERNEL_FILES));
const adapter = shapedAdapter(config, 'agent');
engine.setParameters(
  [...shapedWeights(config)].map(([tensor, value]) => [tensor, value.shape.length === 1 ? value : packFloats('q8', value)] as const),
);
engine.setParameters(adapter.parameters);
const batches = makeBatches(config, [adapter.slot], messagesOf(config, Number(rows), LENGTH), {
  backward: true,
  recompute: head === 'chunked',
});

async function differentiate({ plan, inputs, indices }: Batch): Promise<void> {
  const run = engine.start(plan, inputs);
  stage = 'forward';
  await run.run('forward');
  stage = 'backward';
  const count = indices.length;
  await run.run('backward', {
    [gradientOf('logprobs')]: new Float32Array(count).fill(-1 / count),
    [gradientOf('entropies')]: new Float32Array(count),
  });
  run.dispose();
}

for (const batch of batches.slice(0, 1)) await differentiate(batch); // until the kernels are compiled for speed
spent.clear();
const before = process.cpuUsage();
for (const batch of batches) await differentiate(batch);
const whole = processorTime(before);
const context = (LENGTH + 1) / 2;
const flops = batches.reduce(
  (sum, { plan }) => sum + planCost(plan, 'forward', { context }).flops + planCost(plan, 'backward', { context }).flops,
  0,
);
const reached = flops / whole / 1e3;
console.log(`${name}, ${rows} × ${LENGTH} tokens, logits ${head}: ${(whole / 1e6).toFixed(2)} s of processor time`);
console.log(`${reached.toFixed(1)} GFLOP/s, ${((100 * reached) / limit).toFixed(1)} % of the register kernel's ${limit.toFixed(1)}`);
for (const [kernel, time] of [...spent].sort((a, b) => b[1] - a[1]).slice(0, 16))
  console.log(`${kernel.padEnd(28)}${((100 * time) / whole).toFixed(1).padStart(6)} %`);
