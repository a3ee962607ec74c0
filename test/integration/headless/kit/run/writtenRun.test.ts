/** The terminal's run folder: going on with it, and the best checkpoint. `test/engine/terminal/killed.test.ts` kills it. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkpointChoice, checkpointFilesOf, readRun } from '../../../../../headless/kit/run/storedRun.ts';
import { truncateRun, WrittenRun } from '../../../../../headless/kit/run/writtenRun.ts';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import { latestCheckpoint, type RunInfo } from '../../../../../src/core/formats/runs/rundir.ts';
import { bestOf } from '../../../../../src/runs/storedRun.ts';
import { faultCode } from '../../../../unit/core/formats/helpers.ts';
import { eventsOf, iterationsOf } from '../runFiles.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const iterations = (path: string) => iterationsOf(folder, path);
const events = () => eventsOf(folder);

describe('the run folder', () => {
  const begin = (): Promise<WrittenRun> =>
    WrittenRun.begin(folder, PRESETS.micro.project({ file: 'e.ts', source: '' }), { seed: 1 } as RunInfo);
  /** A checkpoint as far as the folder is concerned. */
  const put = (out: WrittenRun, iteration: number) =>
    out.folder.checkpoint(iteration, { [`checkpoints/steps_${iteration}/trainer_state.json`]: new TextEncoder().encode(`${iteration}`) });

  it('gives TensorBoard every row once, and tells it where a run went on', async () => {
    const out = await begin();
    for (let iteration = 0; iteration <= 5; iteration += 1) await out.row({ iteration, a: iteration }, { iteration, b: 1 });
    const [start] = events();
    expect(start).toMatchObject({ fileVersion: 'brain.Event:2', step: 0 });
    expect(events().slice(1, 3)).toMatchObject([
      { step: 0, scalars: { a: 0 } },
      { step: 0, scalars: { b: 1 } },
    ]);

    const more = await WrittenRun.goOn(folder, 3);
    for (let iteration = 4; iteration <= 6; iteration += 1) await more.row({ iteration, a: -iteration }, { iteration, b: 2 });
    expect(events().flatMap(({ scalars }) => scalars['a'] ?? [])).toEqual([0, 1, 2, 3, -4, -5, -6]);
    expect(events().filter(({ sessionStatus }) => sessionStatus === 1)).toMatchObject([{ step: 4 }]);
    expect(iterations('metrics.jsonl')).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // Both were opened within one second, and neither wrote over the other's.
    expect(readdirSync(folder).filter((name) => name.startsWith('events.'))).toHaveLength(2);
  });

  it('evaluates the best checkpoint, the latest or one by number', async () => {
    const out = await begin();
    for (const iteration of [5, 10, 15]) await put(out, iteration);
    await expect(checkpointFilesOf(await readRun(folder), 'best')).rejects.toMatchObject({ fault: { code: 'E_CHECKPOINT_MISSING' } });
    await out.folder.best({ iteration: 10, metric: 'reward/greedy', value: 0.5 });
    const run = await readRun(folder);
    const chosen = async (choice: number | 'best' | 'latest') => (await checkpointFilesOf(run, choice)).iteration;
    expect([await chosen('best'), await chosen('latest'), await chosen(5)]).toEqual([10, 15, 5]);
    await expect(checkpointFilesOf(run, 7)).rejects.toThrow('no checkpoint of iteration 7. It has: steps_5, steps_10, steps_15.');
    expect([undefined, 'latest', 'best', '0', '12'].map(checkpointChoice)).toEqual(['latest', 'latest', 'best', 0, 12]);
    for (const wrong of ['', 'last', '-1', '1.5']) expect(faultCode(() => checkpointChoice(wrong))).toBe('E_FLAG');
  });

  it('a run that goes on from before its best no longer points at it', async () => {
    const out = await begin();
    for (const iteration of [5, 10]) await put(out, iteration);
    await out.folder.best({ iteration: 10, metric: 'reward/greedy', value: 0.5 });
    await truncateRun(folder, 10);
    expect((await bestOf(await readRun(folder)))?.iteration).toBe(10);
    await truncateRun(folder, 5);
    expect(await bestOf(await readRun(folder))).toBeNull();
    expect(latestCheckpoint((await readRun(folder)).paths)).toBe(5);
  });

  it('replaces a checkpoint of the same iteration whole', async () => {
    const out = await begin();
    await put(out, 5);
    mkdirSync(join(folder, 'checkpoints/steps_5/old'));
    writeFileSync(join(folder, 'checkpoints/steps_5/old/file'), '');
    await put(out, 5);
    expect(readdirSync(join(folder, 'checkpoints'))).toEqual(['steps_5']);
    expect(readdirSync(join(folder, 'checkpoints/steps_5'))).toEqual(['trainer_state.json']);
  });
});
