/** An iteration too large to be read whole, against a twin that reads all of it: over a disk and over memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../headless/kit/nodeFileSystem.ts';
import { wholeLines } from '../../../src/core/formats/jsonl.ts';
import { rolloutLines } from '../../../src/core/formats/runs/rundir.ts';
import { indexWindows, windowsWith, windowText, type WindowIndex, type WindowLimits } from '../../../src/runs/episodeWindows.ts';
import { below, type FileSystem } from '../../../src/runs/fileSystem.ts';
import { MemoryFileSystem } from '../../../src/runs/memoryFileSystem.ts';
import { EpisodeReader } from '../../../src/runs/storedRun.ts';
import { episode } from '../../unit/core/episode/records.ts';

const folders: string[] = [];
const onDisk = (): FileSystem => {
  folders.push(mkdtempSync(join(tmpdir(), 'windows-')));
  return below(nodeFileSystem, folders.at(-1)!);
};
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const bytes = (text: string) => new TextEncoder().encode(text);
const PATH = 'rollouts/3.jsonl';
const SMALL: WindowLimits = { whole: 0, lines: 3, bytes: 200 };

/** A repeatable number below `most`. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** Lines as a crash, an editor and a writer leave them: with numbers, without, empty, longer than a window; ending whole or torn. */
function someLines(seed: number): string {
  const below = numbers(seed);
  const kinds = [
    () => `{"iteration":3,"episode":${below(40)},"text":"${'ä'.repeat(below(60))}"}`,
    () => '',
    () => '{"iteration":3,"epis',
    () => 'x'.repeat(below(500)),
  ];
  const lines = Array.from({ length: 1 + below(40) }, () => kinds[below(4)]!());
  return lines.join('\n') + (below(2) === 0 ? '\n' : '');
}

async function textsOf(fs: FileSystem, index: WindowIndex): Promise<(string | null)[]> {
  return Promise.all(index.windows.map((_, window) => windowText(fs, PATH, index, window)));
}

describe.each<[string, () => FileSystem]>([
  ['a disk', onDisk],
  ['memory', () => new MemoryFileSystem()],
])('the windows of a file on %s', (_, open) => {
  it('are its whole lines in their order, each within the limits, and say which numbers may be in them', async () => {
    const fs = open();
    for (let seed = 1; seed <= 60; seed += 1) {
      const text = someLines(seed);
      await fs.write(PATH, bytes(text));
      const index = await indexWindows(fs, PATH, bytes(text).byteLength, SMALL);
      const texts = await textsOf(fs, index);
      expect(texts.join(''), `seed ${seed}`).toBe(wholeLines(text));
      let first = 0;
      for (const [window, own] of texts.entries()) {
        const lines = own!.slice(0, -1).split('\n');
        expect(index.windows[window]).toMatchObject({ first, lines: lines.length });
        expect(lines.length <= SMALL.lines && (lines.length === 1 || bytes(own!).byteLength <= SMALL.bytes)).toBe(true);
        first += lines.length;
        for (const line of lines) {
          const number = /"episode":(\d+)/.exec(line)?.[1];
          if (number !== undefined) expect(windowsWith(index, Number(number))).toContain(window);
        }
      }
    }
  });

  it('of a file that grew are those of one looked through anew', async () => {
    const fs = open();
    for (let seed = 1; seed <= 30; seed += 1) {
      const [before, after] = [someLines(seed), someLines(seed + 100)];
      await fs.write(PATH, bytes(before));
      const known = await indexWindows(fs, PATH, (await fs.size(PATH))!, SMALL);
      await fs.append(PATH, bytes(after));
      const size = (await fs.size(PATH))!;
      expect(await indexWindows(fs, PATH, size, SMALL, known), `seed ${seed}`).toEqual(await indexWindows(fs, PATH, size, SMALL));
    }
  });
});

it('finds lines that are longer than what is read at a time, and the number at the head of them', async () => {
  const fs = new MemoryFileSystem();
  const long = (number: number) => `{"iteration":3,"episode":${number},"text":"${'y'.repeat(9 * 2 ** 20)}"}\n`;
  const text = `{"iteration":3,"episode":4,"text":""}\n${long(70)}{"iteration":3,"episode":5,"text":""}\n${long(90)}`;
  await fs.write(PATH, bytes(text));
  const index = await indexWindows(fs, PATH, text.length, { whole: 0, lines: 2, bytes: 2 ** 20 });
  expect(index.windows.map(({ least, most, lines }) => [least, most, lines])).toEqual([
    [4, 4, 1],
    [70, 70, 1],
    [5, 5, 1],
    [90, 90, 1],
  ]);
  expect((await textsOf(fs, index)).join('') === text).toBe(true);
});

