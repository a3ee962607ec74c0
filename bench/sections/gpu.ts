/**
 * Real models' shapes on a graphics processor through WebGPU, against transformers and peft on the same one by CUDA, and against what
 * WebGPU gives there: single-precision arithmetic, copying, and dispatches that wait for each other. Where there is only a software
 * adapter it measures nothing.
 */
import { LocalEngine } from '../../src/engine/engine.ts';
import { createWebgpuExecutor, type WebgpuOptions } from '../../src/engine/executors/webgpu/executor.ts';
import { openDevice } from '../../src/engine/executors/webgpu/device.ts';
import { lower } from '../../src/engine/executors/webgpu/lower.ts';
import { generationPlan } from '../../src/engine/model/llama.ts';
import type { WeightForm } from '../../src/core/weights/packed.ts';
import { installWebGpu } from '../../scripts/testing/webgpu-node.ts';
import { type GpuLimits, measureGpu } from '../gpu/limits.ts';
import { type Measure, summaryOf } from '../measure.ts';
import { findTransformers, startPeer, type Work } from '../peers/transformers/transformers.ts';
import {
  costOf,
  decoding,
  matrixBytes,
  messagesOf,
  prefilling,
  prepareOn,
  qwen,
  type Shape,
  smollm,
  tried,
  TRYING,
  updating,
} from '../realModels.ts';
import { ms, report, type Row, shown } from '../rows.ts';

const ROWS = tried(8, 2);
const LENGTH = tried(256, 16);
const PROMPT = tried(32, 4);
const STEPS = tried(64, 8);
const ROUNDS = tried(3, 1);

const CASES: readonly { readonly shape: Shape; readonly form: WeightForm }[] = [
  { shape: smollm(), form: 'q8' },
  { shape: qwen(), form: 'q8' },
  { shape: smollm(), form: 'f32' },
  { shape: smollm(), form: 'q4' },
];

const rows: Row[] = [];
const options: WebgpuOptions = TRYING ? { wide: true } : {};
if (!(await installWebGpu())) process.stderr.write('skipped: no WebGPU adapter\n');
else {
  const device = await openDevice();
  if (device.software && !TRYING) process.stderr.write('skipped: only a software adapter\n');
  else await measureAll(await measureGpu(device.raw, tried(256, 1)));
}
report(rows);
process.exit(0); // Dawn's instance would keep the process

async function measureAll(limits: GpuLimits): Promise<void> {
  for (const one of CASES) await measure(one, limits);
}

async function measure({ shape, form }: (typeof CASES)[number], limits: GpuLimits): Promise<void> {
  const { config, name } = shape;
  const executor = await createWebgpuExecutor(options);
  const prepared = prepareOn(new LocalEngine(executor), shape, form);
  const path = `webgpu, ${executor.device}, ${form}`;
  const found = form === 'q8' ? findTransformers() : null;
  const sizes = { threads: 8, rows: ROWS, length: LENGTH, prompt: PROMPT, steps: STEPS };
  const peer = found?.cuda ? await startPeer(found, config, prepared.adapter, { ...sizes, device: 'cuda' }) : null;
  const versus = async (ours: Measure, ...theirs: readonly Work[]) => {
    const taken: string[] = [];
    for (const work of peer ? theirs : []) taken.push(`${work.replace(/:.*/, '')} ${ms(await settled(peer!.measure(work)))}`);
    const by = taken.length > 0 ? `; ${peer?.versions}: ${taken.join(', ')}` : '';
    return { wall: await settled(ours), by };
  };
  const add = (measure: string, value: number, unit: string, detail: string, target?: string) => {
    rows.push({ path, measure: `${name}, ${measure}`, value, unit, detail, ...(target && { target }) });
    process.stderr.write(`${path} | ${name}, ${measure} | ${shown(value)} ${unit} | ${detail}\n`);
  };
  for (const count of [1, 16]) {
    const { wall, by } = await versus(decoding(prepared, config, count, PROMPT, STEPS), `decode:${count}`);
    const { slot } = prepared.adapter;
    const plan = generationPlan(config, { tokens: count, sequences: count }, [slot], { sample: true, decode: true });
    const { dispatches } = lower(plan, { single: true, wide: true, subgroups: null });
    const waits = (dispatches.forward.length * limits.dispatch) / 1000;
    const reads = matrixBytes(shape, form) / limits.bandwidth / 1e6;
    const took = `${ms(wall)}; ${dispatches.forward.length} dispatches that wait for each other take ${ms(waits)}, reading ${shown(matrixBytes(shape, form) / 1e6)} MB takes ${ms(reads)}${by}`;
    if (count === 1) add('decoding step of one row: share of bandwidth', (100 * reads) / wall, '%', took, '≥ 60');
    else add(`decoding step of ${count} rows`, wall, 'ms', took);
  }
  const prefill = await versus(prefilling(prepared, config, ROWS, LENGTH), 'prefill');
  const sequences = messagesOf(config, ROWS, LENGTH);
  const { flops } = costOf(prepared, config, sequences, 'kept');
  add(`prefill of ${ROWS} × ${LENGTH} tokens`, prefill.wall, 'ms', `${shown((ROWS * LENGTH) / prefill.wall)} tokens a ms${prefill.by}`);
  const update = await versus(updating(prepared, config, sequences, 'kept'), 'kept', 'bf16 kept');
  add(
    `update of ${ROWS} × ${LENGTH} tokens: share of single-precision arithmetic`,
    (100 * flops) / (update.wall * 1e6) / limits.gflops,
    '%',
    `${ms(update.wall)}, ${shown(flops / update.wall / 1e9)} of ${shown(limits.gflops / 1e3)} TFLOP/s${update.by}`,
    '≥ 40',
  );
  peer?.stop();
  prepared.engine.dispose();
}

/** Milliseconds: the median of some runs after two that are not counted. */
async function settled(measure: Measure): Promise<number> {
  for (let i = 0; i < 2; i += 1) await measure();
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i += 1) times.push((await measure()).wall);
  return summaryOf(times).median;
}
