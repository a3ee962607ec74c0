/**
 * `npx tsx bench/executors.ts [--rounds n]`: our own WASM kernels against TensorFlow.js' stock operations on the same
 * plans: an update (scores and gradients of 16 × 64 tokens, LoRA r = 8 on all seven projections) and a
 * decoding step (16 rows, four adapters mixed, caches of 64 tokens). Both compute on one thread and take turns; what is printed is
 * the process's CPU time, which a busy machine changes least: medians, and the median of the ratios of neighbouring runs.
 */
import { parseArgs } from 'node:util';
import { type ModelConfig, modelTensorShapes } from '../src/core/formats/model-config.ts';
import { keyFor, normals } from '../src/core/random/streams.ts';
import { evaluatePlan, type Executor, type HostTensor } from '../src/engine/executors/executor.ts';
import { createTfjsExecutor } from '../src/engine/executors/tfjs/executor.ts';
import { createWasmExecutor } from '../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../src/engine/executors/wasm/kernels.node.ts';
import { generationPlan } from '../src/engine/model/llama.ts';
import { plainLlama } from '../src/engine/model/plainLlama.ts';
import { type AdapterSlot, loraA, loraB } from '../src/engine/model/plan.ts';
import type { ScoredSequence } from '../src/engine/train/batches.ts';
import { scoreForTraining } from '../src/engine/train/score.ts';

const ROWS = 16;
const LENGTH = 64;
const PROMPT = 32;
/** Decoding steps timed together. */
const STEPS = 32;
const RANK = 8;
const ADAPTERS = 4;

const MODELS = {
  'micro (D=64, L=2)': plainLlama({ hiddenSize: 64, intermediateSize: 160, layers: 2, vocabularySize: 512 }),
  'D=128, L=4': plainLlama({ hiddenSize: 128, intermediateSize: 384, layers: 4, vocabularySize: 512 }),
};

const noise = (stream: number, shape: readonly number[], scale: number): HostTensor => ({
  shape: [...shape],
  data: normals(
    keyFor(1, stream),
    shape.reduce((a, b) => a * b, 1),
  ).map((value) => value * scale),
});

/** Four adapters on all seven projections of every layer. */
function adaptersOf(config: ModelConfig): { slots: AdapterSlot[]; parameters: Map<string, HostTensor> } {
  const projections = [...modelTensorShapes(config)].filter(([name]) => name.endsWith('_proj.weight'));
  const modules = new Set(projections.map(([name]) => name.replace(/\.weight$/, '')));
  const slots = Array.from(
    { length: ADAPTERS },
    (_, i): AdapterSlot => ({ name: `agent${i}`, rank: RANK, scale: 2, modules, trainable: true }),
  );
  const parameters = new Map<string, HostTensor>();
  for (const slot of slots) {
    for (const [name, [outputs = 0, inputs = 0]] of projections) {
      const module = name.replace(/\.weight$/, '');
      parameters.set(loraA(slot.name, module), noise(1000 + parameters.size, [RANK, inputs], 0.05));
      parameters.set(loraB(slot.name, module), noise(1000 + parameters.size, [outputs, RANK], 0.05));
    }
  }
  return { slots, parameters };
}

type Measure = () => Promise<number>;

/** Milliseconds of processor time this process has used. */
const processorTime = (): number => process.cpuUsage().user / 1000;

/** Milliseconds of one update on the first `used` adapters. */
function updateOf(executor: Executor, config: ModelConfig, slots: AdapterSlot[], used: number): Measure {
  const sequences = Array.from(
    { length: ROWS },
    (_, row): ScoredSequence => ({
      ids: Array.from({ length: LENGTH + 1 }, (_x, t) => (row * 7 + t * 3) % config.vocabularySize),
      first: PROMPT,
      slot: row % used,
      temperature: 1,
    }),
  );
  return async () => {
    const start = processorTime();
    const pass = await scoreForTraining(executor, config, slots.slice(0, used), sequences);
    await pass.gradients(pass.logprobs, pass.entropies);
    return processorTime() - start;
  };
}

