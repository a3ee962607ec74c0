/** A run that is killed while it writes, again and again (SIGKILL, a process of its own), and goes on each time. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkpointFilesOf, readRun, type TerminalRun } from '../../../headless/kit/run/storedRun.ts';
import { latestCheckpoint, readCheckpoint } from '../../../src/core/formats/runs/rundir.ts';
import { bestOf } from '../../../src/runs/storedRun.ts';
import { long } from '../../support/long.ts';
import { program } from '../../support/terminal.ts';
import { eventsOf, iterationsOf } from '../../integration/headless/kit/runFiles.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const iterations = (path: string) => iterationsOf(folder, path);
const events = () => eventsOf(folder);

/** When a run is killed: so many milliseconds after it has said a word for the first time, or by itself with a checkpoint half put into place. */
type Moment = readonly [word: RegExp, delay: number] | 'cut';

/** Runs `endlessRun.ts` up to `last`, or until it is killed; resolves with what it said. */
function runUntil(moment: Moment | null, last = 1_000_000): Promise<string[]> {
  const child = spawn(process.execPath, [program('endlessRun'), folder, String(last), ...(moment === 'cut' ? ['cut'] : [])]);
  const [word, delay] = moment === 'cut' || moment === null ? [] : moment;
  let said = '';
  let complaint = '';
  let killing = false;
  child.stderr.on('data', (data) => (complaint += String(data)));
  child.stdout.on('data', (data) => {
    said += String(data);
    if (killing || !word?.test(said)) return;
    killing = true;
    setTimeout(() => child.kill('SIGKILL'), delay);
  });
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL' || code === 0) resolve(said.split('\n').slice(0, -1));
      else reject(new Error(complaint));
    });
  });
}

/** Every checkpoint that looks complete is: all its numbers are its iteration. */
async function checkCheckpoints(run: TerminalRun): Promise<void> {
  for (const name of readdirSync(join(folder, 'checkpoints')).filter((entry) => /^steps_\d+$/.test(entry))) {
    const iteration = Number(name.slice('steps_'.length));
    if (!run.paths.includes(`checkpoints/${name}/trainer_state.json`)) continue; // a truncation was killed while taking it away
    const checkpoint = readCheckpoint((await checkpointFilesOf(run, iteration)).files);
    expect(checkpoint.iteration).toBe(iteration);
    const tensors = [
      ...checkpoint.adapters.flatMap(({ weights }) => [...weights.tensors.values()]),
      ...checkpoint.critic.values(),
      ...checkpoint.optimizer.values(),
    ];
    expect(tensors).toHaveLength(6);
    for (const { data } of tensors) expect(data.every((value) => value === iteration)).toBe(true);
  }
}

it.for([
  ['at four moments', [0, 4], 2],
  ['at ten moments', [0, 2, 4, 7, 12], 5],
] as const)(
  'killed %s, and once with a checkpoint not yet in its place, it keeps the last complete checkpoint, and going on leaves no trace of the kills but episodes that it tells of',
  async ([times, delays, least], context) => {
    if (times === 'at ten moments') long(context);
    let reached = 0;
    const missing = new Set<number>();
    const hear = (said: readonly string[]) => {
      for (const line of said) missing.add(Number(/^rollouts\/(\d+)\.jsonl is missing/.exec(line)?.[1] ?? 0));
    };
    // Now while a checkpoint is being written, now while the folder is being put in order.
    const moments = delays.flatMap((delay): Moment[] => [
      [/^writing$/m, delay],
      [/^start$/m, delay],
    ]);
    for (const moment of [...moments, 'cut'] as const) {
      const said = await runUntil(moment);
      hear(said);
      const told = Math.max(reached, ...said.filter((line) => /^\d+$/.test(line)).map(Number));
      const run = await readRun(folder);
      const latest = latestCheckpoint(run.paths) ?? 0;
      expect(latest).toBeGreaterThanOrEqual(told);
      reached = latest;
      await checkCheckpoints(run);
      if (moment === 'cut') expect(readdirSync(join(folder, 'checkpoints'))).toContainEqual(expect.stringMatching(/^steps_\d+\.partial$/));
      const best = await bestOf(run);
      if (best) expect(readCheckpoint((await checkpointFilesOf(run, 'best')).files).iteration).toBe(best.iteration);
    }
    expect(reached).toBeGreaterThanOrEqual(least);

    const end = reached + 12;
    hear(await runUntil(null, end));
    const all = Array.from({ length: end }, (_, index) => index + 1);
    expect(iterations('metrics.jsonl')).toEqual(all);
    expect(iterations('timing.jsonl')).toEqual(all);
    // A checkpoint does not wait for the episodes: those that a kill kept from the disk were told.
    const recorded = readdirSync(join(folder, 'rollouts')).map((name) => Number.parseInt(name, 10));
    expect(recorded.toSorted((a, b) => a - b)).toEqual(all.filter((iteration) => !missing.has(iteration)));
    const named = (tag: string) => events().flatMap(({ step, scalars }) => (tag in scalars ? [[step, scalars[tag]]] : []));
    expect(named('reward/mean')).toEqual(all.map((step) => [step, Math.fround(step / 1024)]));
    expect(named('timing_s/rollout')).toEqual(all.map((step) => [step, 1]));
    // Iteration 3 is as good greedily, but less was earned by then.
    expect(await bestOf(await readRun(folder))).toEqual({ iteration: 14, metric: 'reward/greedy', value: 10 });
    expect((await readRun(folder)).paths.filter((path) => path.includes('.partial'))).toEqual([]);
  },
);
