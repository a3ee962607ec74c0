/**
 * Our WASM kernels against TensorFlow.js on WASM: a naive twin with stock ops and automatic differentiation, and our own
 * reference executor. By the clock: what the twin leaves behind is collected by other threads while our own runs.
 */
import { createTfjsExecutor } from '../../src/engine/executors/tfjs/executor.ts';
import { createWasmExecutor } from '../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import { compare, type Measure } from '../measure.ts';
import { LENGTH, MODELS, PROMPT, randomAdapter, randomWeights, ROWS, SCALE, STEPS } from '../models.ts';
import { decode, type Hidden, prepare, update } from '../ours.ts';
import { NaiveLlama } from '../peers/naive/llama.ts';
import { decodeRun, updateRun } from '../peers/naive/runs.ts';
import { ms, report, type Row } from '../rows.ts';

const ROUNDS = 5;
const own = await createWasmExecutor(KERNEL_FILES);
const stock = await createTfjsExecutor('tfjs-wasm');
const rows: Row[] = [];

async function add(measure: string, ours: Measure, theirs: Measure, target?: string, warmUp = 2): Promise<void> {
  for (let run = 0; run < 12; run += 1) await ours(); // its JavaScript is compiled by then; theirs takes too long for that
  const { ratio, wall } = await compare(ours, theirs, ROUNDS, warmUp);
  rows.push({
    path: 'wasm, one thread',
    measure,
    value: ratio.wall,
    unit: '×',
    ...(target ? { target } : {}),
    detail: `${ms(wall[0].median)} against ${ms(wall[1].median)}`,
  });
}

for (const hidden of [64, 128] as const satisfies readonly Hidden[]) {
  const config = MODELS[hidden];
  const ours = prepare(own, hidden);
  const reference = prepare(stock, hidden);
  const adapters = ['a', 'b', 'c', 'd'].map((name, index) => ({ name, scale: SCALE, parameters: randomAdapter(config, name, index + 1) }));
  const naive = new NaiveLlama(config, randomWeights(config), adapters);
  const naiveUpdate = updateRun(naive, { rows: ROWS, length: LENGTH, first: PROMPT });
  const naiveDecode = decodeRun(naive, { rows: ROWS, prompt: PROMPT, steps: STEPS });
  await add(`update, D=${hidden}: a naive TensorFlow.js twin takes`, update(own, ours, 1), naiveUpdate, '≥ 10');
  await add(`decode step, D=${hidden}, four adapters: a naive TensorFlow.js twin takes`, decode(own, ours, 4), naiveDecode, '≥ 4');
  await add(`update, D=${hidden}: our tfjs-wasm executor takes`, update(own, ours, 1), update(stock, reference, 1), '≥ 3.5');
  await add(`decode step, D=${hidden}, four adapters: our tfjs-wasm executor takes`, decode(own, ours, 4), decode(stock, reference, 4));
  await add(`update, D=${hidden}: four adapters in one batch against one`, update(own, ours, 1), update(own, ours, 4), '≤ 1.1', 10);
  await add(`decode step, D=${hidden}: four adapters in one batch against one`, decode(own, ours, 1), decode(own, ours, 4), '≤ 1.1', 10);
  naive.dispose();
}
report(rows);
