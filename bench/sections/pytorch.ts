/** Our WASM engine on one thread against PyTorch eager on one thread, the same work, taking turns. */
import { fileURLToPath } from 'node:url';
import { createWasmExecutor } from '../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import { compare, type Measure } from '../measure.ts';
import { LENGTH, MODELS, PROMPT, RANK, ROWS, STEPS, VOCABULARY } from '../models.ts';
import { decode, type Hidden, prepare, update } from '../ours.ts';
import { checkTwin, findPyTorch, NO_PYTORCH, startTwin, type TwinMode } from '../peers/pytorch/pytorch.ts';
import { ms, report, type Row } from '../rows.ts';

const ROUNDS = 11;
const TARGETS: Readonly<Record<string, string>> = {
  'update 128 1': '≤ 1.7 (stretch 1.4)',
  'update 256 1': '≤ 2.3 (stretch 1.9)',
  'decode 128 4': '≤ 1.0',
};

const found = findPyTorch();
if (!found) {
  process.stderr.write(`${NO_PYTORCH}\n`);
  report([]);
} else {
  if (!checkTwin(found, fileURLToPath(new URL('../../test/golden/llama-tied', import.meta.url))))
    throw new Error('the PyTorch peer does not agree with the golden file');
  const rows: Row[] = [];
  for (const hidden of [64, 128, 256] as const) {
    for (const [mode, adapters] of [
      ['update', 1],
      ['update', 4],
      ['decode', 4],
    ] as const)
      rows.push(await against(hidden, mode, adapters));
  }
  report(rows);

  async function against(hidden: Hidden, mode: TwinMode & ('update' | 'decode'), adapters: number): Promise<Row> {
    const executor = await createWasmExecutor(KERNEL_FILES);
    const prepared = prepare(executor, hidden);
    const ours: Measure = mode === 'update' ? update(executor, prepared, adapters) : decode(executor, prepared, adapters);
    const { intermediateSize: intermediate, layers, heads } = MODELS[hidden];
    const sizes = {
      hidden,
      intermediate,
      layers,
      heads,
      vocabulary: VOCABULARY,
      rank: RANK,
      rows: ROWS,
      length: LENGTH,
      prompt: PROMPT,
      steps: STEPS,
    };
    const twin = await startTwin(found!, mode, { ...sizes, adapters, threads: 1 });
    const { ratio, cpu } = await compare(twin.measure, ours, ROUNDS);
    twin.stop();
    const { form, version } = twin.line;
    executor.dispose();
    const target = TARGETS[`${mode} ${hidden} ${adapters}`];
    return {
      path: 'wasm, one thread',
      measure: `${mode === 'update' ? 'update' : 'decode step'}, D=${hidden}, ${adapters === 1 ? 'one adapter' : 'four adapters'}: time against PyTorch ${version} eager, one thread`,
      value: ratio.cpu,
      unit: '×',
      ...(target ? { target } : {}),
      detail: `${ms(cpu[1].median)} against ${ms(cpu[0].median)} (PyTorch's fastest form of LoRA: ${form})`,
    };
  }
}
