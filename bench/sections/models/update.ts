/**
 * Prefill and update of 8 × 256 tokens on two threads, q8, against transformers and peft in f32 on two threads: activations kept on both
 * sides, or made again on both. Where a shape is cut in layers it is said; of Qwen2.5-0.5B they are as many as fit one memory beside the
 * activations (kept), or as let both sides take their turns in minutes. bfloat16 is measured once, and only reported.
 */
import { compare, type Measure } from '../../measure.ts';
import { findTransformers, NO_TRANSFORMERS, startPeer } from '../../peers/transformers/transformers.ts';
import {
  costOf,
  type Keeping,
  messagesOf,
  prefilling,
  prepare,
  qwen,
  type Shape,
  smollm,
  tried,
  TRYING,
  updating,
} from '../../realModels.ts';
import { type Limits, measureLimits, percent } from '../../roofline/roofline.ts';
import { ms, report, type Row } from '../../rows.ts';

const ROWS = tried(8, 2);
const LENGTH = tried(256, 16);
const ROUNDS = tried(2, 1);
const THREADS = 2;
const PATH = 'wasm, two threads, q8';

interface Case {
  readonly shape: Shape;
  readonly prefill: boolean;
  readonly keeping: readonly Keeping[];
}
const CASES: readonly Case[] = [
  { shape: smollm(), prefill: true, keeping: ['kept', 'recomputed'] },
  { shape: qwen(16), prefill: true, keeping: ['recomputed'] },
  { shape: qwen(6), prefill: false, keeping: ['kept'] },
];

const found = findTransformers();
const rows: Row[] = [];
if (!found) process.stderr.write(`${NO_TRANSFORMERS}\n`);
else {
  const limits = await measureLimits(THREADS);
  for (const one of CASES) await measure(one, limits);
}
report(rows);

async function measure({ shape, prefill, keeping }: Case, limits: Limits): Promise<void> {
  const { config, name } = shape;
  const prepared = await prepare(shape, 'q8', THREADS);
  const peer = await startPeer(found!, config, prepared.adapter, { threads: THREADS, rows: ROWS, length: LENGTH });
  const work = (what: string) => `${name}, ${what} of ${ROWS} × ${LENGTH} tokens`;
  const against = 'time against transformers and peft in f32, two threads';
  if (prefill) {
    const { ratio, wall } = await compare(peer.measure('prefill'), prefilling(prepared, config, ROWS, LENGTH), ROUNDS, 1);
    rows.push({
      path: PATH,
      measure: `${work('prefill')}: ${against}`,
      value: ratio.wall,
      unit: '×',
      target: '≤ 1.3',
      detail: `${ms(wall[1].median)} against ${ms(wall[0].median)}, whose adapter is merged`,
    });
  }
  const sequences = messagesOf(config, ROWS, LENGTH);
  for (const how of keeping) {
    const { flops, recomputes } = costOf(prepared, config, sequences, how);
    if (recomputes !== (how === 'recomputed') && !TRYING) throw new Error(`activations of ${name} would not be ${how}`);
    const theirs = how === 'kept' ? 'kept' : 'checkpointed';
    const ours = updating(prepared, config, sequences, how);
    const { ratio, wall } = await compare(peer.measure(theirs), ours, ROUNDS, 0);
    const { wall: half } = await warm(peer.measure(`bf16 ${theirs}`));
    const reached = flops / (wall[1].median * 1e6);
    rows.push({
      path: PATH,
      measure: `${work('update')}, activations ${how === 'kept' ? 'kept by both' : 'recomputed, against gradient checkpointing'}: ${against}`,
      value: ratio.wall,
      unit: '×',
      target: '≤ 1.3',
      detail: `${ms(wall[1].median)} against ${ms(wall[0].median)} (in bfloat16 ${ms(half)}); ${percent(reached / limits.gflops)} of the two register kernels, ${limits.gflops.toFixed(0)} GFLOP/s; ${peer.versions}`,
    });
  }
  peer.stop();
  prepared.engine.dispose();
}

/** The second of two runs. */
async function warm(measure: Measure) {
  await measure();
  return measure();
}
