/** The run folder that page and terminal share, by itself: what goes when a run goes on, and which checkpoint is whole. */
import { describe, expect, it } from 'vitest';
import { checkRows, sumsOf } from '../../../src/core/formats/checksums.ts';
import { filesInto } from '../../../src/core/formats/files.ts';
import { filesBelow, readText } from '../../../src/runs/fileSystem.ts';
import { MemoryFileSystem } from '../../../src/runs/memoryFileSystem.ts';
import { NO_LINES, rowLines, RunFolder } from '../../../src/runs/runFolder.ts';
import { judgeFiles, judgeWithRows, rowsOf, soundCheckpoint, soundCheckpoints } from '../../../src/runs/soundCheckpoint.ts';
import { bestOf, openRun } from '../../../src/runs/storedRun.ts';
import { document, episode } from '../core/episode/records.ts';
import { RenamingFileSystem } from './library/support.ts';

/** The files of a checkpoint with their checksums. */
const sealed = (iteration: number) => {
  const own = {
    'optimizer.safetensors': new Uint8Array(8).fill(iteration),
    'trainer_state.json': new TextEncoder().encode(`{"iteration":${iteration}}\n`),
  };
  return filesInto(`checkpoints/steps_${iteration}`, { ...own, SHA256SUMS: sumsOf(own) });
};

/** Rows 0 to 4, checkpoints 0, 2 and 4. */
async function written(fs: MemoryFileSystem) {
  const folder = await RunFolder.create(fs, document);
  for (let iteration = 0; iteration <= 4; iteration += 1) {
    await folder.lines(rowLines(iteration, { iteration, a: iteration }, { iteration }));
    if (iteration > 0) await folder.rollout(iteration, []);
    if (iteration % 2 === 0) await folder.checkpoint(iteration, sealed(iteration));
  }
  await folder.best({ iteration: 4, metric: 'reward/mean', value: 1 });
  return folder;
}

