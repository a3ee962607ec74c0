/**
 * Decoding of one row on the base alone, q8 and q4: its share of what the machine allows, which is the slower of reading all weights
 * from memory and making numbers of them; and, where wllama is there, against llama.cpp on WASM with as many threads. A message
 * alone is written by one worker, so of two threads one does nothing.
 */
import { compare } from '../../measure.ts';
import { ggufOf } from '../../peers/wllama/gguf.ts';
import { findWllama, NO_WLLAMA, startWllama } from '../../peers/wllama/wllama.ts';
import { decoding, matrixBytes, matrixNumbers, prepare, smollm, tried } from '../../realModels.ts';
import { measureLimits, percent } from '../../roofline/roofline.ts';
import { ms, report, type Row, shown } from '../../rows.ts';

const STEPS = tried(48, 8);
const PROMPT = 16;
const ROUNDS = tried(5, 1);
const shape = smollm();

const rows: Row[] = [];
const limits = await measureLimits(1);
const found = findWllama();
if (!found) process.stderr.write(`${NO_WLLAMA}\n`);
for (const form of ['q8', 'q4'] as const) {
  const what = `${shape.name}, decoding step of one row, positions ${PROMPT}–${PROMPT + STEPS}`;
  const read = matrixBytes(shape, form) / (limits.bandwidth * 1e6);
  const made = matrixNumbers(shape) / (limits[form] * 1e6);
  const model = found ? ggufOf(shape.config, form) : null;
  for (const threads of [1, 2] as const) {
    const prepared = await prepare(shape, form, threads);
    const path = `wasm, ${threads === 1 ? 'one thread' : 'two threads'}, ${form}`;
    const ours = decoding(prepared, shape.config, 1, PROMPT, STEPS, 'base');
    const peer = found && model ? await startWllama(found, model, { threads, prompt: PROMPT, steps: STEPS }) : null;
    const { ratio, wall } = await compare(peer?.measure ?? ours, ours, ROUNDS, 2);
    const { median } = wall[1];
    if (threads === 1)
      rows.push({
        path,
        measure: `${what}: share of the lower of bandwidth and dequantising`,
        value: (100 * Math.max(read, made)) / median,
        unit: '%',
        target: '≥ 70',
        detail: `${ms(median)}; reading ${shown(matrixBytes(shape, form) / 1e6)} MB at ${shown(limits.bandwidth)} GB/s takes ${ms(read)} (${percent(read / median)}), making numbers of them at ${shown(limits[form])} · 10⁹ a second ${ms(made)} (${percent(made / median)})`,
      });
    if (peer)
      rows.push({
        path,
        measure: `${what}: time against llama.cpp on WASM (wllama ${found?.version}), ${peer.threads === 1 ? 'one thread' : `${peer.threads} threads`}`,
        value: ratio.wall,
        unit: '×',
        target: '≤ 1.5',
        detail: `${ms(median)} (in Node) against ${ms(wall[0].median)} (in Chromium)${threads === 2 ? '; of ours one works' : ''}`,
      });
    await peer?.stop();
    prepared.engine.dispose();
  }
}
report(rows);
process.exit(0); // a browser's pipes would keep the process
