/**
 * Our WGSL against TensorFlow.js on the adapter there is (a software one where there is no GPU): the naive twin and our own
 * tfjs-webgpu executor; dispatches of a decoding step, and what replaying one costs the thread.
 */
import { performance } from 'node:perf_hooks';
import { openDevice } from '../../src/engine/executors/webgpu/device.ts';
import { createTfjsExecutor } from '../../src/engine/executors/tfjs/executor.ts';
import { createWebgpuExecutor } from '../../src/engine/executors/webgpu/executor.ts';
import { Pipelines } from '../../src/engine/executors/webgpu/pipelines.ts';
import { relu } from '../../src/engine/executors/webgpu/kernels/rows.ts';
import { lower } from '../../src/engine/executors/webgpu/lower.ts';
import { replay } from '../../src/engine/executors/webgpu/recording.ts';
import { generationPlan } from '../../src/engine/model/llama.ts';
import { installWebGpu } from '../../scripts/testing/webgpu-node.ts';
import { compare, type Measure } from '../measure.ts';
import { LENGTH, MODELS, PROMPT, randomAdapter, randomWeights, ROWS, SCALE } from '../models.ts';
import { decode, type Hidden, prepare, update } from '../ours.ts';
import { NaiveLlama } from '../peers/naive/llama.ts';
import { decodeRun, updateRun } from '../peers/naive/runs.ts';
import { findPyTorch, startTwin } from '../peers/pytorch/pytorch.ts';
import { ms, report, type Row, shown } from '../rows.ts';

if (!(await installWebGpu())) throw new Error('no WebGPU adapter was found: see scripts/testing/vulkan.ts for how a driver is looked for');
const own = await createWebgpuExecutor();
const stock = await createTfjsExecutor('tfjs-webgpu');
const software = /swiftshader|llvmpipe|software/i.test(own.device);
const path = `webgpu, ${software ? 'software adapter' : own.device}`;
const rows: Row[] = [];

async function add(measure: string, ours: Measure, theirs: Measure, rounds: number, target?: string): Promise<void> {
  const { ratio, wall } = await compare(ours, theirs, rounds, 1);
  rows.push({
    path,
    measure,
    value: ratio.wall,
    unit: '×',
    ...(target && software ? { target } : {}),
    detail: `${ms(wall[0].median)} against ${ms(wall[1].median)}`,
  });
}

for (const hidden of [64, 128] as const satisfies readonly Hidden[]) {
  const config = MODELS[hidden];
  const ours = prepare(own, hidden);
  const { dispatches } = lower(generationPlan(config, { tokens: ROWS, sequences: ROWS }, ours.slots, { sample: true, decode: true }), {
    single: true,
    wide: !software,
    subgroups: null,
  });
  rows.push({
    path,
    measure: `dispatches of a decoding step, D=${hidden}, ${config.layers} layers`,
    value: dispatches.forward.length,
    unit: 'dispatches',
    target: `≤ ${7 * config.layers + 3} (7 a layer + 3)`,
    detail: `${shown((dispatches.forward.length - 3) / config.layers)} a layer + 3`,
  });
  const adapters = ['a', 'b', 'c', 'd'].map((name, index) => ({ name, scale: SCALE, parameters: randomAdapter(config, name, index + 1) }));
  const naive = new NaiveLlama(config, randomWeights(config), adapters);
  await add(
    `decode step, D=${hidden}, four adapters: a naive TensorFlow.js twin takes`,
    decode(own, ours, 4),
    decodeRun(naive, { rows: ROWS, prompt: PROMPT, steps: 2 }),
    3,
    '≥ 30',
  );
  await add(
    `update, D=${hidden}: a naive TensorFlow.js twin takes`,
    update(own, ours, 1),
    updateRun(naive, { rows: ROWS, length: LENGTH, first: PROMPT }),
    hidden === 64 ? 3 : 2,
    '≥ 8',
  );
  naive.dispose();
  if (hidden === 64) {
    const reference = prepare(stock, hidden);
    await add(
      `decode step, D=${hidden}, four adapters: our tfjs-webgpu executor takes`,
      decode(own, ours, 4),
      decode(stock, reference, 4, 2),
      2,
    );
    await add(`update, D=${hidden}: our tfjs-webgpu executor takes`, update(own, ours, 1), update(stock, reference, 1), 2);
  }
  await add(`decode step, D=${hidden}: four adapters in one batch against one`, decode(own, ours, 1), decode(own, ours, 4), 5, '≤ 1.1');
  const found = software ? null : findPyTorch();
  if (found?.cuda) {
    for (const mode of ['update', 'decode'] as const) {
      const { intermediateSize: intermediate, layers, heads, vocabularySize: vocabulary } = config;
      const twin = await startTwin(found, mode, {
        hidden,
        intermediate,
        layers,
        heads,
        vocabulary,
        adapters: mode === 'update' ? 1 : 4,
        device: 'cuda',
      });
      const { ratio, wall } = await compare(mode === 'update' ? update(own, ours, 1) : decode(own, ours, 4), twin.measure, 11);
      rows.push({
        path,
        measure: `${mode}, D=${hidden}: PyTorch eager on this GPU takes`,
        value: ratio.wall,
        unit: '×',
        target: '≥ 1',
        detail: `${ms(wall[0].median)} against ${ms(wall[1].median)}`,
      });
      twin.stop();
    }
  }
}

// The smallest kernel, many times over in one submission: what is left is the thread's own work.
const gpu = await openDevice();
const { pipeline, layout } = new Pipelines(gpu).get(relu);
const storage = [0, 1].map(() => gpu.createBuffer(64, GPUBufferUsage.STORAGE));
const uniforms = [0, 1].map(() => gpu.createBuffer(16, GPUBufferUsage.UNIFORM));
const group = gpu.raw.createBindGroup({
  layout,
  entries: [...uniforms, ...storage].map((buffer, binding) => ({ binding, resource: { buffer } })),
});
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
rows.push({
  path,
  measure: 'thread time of a replayed dispatch',
  value: (1000 * best) / (steps.length * times),
  unit: 'µs',
  target: '≤ 2',
  detail: `the best of 20 submissions of ${steps.length * times} dispatches`,
});
report(rows);
process.exit(0); // Dawn's instance would keep the process
