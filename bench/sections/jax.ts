/** Our WASM engine in Chromium's sibling, Node, against @jax-js/jax on WASM in Chromium: loss and gradients of the same update. */
import { createWasmExecutor } from '../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import { compare } from '../measure.ts';
import { LENGTH, MODELS, PROMPT, RANK, ROWS, SCALE, VOCABULARY } from '../models.ts';
import { prepare, update } from '../ours.ts';
import { findJax, NO_JAX, startJax } from '../peers/jax/jax.ts';
import { ms, report, type Row } from '../rows.ts';

const found = findJax();
const rows: Row[] = [];
if (!found) process.stderr.write(`${NO_JAX}\n`);
else {
  const executor = await createWasmExecutor(KERNEL_FILES);
  for (const hidden of [64, 128] as const) {
    const { intermediateSize: intermediate, layers, heads, rmsNormEps: eps, ropeTheta: theta } = MODELS[hidden];
    const shape = { hidden, intermediate, layers, heads, vocabulary: VOCABULARY, rows: ROWS, length: LENGTH, first: PROMPT };
    const peer = await startJax(found.folder, 'wasm', { ...shape, rank: RANK, scale: SCALE, eps, theta });
    const { ratio, wall } = await compare(update(executor, prepare(executor, hidden), 1), peer.measure, 7);
    await peer.stop();
    rows.push({
      path: 'wasm, one thread',
      measure: `update, D=${hidden}: @jax-js/jax ${found.version} on WASM in Chromium takes`,
      value: ratio.wall,
      unit: '×',
      detail: `${ms(wall[0].median)} (in Node) against ${ms(wall[1].median)} (LoRA ${peer.form}; AdamW on our side only)`,
    });
  }
}
report(rows);
process.exit(0);
