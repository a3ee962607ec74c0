/** Two workers against one, by the clock: the machine must be idle for this to mean anything. */
import { spawnLane } from '../../headless/lane/spawn.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import { openPool } from '../../src/engine/pool/engine.ts';
import { compare } from '../measure.ts';
import { type Hidden, prepare, update } from '../ours.ts';
import { ms, report, type Row } from '../rows.ts';

const rows: Row[] = [];
const [one, two] = await Promise.all([1, 2].map((lanes) => openPool(spawnLane, KERNEL_FILES, { lanes })));
if (!one || !two) throw new Error('a pool is missing');
for (const hidden of [64, 128, 256] as const satisfies readonly Hidden[]) {
  const { ratio, wall } = await compare(update(two, prepare(two, hidden), 4), update(one, prepare(one, hidden), 4), 11);
  rows.push({
    path: 'wasm, two workers',
    measure: `update, D=${hidden}, four adapters: one worker takes`,
    value: ratio.wall,
    unit: '×',
    ...(hidden === 128 ? { target: '≥ 1.7' } : {}),
    detail: `${ms(wall[0].median)} against ${ms(wall[1].median)}`,
  });
}
one.dispose();
two.dispose();
report(rows);
