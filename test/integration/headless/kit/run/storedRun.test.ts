/** A run folder that was damaged, mixed or edited: told, and the last whole checkpoint taken; never other numbers in silence. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { evaluationPoint, readRun, resumePoint } from '../../../../../headless/kit/run/storedRun.ts';
import { isFree, truncateRun, WrittenRun } from '../../../../../headless/kit/run/writtenRun.ts';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import { checkpointFiles, type RunInfo } from '../../../../../src/core/formats/runs/rundir.ts';
import { iterationsOf, linesOf } from '../runFiles.ts';

const document = PRESETS.micro.project({ file: 'e.ts', source: 'export default {};' });
const SEED = document.training.seed;
let folder = '';
let said: string[] = [];
const notice = (code: string, message: string) => said.push(code, message);
const at = (path: string) => join(folder, path);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stored-run-'));
  said = [];
  const out = await WrittenRun.begin(folder, document, { seed: SEED, backend: 'wasm' } as RunInfo);
  const tensors = new Map([['w', { shape: [2], data: new Float32Array(2) }]]);
  for (let iteration = 0; iteration <= 30; iteration += 1) {
    await out.row({ iteration, 'reward/mean': iteration / 30 }, { iteration, 'timing_s/rollout': 1 });
    if (iteration % 10 > 0) continue;
    if (iteration > 0) await out.folder.rollout(iteration, [{ iteration } as EpisodeRecord]);
    const saved = { iteration, baseName: 'micro', adapters: [], critic: tensors, optimizer: tensors };
    await out.folder.checkpoint(iteration, checkpointFiles({ ...saved, trainerState: { seed: SEED }, project: document }));
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

const resume = async (choice: number | 'latest' = 'latest') => (await resumePoint(await readRun(folder), choice, notice))?.iteration;
const evaluated = async (choice: number | 'latest' = 'latest') => (await evaluationPoint(await readRun(folder), choice, notice)).iteration;
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: { fault?: { code: string } }) => error.fault?.code,
  );
const edit = (path: string, change: (text: string) => string) => writeFileSync(at(path), change(readFileSync(at(path), 'utf8')));
const editRows = (change: (lines: string[]) => string[]) =>
  edit('metrics.jsonl', () => `${change(linesOf(folder, 'metrics.jsonl')).join('\n')}\n`);
/** Flips one bit, as a disk does. */
function flip(path: string, from = 20): void {
  const bytes = readFileSync(at(path));
  bytes[bytes.length - from] = (bytes[bytes.length - from] ?? 0) ^ 1;
  writeFileSync(at(path), bytes);
}