it('is empty of an empty file and of a torn line', async () => {
  const fs = new MemoryFileSystem();
  for (const text of ['', '{"iteration":3,']) {
    await fs.write(PATH, bytes(text));
    expect((await indexWindows(fs, PATH, text.length, SMALL)).windows).toEqual([]);
  }
});

describe('the reader of episodes', () => {
  const few: WindowLimits = { whole: 100, lines: 3, bytes: 2 ** 20 };
  const lines = (...of: readonly number[]): string => rolloutLines(of.map((number) => episode(3, number)));
  async function reading(text: string) {
    const fs = new MemoryFileSystem();
    await fs.write(PATH, bytes(text));
    const reader = new EpisodeReader(few);
    const read = async (asked?: Parameters<EpisodeReader['read']>[3]) => {
      const { episodes, window } = await reader.read(fs, 'run', 3, asked);
      return { numbers: episodes.map((record) => record.episode), window };
    };
    return { fs, read };
  }

  it('reads windows by their own number and by that of an episode, wherever it ended', async () => {
    const { read } = await reading(lines(0, 7, 2, 3, 4, 5, 1, 6));
    expect(await read()).toEqual({ numbers: [0, 7, 2], window: { window: 0, windows: 3, first: 0, count: 3, of: 8 } });
    expect(await read({ window: 2 })).toEqual({ numbers: [1, 6], window: { window: 2, windows: 3, first: 6, count: 2, of: 8 } });
    for (const [number, window] of [0, 2, 0, 1, 1, 1, 2, 0].entries()) {
      const found = await read({ episode: number });
      expect([found.window?.window, found.numbers.includes(number)], `episode ${number}`).toEqual([window, true]);
    }
  });

  it('reads the first of two episodes with one number, and the first window where none has it', async () => {
    const { read } = await reading(lines(0, 1, 2, 3, 4, 4, 4, 9));
    expect((await read({ episode: 4 })).window?.window).toBe(1);
    expect((await read({ episode: 6 })).window?.window).toBe(0);
    expect((await read({ episode: 10_000 })).window?.window).toBe(0);
  });

  it('leaves out lines that hold no episode and counts them', async () => {
    const whole = lines(0, 1, 2, 3).split('\n');
    const { read } = await reading(
      `${whole[0]}\n{"iteration":3,"episode":8}\n\n${whole[1]}\n${whole[2]}\n${whole[3]?.slice(0, 40)}\n${whole[3]}`,
    );
    expect(await read()).toEqual({ numbers: [0], window: { window: 0, windows: 2, first: 0, count: 3, of: 6 } });
    expect(await read({ window: 1 })).toMatchObject({ numbers: [1, 2] });
    expect((await read({ episode: 2 })).window?.window, 'the torn last line is none').toBe(1);
    expect((await read({ episode: 3 })).window?.window).toBe(0);
  });

  it('fails where no line of a window holds an episode, with the first reason', async () => {
    const { read } = await reading(`${lines(0, 1, 2)}${'{"iteration":3}\n'.repeat(3)}`);
    await expect(read({ window: 1 })).rejects.toMatchObject({ fault: { code: 'E_RUN_FILE' } });
  });

  it('sees what was appended, and a file that was written anew with the same size', async () => {
    const { fs, read } = await reading(lines(0, 1, 2, 3));
    expect((await read({ window: 1 })).numbers).toEqual([3]);
    expect((await read({ window: 5 })).window?.window, 'the last where there are fewer').toBe(1);
    await fs.append(PATH, bytes(lines(4, 5, 6)));
    expect(await read({ episode: 6 })).toMatchObject({ numbers: [6], window: { windows: 3, of: 7 } });
    // As long as before, with other lines.
    const before = (await fs.size(PATH))!;
    const anew = lines(6, 5);
    await fs.write(PATH, bytes(`${anew}${'x'.repeat(before - anew.length - 1)}\n`));
    expect(await read({ window: 0 })).toEqual({ numbers: [6, 5], window: { window: 0, windows: 1, first: 0, count: 3, of: 3 } });
    expect((await read({ episode: 5 })).numbers).toEqual([6, 5]);
  });

  it('says so where the file is another each time', async () => {
    const { fs, read } = await reading(lines(0, 1, 2, 3));
    await read();
    const { readPart } = fs;
    // Looked through from its beginning it is as it was; read from further on it is not.
    fs.readPart = async (path, from, count) => (await readPart.call(fs, path, from, count)).fill(from > 0 ? 120 : 0, from > 0 ? 0 : count);
    await expect(read({ window: 1 })).rejects.toMatchObject({ fault: { code: 'E_RUN_FILE_CHANGES' } });
  });

  it('reads a small file whole', async () => {
    const fs = new MemoryFileSystem();
    await fs.write(PATH, bytes(lines(0, 1, 2, 3)));
    const { episodes, window } = await new EpisodeReader().read(fs, 'run', 3, { episode: 2 });
    expect([episodes.length, window]).toEqual([4, null]);
  });
});
