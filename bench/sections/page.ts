/** The built page while it trains the default project in Chromium: its longest tasks, and how soon there is something to see. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { report, shown } from '../rows.ts';

interface Summary {
  readonly longestTask: { readonly wall: number; readonly cpu: number };
  readonly tasksAbove50ms: number;
  /** Milliseconds from the click: the untrained team's point, and the first rollout's. */
  readonly firstReward: number;
  readonly firstSampled: number;
  readonly iterations: Readonly<Record<string, number>>;
}

const ROUNDS = 3;
const folder = mkdtempSync(join(tmpdir(), 'marft-bench-'));
const out = join(folder, 'page.json');
const args = ['--import', 'tsx', join(import.meta.dirname, '../page/page.ts'), '--rounds', String(ROUNDS), '--out', out];
const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
if (status !== 0) throw new Error('bench/page/page.ts failed');
const { medians } = JSON.parse(readFileSync(out, 'utf8')) as { medians: Summary };
rmSync(folder, { recursive: true });

const path = 'page, Chromium, 1440 × 900';
const milestones = Object.entries(medians.iterations).map(([n, seconds]) => `iteration ${n} at ${shown(seconds / 1000)} s`);
report([
  {
    path,
    measure: 'longest main-thread task while training',
    value: medians.longestTask.wall,
    unit: 'ms',
    target: '≤ 50',
    detail: `by the clock; ${shown(medians.longestTask.cpu)} ms of processor time; tasks above 50 ms: ${medians.tasksAbove50ms}; medians of ${ROUNDS} runs`,
  },
  {
    path,
    measure: 'click on Train to the first reward point, on the CPU',
    value: medians.firstSampled / 1000,
    unit: 's',
    target: '≤ 3',
    detail: `the first rollout's; the untrained team's at ${shown(medians.firstReward / 1000)} s; ${milestones.join(', ')}`,
  },
]);
