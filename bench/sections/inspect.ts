/** The inspect place of the built page with 10,000 episodes, and with 2,000 tokens in one: its longest tasks. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { report, shown, type Row } from '../rows.ts';

interface Step {
  readonly what: string;
  readonly of: 'opening' | 'explorer' | 'heat-map';
  readonly wall: number;
  readonly cpu: number;
  readonly long: number;
}

const ROUNDS = 3;
const folder = mkdtempSync(join(tmpdir(), 'marft-bench-'));
const out = join(folder, 'inspect.json');
const args = ['--import', 'tsx', join(import.meta.dirname, '../page/inspect.ts'), '--rounds', String(ROUNDS), '--out', out];
const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
if (status !== 0) throw new Error('bench/page/inspect.ts failed');
const { episodes, tokens, steps } = JSON.parse(readFileSync(out, 'utf8')) as {
  readonly episodes: number;
  readonly tokens: number;
  readonly steps: readonly Step[];
};
rmSync(folder, { recursive: true });

function row(of: Step['of'], measure: string): Row {
  const own = steps.filter((step) => step.of === of);
  const [worst] = own.toSorted((a, b) => b.wall - a.wall);
  if (!worst) throw new Error(`nothing was measured of ${of}`);
  const cpu = Math.max(...own.map((step) => step.cpu));
  const long = own.reduce((sum, step) => sum + step.long, 0);
  return {
    path: 'page, Chromium, 1440 × 900',
    measure,
    value: worst.wall,
    unit: 'ms',
    ...(of === 'opening' ? {} : { target: '≤ 50' }),
    detail: `by the clock, where ${worst.what}; at most ${shown(cpu)} ms of processor time; tasks above 50 ms: ${long}; medians of ${ROUNDS} runs`,
  };
}

report([
  row('explorer', `longest main-thread task in an explorer of ${episodes} episodes`),
  row('heat-map', `longest main-thread task in a heat-map of ${tokens} tokens`),
  row('opening', `longest main-thread task while a run with ${episodes} episodes in an iteration is opened`),
]);
