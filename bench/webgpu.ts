/**
 * Our WGSL executor against the TensorFlow.js one on the same adapter, in one process: `npx tsx bench/webgpu.ts`.
 * Prints the best times and ratios of one update (forward, backward, all gradients read back) and one decoding step of 16
 * rows (sampled; tokens read back every 8 steps) of a small Llama with LoRA on all seven projections. Larger sizes are
 * named: `standard`; TensorFlow.js takes minutes there on a software adapter, and `--own` leaves it out.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { modelTensorShapes, type ModelConfig } from '../src/core/formats/model-config.ts';
import { keyFor, normals } from '../src/core/random/streams.ts';
import { evaluatePlan, type Executor, type HostTensor } from '../src/engine/executors/executor.ts';
import { generationPlan } from '../src/engine/model/llama.ts';
import { plainLlama } from '../src/engine/model/plainLlama.ts';
import { type AdapterSlot, loraA, loraB } from '../src/engine/model/plan.ts';
import { scoreForTraining } from '../src/engine/train/score.ts';
import { prepareVulkan } from '../scripts/vulkan.ts';
import { installWebGpu } from '../scripts/webgpu-node.ts';

const SIZES = {
  tiny: { hidden: 64, layers: 2, rows: 8, tokens: 32, repeats: 5 },
  standard: { hidden: 128, layers: 4, rows: 16, tokens: 64, repeats: 3 },
} as const;

function configOf({ hidden, layers }: (typeof SIZES)[keyof typeof SIZES]): ModelConfig {
  return plainLlama({ vocabularySize: 128, hiddenSize: hidden, intermediateSize: hidden * 3, layers });
}

/** Milliseconds, the best of the repeats, because other work on the machine only ever adds. */
interface Time {
  readonly elapsed: number;
  /** Of this process' processor time: what a software adapter computes is in it, what other programs do is not. */
  readonly processor: number;
}

async function timed(repeats: number, run: () => Promise<unknown>, per = 1): Promise<Time> {
  await run(); // compiles
  let best: Time = { elapsed: Number.POSITIVE_INFINITY, processor: Number.POSITIVE_INFINITY };
  for (let i = 0; i < repeats; i += 1) {
    const start = performance.now();
    const before = process.cpuUsage();
    await run();
    const { user } = process.cpuUsage(before);
    best = { elapsed: Math.min(best.elapsed, (performance.now() - start) / per), processor: Math.min(best.processor, user / 1000 / per) };
  }
  return best;
}

interface Times {
  /** One update: forward, backward, all gradients read back. */
  readonly update: Time;
  /** One decoding step of 16 rows, sampled, of `STEPS` between two read-backs. */
  readonly decode: Time;
}

const STEPS = 8;

async function measure(executor: Executor, size: (typeof SIZES)[keyof typeof SIZES]): Promise<Times> {
  const config = configOf(size);
  let stream = 0;
  const tensor = (shape: readonly number[]): HostTensor => ({
    shape: [...shape],
    data: normals(
      keyFor(5, (stream += 1)),
      shape.reduce((a, b) => a * b, 1),
    ).map((value) => value * 0.1),
  });
  const weights = new Map([...modelTensorShapes(config)].map(([name, shape]) => [name, tensor(shape)]));
  const projections = [...weights]
    .filter(([name]) => name.endsWith('_proj.weight'))
    .map(([name, { shape }]) => [name.replace('.weight', ''), shape] as const);
  const slots = ['a', 'b', 'c', 'd'].map(
    (name): AdapterSlot => ({ name, rank: 8, scale: 2, modules: new Set(projections.map(([module]) => module)), trainable: true }),
  );
  for (const { name, rank } of slots) {
    for (const [module, [outputs = 0, inputs = 0]] of projections)
      weights.set(loraA(name, module), tensor([rank, inputs])).set(loraB(name, module), tensor([outputs, rank]));
  }
  executor.setParameters(weights);

  const { rows, tokens, repeats } = size;
  const sequences = Array.from({ length: rows }, (_, row) => ({
    ids: Array.from({ length: tokens + 1 }, (_, t) => (row * 7 + t * 3) % config.vocabularySize),
    first: tokens / 2,
    slot: 0,
    temperature: 1,
  }));
  const update = await timed(repeats, async () => {
    const pass = await scoreForTraining(executor, config, slots.slice(0, 1), sequences);
    return pass.gradients(pass.logprobs, pass.entropies);
  });

  const S = 16;
  const cache = executor.createCache(S, tokens + (repeats + 1) * STEPS);
  const each = (value: (row: number) => number) => Int32Array.from({ length: S }, (_, row) => value(row));
  const inputs = (length: number, at: number) => ({
    ids: Int32Array.from({ length: S * length }, (_, i) => (i * 5) % config.vocabularySize),
    positions: Int32Array.from({ length: S * length }, (_, i) => at + (i % length)),
    offsets: Int32Array.from({ length: S + 1 }, (_, row) => row * length),
    adapter_rows: each((row) => row % 4),
    places: each((row) => row),
    scored: each((row) => (row + 1) * length - 1),
    temperature: new Float32Array(S).fill(1),
    greedy: each(() => 0),
    keys: Int32Array.from(Array.from({ length: S }, (_, row) => keyFor(9, row)).flat()),
    counters: each(() => at),
  });
  const plan = (length: number) => generationPlan(config, { tokens: S * length, sequences: S }, slots, { sample: true });
  await evaluatePlan(executor, plan(tokens), inputs(tokens, 0), cache);
  let at = tokens;
  const decode = await timed(
    repeats,
    () => {
      at += STEPS;
      return evaluatePlan(executor, plan(1), inputs(1, at - STEPS), cache, STEPS);
    },
    STEPS,
  );
  cache.dispose();
  executor.removeParameters(weights.keys());
  return { update, decode };
}