/** Milliseconds of one decoding step, the mean of 32 behind prompts of 32 tokens. */
function decodeOf(executor: Executor, config: ModelConfig, slots: AdapterSlot[], used: number): Measure {
  const prefill = generationPlan(config, { rows: ROWS, length: PROMPT }, slots);
  const decode = generationPlan(config, { rows: ROWS, length: 1 }, slots);
  const adapter_rows = Int32Array.from({ length: ROWS }, (_, row) => row % used);
  return async () => {
    const cache = executor.createCache(new Array<number>(ROWS).fill(PROMPT), PROMPT + STEPS);
    const prompt = {
      ids: Int32Array.from({ length: ROWS * PROMPT }, (_, i) => (i * 7) % config.vocabularySize),
      positions: Int32Array.from({ length: ROWS * PROMPT }, (_, i) => i % PROMPT),
      adapter_rows,
      scored: Int32Array.from({ length: ROWS }, (_, row) => row * PROMPT + PROMPT - 1),
    };
    await evaluatePlan(executor, prefill, prompt, cache);
    const start = processorTime();
    for (let step = 0; step < STEPS; step += 1) {
      const inputs = {
        ids: Int32Array.from({ length: ROWS }, (_, row) => row * 5 + step),
        positions: new Int32Array(ROWS).fill(PROMPT + step),
        adapter_rows,
        scored: Int32Array.from({ length: ROWS }, (_, row) => row),
      };
      await evaluatePlan(executor, decode, inputs, cache);
    }
    const time = (processorTime() - start) / STEPS;
    cache.dispose();
    return time;
  };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The two take turns; medians of each and of the ratio b / a. */
async function compare(a: Measure, b: Measure, rounds: number): Promise<{ a: number; b: number; ratio: number }> {
  await a();
  await b();
  const times: [number, number][] = [];
  for (let round = 0; round < rounds; round += 1) times.push([await a(), await b()]);
  return { a: median(times.map(([x]) => x)), b: median(times.map(([, y]) => y)), ratio: median(times.map(([x, y]) => y / x)) };
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const rounds = Number(values.rounds);
const own = await createWasmExecutor(KERNEL_FILES);
const stock = await createTfjsExecutor('tfjs-wasm');
console.log(`wasm (${own.device}) against tfjs-wasm (${stock.device}), medians of ${rounds} rounds`);
const line = (name: string, { a, b, ratio }: { a: number; b: number; ratio: number }, what: string) =>
  console.log(
    `  ${name.padEnd(34)} ${a.toFixed(2).padStart(8)} ms ${b.toFixed(2).padStart(8)} ms  ${ratio.toFixed(2).padStart(6)} ${what}`,
  );
for (const [name, config] of Object.entries(MODELS)) {
  const { slots, parameters } = adaptersOf(config);
  const weights = [...modelTensorShapes(config)].map(([parameter, shape], i) => [parameter, noise(i, shape, 0.05)] as const);
  for (const executor of [own, stock]) executor.setParameters([...weights, ...parameters]);
  console.log(name);
  line(
    'update, one adapter',
    await compare(updateOf(own, config, slots, 1), updateOf(stock, config, slots, 1), rounds),
    '× tfjs-wasm / wasm',
  );
  line(
    'decode step, four adapters',
    await compare(decodeOf(own, config, slots, 4), decodeOf(stock, config, slots, 4), rounds),
    '× tfjs-wasm / wasm',
  );
  line(
    'update on wasm, one, four adapters',
    await compare(updateOf(own, config, slots, 1), updateOf(own, config, slots, 4), rounds),
    '× four / one',
  );
  line(
    'decode on wasm, one, four adapters',
    await compare(decodeOf(own, config, slots, 1), decodeOf(own, config, slots, 4), rounds),
    '× four / one',
  );
}