describe('--resume', () => {
  it('goes on from the newest checkpoint of a whole run, or from an earlier one, and says nothing', async () => {
    expect(await resume()).toBe(30);
    expect(await resume(10)).toBe(10);
    expect(await resume(0)).toBe(0);
    expect(said).toEqual([]);
    await expect(resume(7)).rejects.toThrow('no checkpoint of iteration 7. It has: steps_0, steps_10, steps_20, steps_30.');
  });

  it('tells flipped bits, and takes the last whole checkpoint', async () => {
    flip('checkpoints/steps_30/optimizer.safetensors', 1);
    expect(await resume()).toBe(20);
    expect(said).toEqual([
      'run_damaged',
      `${folder} is damaged: checkpoints/steps_30/optimizer.safetensors is not what was written. Checkpoint 20 is the last intact one and will be used.`,
    ]);
    await expect(resume(30)).rejects.toThrow(
      'is damaged: checkpoints/steps_30/optimizer.safetensors is not what was written. Intact checkpoints: steps_0, steps_10, steps_20.',
    );
  });

  it.each<[string, (lines: string[]) => string[], number]>([
    ['altered', (lines) => lines.map((line, row) => (row === 25 ? line.replace('0.8', '0.9') : line)), 20],
    ['missing', (lines) => lines.filter((_, row) => row !== 15), 10],
    ['doubled', (lines) => lines.flatMap((line, row) => (row === 30 ? [line, line] : [line])), 20],
    ['cut', (lines) => lines.slice(0, 29), 20],
    ['the first', (lines) => lines.slice(1), 0],
  ])('a row that is %s takes the checkpoints behind it with it', async (_what, change, expected) => {
    editRows(change);
    expect(await resume()).toBe(expected);
    expect(said[0]).toBe('run_damaged');
    expect(await refused(resume(30))).toBe('E_CHECKPOINT_DAMAGED');
  });

  it('what a crash leaves behind the newest checkpoint is no damage', async () => {
    writeFileSync(at('metrics.jsonl'), '{"iteration":31,"rew', { flag: 'a' });
    expect(await resume()).toBe(30);
    expect(said).toEqual([]);
  });

  it('refuses a run none of whose checkpoints is whole', async () => {
    for (const iteration of [0, 10, 20, 30]) flip(`checkpoints/steps_${iteration}/trainer_state.json`);
    expect(await refused(resume())).toBe('E_RUN_DAMAGED');
  });

  it('refuses rows that two processes wrote, with checksums and without', async () => {
    for (const path of ['metrics.jsonl', 'checksums.jsonl']) edit(path, (text) => text + text);
    await expect(resume()).rejects.toThrow(/holds the rows of two runs: 31 rows, from iteration 0 on, stand twice or out of order/);
    rmSync(at('checksums.jsonl'));
    expect(await refused(resume())).toBe('E_RUN_MIXED');
    expect(await refused(evaluated())).toBe('E_RUN_MIXED');
  });

  it('refuses a project that is not the one it was trained with, and says what differs', async () => {
    const write = (changed: object) => writeFileSync(at('project.json'), JSON.stringify(changed));
    write({ ...document, training: { ...document.training, seed: SEED + 1 } });
    await expect(resume()).rejects.toThrow(
      `project.json is not what this run was trained with: training.seed is ${SEED + 1}, it was ${SEED}.`,
    );
    await expect(resume()).rejects.toThrow(`npm run train -- ${at('project.json')} --adapters ${at('checkpoints/steps_30')} --out ANOTHER`);
    write({ ...document, environment: { ...document.environment, source: 'export default 1;' } });
    await expect(resume()).rejects.toThrow('environment.source differs in 1 lines');
    write({ ...document, name: 'Another name', training: { ...document.training, iterations: 99 } });
    expect(await resume(), 'a name changes nothing, and a run may get longer').toBe(30);
  });

  it('opens a run of an earlier version, and says that it is without checksums', async () => {
    rmSync(at('checksums.jsonl'));
    for (const iteration of [0, 10, 20, 30]) {
      rmSync(at(`checkpoints/steps_${iteration}/SHA256SUMS`));
      edit(`checkpoints/steps_${iteration}/trainer_state.json`, (text) => text.replace(/,"project":.*\}\n/, '}\n'));
    }
    editRows((lines) => lines.filter((_, row) => row !== 15));
    expect(await resume()).toBe(30);
    expect(said[0]).toBe('without_checksums');
    await truncateRun(folder, 20);
    expect(iterationsOf(folder, 'checksums.jsonl'), 'going on, it has them').toEqual(iterationsOf(folder, 'metrics.jsonl'));
    edit('project.json', (text) => text.replace(`"seed": ${SEED}`, `"seed": ${SEED + 1}`));
    await expect(resume(), 'it kept its seed').rejects.toThrow(`training.seed is ${SEED + 1}, it was ${SEED}`);
  });

  it('begins again from checkpoint 0, its row too, and where there is no checkpoint', async () => {
    await truncateRun(folder, 0);
    expect(iterationsOf(folder, 'metrics.jsonl')).toEqual([]);
    expect(iterationsOf(folder, 'checksums.jsonl')).toEqual([]);
    const { paths } = await readRun(folder);
    expect(paths.filter((path) => /rollouts|events|steps_[^0]/.test(path))).toEqual([]);
    expect(await resume()).toBe(0);
    rmSync(at('checkpoints'), { recursive: true });
    expect(await resumePoint(await readRun(folder), 'latest', notice)).toBeNull();
  });

  it('tells of episodes that a kill kept from the disk, not of those that somebody has removed', async () => {
    rmSync(at('rollouts/30.jsonl'));
    expect(await resume()).toBe(30);
    expect(said[0]).toBe('rollout_missing');
    expect(said[1]).toContain('rollouts/30.jsonl is missing');
    said = [];
    rmSync(at('rollouts'), { recursive: true });
    expect(await resume()).toBe(30);
    expect(said).toEqual([]);
  });

  it('reads no rollouts', async () => {
    // A sparse file of more bytes than Node reads at once.
    truncateSync(at('rollouts/30.jsonl'), 3 * 2 ** 30);
    expect(await resume()).toBe(30);
    expect(await evaluated()).toBe(30);
  });
});

describe('evaluate', () => {
  it('takes the last whole checkpoint, and tells what else is wrong', async () => {
    flip('checkpoints/steps_30/critic/critic.safetensors', 1);
    editRows((lines) => lines.filter((_, row) => row !== 15));
    edit('project.json', (text) => text.replace(`"seed": ${SEED}`, `"seed": ${SEED + 1}`));
    expect(await evaluated()).toBe(20);
    expect(said.filter((_, index) => index % 2 === 0)).toEqual(['run_damaged', 'rows_damaged', 'project_changed']);
    expect(await refused(evaluated(30))).toBe('E_CHECKPOINT_DAMAGED');
  });
});

it('a folder is free while nothing in it would be lost', () => {
  expect(isFree(at('nowhere'))).toBe(true);
  expect(isFree(folder)).toBe(false);
  const beginning = at('beginning');
  mkdirSync(beginning);
  for (const name of ['run.lock', 'run.json', 'project.json.partial']) writeFileSync(join(beginning, name), '');
  expect(isFree(beginning)).toBe(true);
  writeFileSync(join(beginning, 'notes.txt'), '');
  expect(isFree(beginning)).toBe(false);
});
