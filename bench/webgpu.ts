/**
 * Our WGSL executor against the TensorFlow.js one on the same adapter, in one process: `npx tsx bench/webgpu.ts`.
 * Prints medians and ratios of one update (forward, backward, all gradients read back) and one decode step (logits read
 * back) of a small Llama with LoRA on all seven projections. Larger sizes are named: `standard`; TensorFlow.js takes
 * minutes there on a software adapter, and `--own` leaves it out.
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

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

async function timed(repeats: number, run: () => Promise<unknown>): Promise<number> {
  await run(); // compiles
  const times: number[] = [];
  for (let i = 0; i < repeats; i += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return median(times);
}

/** Milliseconds of an update and of a decode step. */
async function measure(executor: Executor, size: (typeof SIZES)[keyof typeof SIZES]): Promise<{ update: number; decode: number }> {
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

  const plan = (length: number) => generationPlan(config, { rows: 16, length }, slots);
  const cache = executor.createCache(new Array(16).fill(tokens), tokens + repeats + 2);
  const inputs = (length: number, at: number) => ({
    ids: Int32Array.from({ length: 16 * length }, (_, i) => (i * 5) % config.vocabularySize),
    positions: Int32Array.from({ length: 16 * length }, (_, i) => at + (i % length)),
    adapter_rows: Int32Array.from({ length: 16 }, (_, row) => row % 4),
    scored: Int32Array.from({ length: 16 }, (_, row) => (row + 1) * length - 1),
  });
  await evaluatePlan(executor, plan(tokens), inputs(tokens, 0), cache);
  let at = tokens;
  const decode = await timed(repeats, () => evaluatePlan(executor, plan(1), inputs(1, at++), cache));
  cache.dispose();
  executor.removeParameters(weights.keys());
  return { update, decode };
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
  const ours = await measure(own, size);
  const theirs = peer && (await measure(peer, size));
  for (const what of ['update', 'decode'] as const) {
    const against = theirs ? `, tfjs-webgpu ${theirs[what].toFixed(1)} ms, ratio ${(theirs[what] / ours[what]).toFixed(1)}` : '';
    console.log(`${name} ${what}: webgpu ${ours[what].toFixed(1)} ms${against}`);
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