const iterations = async (fs: MemoryFileSystem, path: string) =>
  [...((await readText(fs, path)) ?? '').matchAll(/^\{"iteration":(\d+)/gm)].map(([, iteration]) => Number(iteration));

const flip = (fs: MemoryFileSystem, iteration: number) =>
  void fs.files.set(`checkpoints/steps_${iteration}/optimizer.safetensors`, new Uint8Array(8).fill(99));

describe.each([
  ['cannot rename', MemoryFileSystem],
  ['renames', RenamingFileSystem],
])('on a disk that %s', (_, Disk) => {
  it('a run goes on as if it had never gone further', async () => {
    const fs = new Disk();
    const folder = await written(fs);
    expect(folder.bytes).toBe([...fs.files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0));
    await folder.truncate(2);
    for (const path of ['metrics.jsonl', 'checksums.jsonl', 'timing.jsonl']) expect(await iterations(fs, path), path).toEqual([0, 1, 2]);
    expect([folder.rollouts, folder.checkpoints]).toEqual([
      [1, 2],
      [0, 2],
    ]);
    expect(await bestOf({ files: fs })).toBeNull();
    expect(folder.bytes).toBe([...fs.files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0));
    expect((await openRun(fs))?.paths.toSorted()).toEqual(folder.paths.toSorted());
  });

  it('one that goes on from its beginning keeps its row 0, or says it anew', async () => {
    const [going, again] = [new Disk(), new Disk()];
    await (await written(going)).truncate(0);
    expect(await iterations(going, 'metrics.jsonl')).toEqual([0]);
    await (await written(again)).truncate(0, -1);
    expect(await iterations(again, 'metrics.jsonl')).toEqual([]);
    expect(await iterations(again, 'checksums.jsonl')).toEqual([]);
  });

  it('the newest checkpoint that is whole is found, with what is wrong with the newest of all', async () => {
    const fs = new Disk();
    await written(fs);
    const judge = judgeWithRows(await rowsOf(fs, [0, 2, 4]));
    const found = async (have: readonly number[], by = judge) => {
      const sound = await soundCheckpoint(fs, have, by);
      return [sound.found?.iteration ?? null, sound.damage];
    };
    expect(await found([0, 2, 4])).toEqual([4, null]);
    expect(await found([])).toEqual([null, null]);
    expect(await found([2, 7]), 'said of one that is not there').toEqual([2, 'checkpoints/steps_7/trainer_state.json is missing']);
    flip(fs, 4);
    const damage = 'checkpoints/steps_4/optimizer.safetensors is not what was written';
    expect(await found([0, 2, 4])).toEqual([2, damage]);
    flip(fs, 2);
    expect(await found([2, 4]), 'of the newest, not of the last looked at').toEqual([null, damage]);
    expect(await soundCheckpoints(fs, [0, 2, 4], judge)).toEqual([0]);
  });

  it('a damaged row is against going on, not against evaluating', async () => {
    const fs = new Disk();
    await written(fs);
    const metrics = (await readText(fs, 'metrics.jsonl'))!.replace('"a":1', '"a":7');
    fs.files.set('metrics.jsonl', new TextEncoder().encode(metrics));
    const rows = await rowsOf(fs, [0, 2, 4]);
    expect(rows).toEqual(checkRows(metrics, await readText(fs, 'checksums.jsonl'), [0, 2, 4]));
    expect(rows.damage).toHaveLength(1);
    expect((await soundCheckpoint(fs, [0, 2, 4], judgeWithRows(rows))).found?.iteration).toBe(0);
    expect((await soundCheckpoint(fs, [0, 2, 4], judgeFiles)).found?.iteration).toBe(4);
  });
});

/** A disk that writes half of what it is given and then refuses everything, as often as it is told to. */
class SickFileSystem extends MemoryFileSystem {
  refusals = 0;

  #refuse(): void {
    if (this.refusals === 0) return;
    this.refusals -= 1;
    throw new Error('the disk is sick');
  }

  override async write(path: string, bytes: Uint8Array): Promise<void> {
    if (this.refusals > 0) await super.write(path, bytes.slice(0, bytes.byteLength >> 1));
    this.#refuse();
    await super.write(path, bytes);
  }

  override async append(path: string, bytes: Uint8Array): Promise<void> {
    if (this.refusals > 0) await super.append(path, bytes.slice(0, bytes.byteLength >> 1));
    this.#refuse();
    await super.append(path, bytes);
  }

  override async truncate(path: string, size: number): Promise<void> {
    this.#refuse();
    await super.truncate(path, size);
  }

  override async remove(path: string): Promise<void> {
    this.#refuse();
    await super.remove(path);
  }
}

it.each(['metrics', 'notices'] as const)(
  'a line of %s that could not be added, nor taken back, is there once when the disk is well',
  async (name) => {
    for (const refusals of [1, 2, 3, 4]) {
      const fs = new SickFileSystem();
      const folder = await RunFolder.create(fs, document);
      const add = (line: number) => folder.lines({ ...NO_LINES, [name]: `{"line":${line}}\n` });
      fs.refusals = refusals;
      while (fs.refusals > 0) await expect(add(1)).rejects.toThrow('sick');
      await add(1);
      await add(2);
      expect(await readText(fs, `${name}.jsonl`), `after ${refusals}`).toBe('{"line":1}\n{"line":2}\n');
    }
  },
);

it.each([1, 2])(
  'of episodes and adapters that could not be written nothing stays, which would be taken for all of them (refused %i times)',
  async (refusals) => {
    const fs = new SickFileSystem();
    const folder = await RunFolder.create(fs, document);
    const before = await filesBelow(fs);
    for (const write of [() => folder.rollout(1, [episode(1, 0), episode(1, 1)]), () => folder.adapters(1, new Uint8Array(9))]) {
      fs.refusals = refusals;
      await expect(write()).rejects.toThrow('sick');
    }
    await folder.untear();
    expect(await filesBelow(fs)).toEqual(before);
    expect(folder.rollouts).toEqual([]);
    expect(folder.bytes).toBe([...fs.files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0));
  },
);