/**
 * Microseconds of this thread's time a replayed dispatch takes: the smallest model, whose kernels are nothing, run many
 * times over in one submission. What the process' other threads compute is not in it.
 */
async function dispatchTime(): Promise<{ dispatches: number; microseconds: number }> {
  const { openDevice } = await import('../src/engine/executors/webgpu/device.ts');
  const { Pipelines } = await import('../src/engine/executors/webgpu/kernel.ts');
  const { relu } = await import('../src/engine/executors/webgpu/kernels/rows.ts');
  const { replay } = await import('../src/engine/executors/webgpu/recording.ts');
  const gpu = await openDevice();
  const { pipeline, layout } = new Pipelines(gpu).get(relu);
  const storage = [0, 1].map(() => gpu.createBuffer(64, GPUBufferUsage.STORAGE));
  const uniforms = [0, 1].map(() => gpu.createBuffer(16, GPUBufferUsage.UNIFORM));
  const entries = [...uniforms, ...storage].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = gpu.raw.createBindGroup({ layout, entries });
  const steps = Array.from({ length: 31 }, () => ({ pipeline, group, grid: [1, 1, 1] as const }));
  const times = 64;
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 20; i += 1) {
    const encoder = gpu.raw.createCommandEncoder();
    const start = performance.now();
    replay(encoder, steps, times);
    const commands = encoder.finish();
    best = Math.min(best, performance.now() - start);
    gpu.raw.queue.submit([commands]);
    await gpu.raw.queue.onSubmittedWorkDone();
  }
  gpu.dispose();
  return { dispatches: steps.length * times, microseconds: (best * 1000) / (steps.length * times) };
}

async function main(): Promise<void> {
  if (!(await installWebGpu())) process.exit(1);
  const { createTfjsExecutor } = await import('../src/engine/executors/tfjs/executor.ts');
  const { createWebgpuExecutor } = await import('../src/engine/executors/webgpu/executor.ts');
  const own = await createWebgpuExecutor();
  const peer = process.argv.includes('--own') ? null : await createTfjsExecutor('tfjs-webgpu');
  console.log(`adapter: ${own.device}`);
  const name = process.argv.includes('standard') ? 'standard' : 'tiny';
  const size = SIZES[name];
  const { dispatches, microseconds } = await dispatchTime();
  console.log(`replay: ${microseconds.toFixed(2)} µs a dispatch on the CPU (${dispatches} in one pass)`);
  const ours = await measure(own, size);
  const theirs = peer && (await measure(peer, size));
  const text = ({ elapsed, processor }: Time) => `${elapsed.toFixed(2)} ms (${processor.toFixed(2)} of the processor)`;
  for (const what of ['update', 'decode'] as const) {
    console.log(`${name} ${what}: webgpu ${text(ours[what])}`);
    if (!theirs) continue;
    const ratio = (key: keyof Time) => (theirs[what][key] / ours[what][key]).toFixed(1);
    console.log(`  tfjs-webgpu ${text(theirs[what])}: ${ratio('elapsed')} times as long, ${ratio('processor')} times the processor's`);
  }
  own.dispose();
  peer?.dispose();
  process.exit(0); // Dawn's instance would keep the process
}

// The driver's library path is read when a process starts, so the measuring one is a child.
if (process.env['MARFT_BENCH_CHILD']) await main();
else {
  prepareVulkan();
  const { status } = spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, MARFT_BENCH_CHILD: '1' },
  });
  process.exitCode = status ?? 1;
}
