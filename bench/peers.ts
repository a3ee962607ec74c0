/**
 * `npx tsx bench/peers.ts [pytorch|recipe|naive|naive-webgpu|jax|jax-webgpu] [--hidden 128] [--threads 1] [--repeats 15] [--steps 32]`: the peers alone,
 * one JSON line a measurement. Our own engine is measured against them by the bench proper, taking turns.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installWebGpu } from '../scripts/testing/webgpu-node.ts';
import { prepareVulkan } from '../scripts/testing/vulkan.ts';
import { type Measure, summaryOf, type Time } from './measure.ts';
import { LENGTH, MODELS, PROMPT, RANK, randomAdapter, randomWeights, ROWS, SCALE, STEPS, VOCABULARY } from './models.ts';
import { findJax, type JaxDevice, NO_JAX, startJax } from './peers/jax/jax.ts';
import { checkTwin, findPyTorch, NO_PYTORCH, runRecipe, startTwin, type TwinMode } from './peers/pytorch/pytorch.ts';

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    hidden: { type: 'string', default: '64,128,256' },
    threads: { type: 'string', default: '1' },
    repeats: { type: 'string', default: '15' },
    seeds: { type: 'string', default: '3' },
    /** Of a decoding run; a software WebGPU adapter takes seconds a step. */
    steps: { type: 'string', default: String(STEPS) },
  },
});
const sizes = options.hidden.split(',').map((size) => Number(size) as keyof typeof MODELS);
const threads = options.threads.split(',').map(Number);
const repeats = Number(options.repeats);
const steps = Number(options.steps);
const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const print = (line: object) => console.log(JSON.stringify(line));

async function pytorch(): Promise<void> {
  const found = findPyTorch();
  if (!found) return print({ peer: 'pytorch', note: NO_PYTORCH });
  const golden = checkTwin(found, pathOf('../test/golden/llama-tied'));
  if (!golden) throw new Error('the PyTorch peer does not agree with the golden file');
  const devices = [...threads.map((count) => ({ device: 'cpu', threads: count })), ...(found.cuda ? [{ device: 'cuda', threads: 1 }] : [])];
  for (const device of devices) {
    for (const hidden of sizes) {
      const { intermediateSize: intermediate, layers, heads } = MODELS[hidden];
      const model = { hidden, intermediate, layers, heads, vocabulary: VOCABULARY, rank: RANK };
      const work = { rows: ROWS, length: LENGTH, prompt: PROMPT, steps };
      for (const mode of ['update', 'forward', 'decode'] as const satisfies readonly TwinMode[]) {
        for (const adapters of [1, 4]) {
          const twin = await startTwin(found, mode, { ...model, ...work, ...device, adapters, repeats });
          twin.stop();
          const { forms, form, wall_median, wall_min, cpu_median, cpu_min } = twin.line;
          print({ peer: 'pytorch', mode, hidden, adapters, ...device, form, wall_median, wall_min, cpu_median, cpu_min, forms });
        }
      }
    }
  }
}

function recipe(): void {
  const found = findPyTorch();
  if (!found) return print({ peer: 'pytorch', note: NO_PYTORCH });
  for (const count of threads)
    runRecipe(found, pathOf('../public/models/micro'), { seeds: Number(options.seeds), threads: count }).forEach(print);
}

async function repeated(measure: Measure): Promise<object> {
  await measure(); // compiles
  const times: Time[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) times.push(await measure());
  const [wall, cpu] = (['wall', 'cpu'] as const).map((clock) => summaryOf(times.map((time) => time[clock])));
  return { wall, cpu };
}

async function naive(backend: 'tfjs-wasm' | 'tfjs-webgpu'): Promise<void> {
  if (backend === 'tfjs-webgpu' && !(await installWebGpu())) process.exit(1);
  const { startBackend } = await import('../src/engine/executors/tfjs/runtime.ts');
  const { NaiveLlama } = await import('./peers/naive/llama.ts');
  const { decodeRun, updateRun } = await import('./peers/naive/runs.ts');
  const device = await startBackend(backend);
  for (const hidden of sizes) {
    const config = MODELS[hidden];
    const adapters = ['a', 'b', 'c', 'd'].map((name, index) => ({
      name,
      scale: SCALE,
      parameters: randomAdapter(config, name, index + 1),
    }));
    const model = new NaiveLlama(config, randomWeights(config), adapters);
    const line = { peer: `naive ${backend}`, device, hidden };
    print({ ...line, mode: 'update', adapters: 1, ...(await repeated(updateRun(model, { rows: ROWS, length: LENGTH, first: PROMPT }))) });
    for (const count of [1, 4]) {
      const mixed = new NaiveLlama(config, randomWeights(config), adapters.slice(0, count));
      print({ ...line, mode: 'decode', adapters: count, ...(await repeated(decodeRun(mixed, { rows: ROWS, prompt: PROMPT, steps }))) });
      mixed.dispose();
    }
    model.dispose();
  }
}

async function jax(device: JaxDevice): Promise<void> {
  const found = findJax();
  if (!found) return print({ peer: 'jax', note: NO_JAX });
  for (const count of threads) {
    for (const hidden of sizes) {
      const { intermediateSize: intermediate, layers, heads, rmsNormEps: eps, ropeTheta: theta } = MODELS[hidden];
      const shape = { hidden, intermediate, layers, heads, vocabulary: VOCABULARY, rows: ROWS, length: LENGTH, first: PROMPT };
      const peer = await startJax(found.folder, device, { ...shape, rank: RANK, scale: SCALE, eps, theta }, { threads: count > 1 });
      const { form, compile, loss } = peer;
      const line = { peer: `jax ${device}`, version: found.version, mode: 'update', hidden, adapters: 1, threads: count > 1 };
      print({ ...line, form, compile, loss, ...(await repeated(peer.measure)) });
      await peer.stop();
    }
  }
}

const [what = 'pytorch'] = positionals;
if (what === 'pytorch') await pytorch();
else if (what === 'recipe') recipe();
else if (what === 'jax') await jax('wasm');
else if (what === 'jax-webgpu') await jax('webgpu');
else if (what === 'naive') await naive('tfjs-wasm');
else if (what === 'naive-webgpu' && process.env['MARFT_BENCH_CHILD']) {
  await naive('tfjs-webgpu');
  process.exit(0); // Dawn's instance would keep the process
} else if (what === 'naive-webgpu') {
  // The driver's library path is read when a process starts, so the measuring one is a child.
  prepareVulkan();
  const { status } = spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, MARFT_BENCH_CHILD: '1' },
  });
  process.exitCode = status ?? 1;
} else throw new Error(`there is no peer “${what}”`);
