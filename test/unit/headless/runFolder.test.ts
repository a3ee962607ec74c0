/** The terminal's run folder: going on with it, and the best checkpoint. `test/engine/killed.test.ts` kills it. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunFolder } from '../../../headless/runFolder.ts';
import { bestOf, checkpointChoice, checkpointFilesOf, readRun, truncateRun } from '../../../headless/storedRun.ts';
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import { latestCheckpoint, type RunInfo } from '../../../src/core/formats/rundir.ts';
import { faultCode } from '../core/formats/helpers.ts';
import { eventsOf, iterationsOf } from './runFiles.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const iterations = (path: string) => iterationsOf(folder, path);
const events = () => eventsOf(folder);

describe('the run folder', () => {
  const begin = (): RunFolder => RunFolder.begin(folder, PRESETS.micro.project({ file: 'e.ts', source: '' }), { seed: 1 } as RunInfo);
  /** A checkpoint as far as the folder is concerned. */
  const put = (out: RunFolder, iteration: number) =>
    out.checkpoint(iteration, { [`checkpoints/steps_${iteration}/trainer_state.json`]: new TextEncoder().encode(`${iteration}`) });

  it('gives TensorBoard every row once, and tells it where a run went on', () => {
    const out = begin();
    for (let iteration = 0; iteration <= 5; iteration += 1) out.row({ iteration, a: iteration }, { iteration, b: 1 });
    const [start] = events();
    expect(start).toMatchObject({ fileVersion: 'brain.Event:2', step: 0 });
    expect(events().slice(1, 3)).toMatchObject([
      { step: 0, scalars: { a: 0 } },
      { step: 0, scalars: { b: 1 } },
    ]);

    const run = readRun(folder);
    truncateRun(run, 3);
    const more = new RunFolder(folder, 3);
    for (let iteration = 4; iteration <= 6; iteration += 1) more.row({ iteration, a: -iteration }, { iteration, b: 2 });
    expect(events().flatMap(({ scalars }) => scalars['a'] ?? [])).toEqual([0, 1, 2, 3, -4, -5, -6]);
    expect(events().filter(({ sessionStatus }) => sessionStatus === 1)).toMatchObject([{ step: 4 }]);
    expect(iterations('metrics.jsonl')).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // Both were opened within one second, and neither wrote over the other's.
    expect(readdirSync(folder).filter((name) => name.startsWith('events.'))).toHaveLength(2);
  });

  it('evaluates the best checkpoint, the latest or one by number', () => {
    const out = begin();
    for (const iteration of [5, 10, 15]) put(out, iteration);
    expect(faultCode(() => checkpointFilesOf(readRun(folder), 'best'))).toBe('E_CHECKPOINT_MISSING');
    out.best({ iteration: 10, metric: 'reward/greedy', value: 0.5 });
    const run = readRun(folder);
    expect((['best', 'latest', 5] as const).map((choice) => checkpointFilesOf(run, choice).iteration)).toEqual([10, 15, 5]);
    expect(() => checkpointFilesOf(run, 7)).toThrow('no checkpoint of iteration 7. It has: steps_5, steps_10, steps_15.');
    expect([undefined, 'latest', 'best', '0', '12'].map(checkpointChoice)).toEqual(['latest', 'latest', 'best', 0, 12]);
    for (const wrong of ['', 'last', '-1', '1.5']) expect(faultCode(() => checkpointChoice(wrong))).toBe('E_FLAG');
  });

  it('a run that goes on from before its best no longer points at it', () => {
    const out = begin();
    for (const iteration of [5, 10]) put(out, iteration);
    out.best({ iteration: 10, metric: 'reward/greedy', value: 0.5 });
    truncateRun(readRun(folder), 10);
    expect(bestOf(readRun(folder))?.iteration).toBe(10);
    truncateRun(readRun(folder), 5);
    expect(bestOf(readRun(folder))).toBeNull();
    expect(latestCheckpoint(readRun(folder).paths)).toBe(5);
  });

  it('replaces a checkpoint of the same iteration whole', () => {
    const out = begin();
    put(out, 5);
    mkdirSync(join(folder, 'checkpoints/steps_5/old'));
    writeFileSync(join(folder, 'checkpoints/steps_5/old/file'), '');
    put(out, 5);
    expect(readdirSync(join(folder, 'checkpoints'))).toEqual(['steps_5']);
    expect(readdirSync(join(folder, 'checkpoints/steps_5'))).toEqual(['trainer_state.json']);
  });
});
