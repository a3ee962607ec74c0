/**
 * Decoding of sixteen rows on two threads, SmolLM2-135M's shape in q8, against transformers in f32 on two threads: in the middle of
 * 384 positions, which is what a step takes on average, and at their end.
 */
import { compare } from '../../measure.ts';
import { findTransformers, NO_TRANSFORMERS, startPeer } from '../../peers/transformers/transformers.ts';
import { decoding, matrixNumbers, prepare, smollm, tried } from '../../realModels.ts';
import { measureLimits, percent } from '../../roofline/roofline.ts';
import { ms, report, type Row } from '../../rows.ts';

const ROWS = tried(16, 4);
const POSITIONS = tried(384, 64);
const STEPS = tried(32, 8);
const ROUNDS = tried(4, 1);
const THREADS = 2;
const shape = smollm();

const found = findTransformers();
const rows: Row[] = [];
if (!found) process.stderr.write(`${NO_TRANSFORMERS}\n`);
else {
  const limits = await measureLimits(THREADS);
  const prepared = await prepare(shape, 'q8', THREADS);
  for (const prompt of [(POSITIONS - STEPS) / 2, POSITIONS - STEPS]) {
    const peer = await startPeer(found, shape.config, prepared.adapter, { threads: THREADS, rows: ROWS, prompt, steps: STEPS });
    for (const kvCache of ['f16', 'f32'] as const) {
      const config = kvCache === 'f32' ? shape.config : { ...shape.config, kvCache };
      const ours = decoding(prepared, config, ROWS, prompt, STEPS);
      const { ratio, wall } = await compare(peer.measure('decode'), ours, ROUNDS, 1);
      const flops = 2 * ROWS * matrixNumbers(shape);
      rows.push({
        path: `wasm, two threads, q8, cache in ${kvCache}`,
        measure: `${shape.name}, decoding step of ${ROWS} rows, positions ${prompt}–${prompt + STEPS}: time against transformers in f32, two threads`,
        value: ratio.wall,
        unit: '×',
        ...(prompt + STEPS < POSITIONS && { target: '≤ 0.8' }),
        detail: `${ms(wall[1].median)} against ${ms(wall[0].median)}; products alone ${percent(flops / (wall[1].median * 1e6) / limits.gflops)} of the register kernels; ${peer.versions}, adapter merged`,
      });
    }
    peer.stop();
  }
  prepared.engine.dispose();
}
report(rows);
