/** Two threads against one, prefill and update of 8 × 256 tokens, in SmolLM2-135M's shape cut to a few layers. */
import { compare } from '../../measure.ts';
import { messagesOf, prefilling, prepare, smollm, tried, updating } from '../../realModels.ts';
import { measureLimits } from '../../roofline/roofline.ts';
import { ms, report, type Row, shown } from '../../rows.ts';

const ROWS = tried(8, 2);
const LENGTH = tried(256, 16);
const ROUNDS = tried(3, 1);
const shape = smollm(10);
const { config, name } = shape;

const [single, both] = [await measureLimits(1), await measureLimits(2)];
const one = await prepare(shape, 'q8', 1);
const two = await prepare(shape, 'q8', 2);
const sequences = messagesOf(config, ROWS, LENGTH);
const rows: Row[] = [];
for (const [work, of] of [
  ['prefill', (on: typeof one) => prefilling(on, config, ROWS, LENGTH)],
  ['update, activations kept', (on: typeof one) => updating(on, config, sequences, 'kept')],
] as const) {
  const { ratio, wall } = await compare(of(two), of(one), ROUNDS, 1);
  rows.push({
    path: 'wasm, two threads, q8',
    measure: `${name}, ${work}, ${ROWS} × ${LENGTH} tokens: one thread takes`,
    value: ratio.wall,
    unit: '×',
    target: '≥ 1.8',
    detail: `${ms(wall[0].median)} against ${ms(wall[1].median)}; two register kernels at once are ${shown(both.gflops / single.gflops)} × as fast as one`,
  });
}
one.engine.dispose();
two.engine.dispose();
report(rows);
