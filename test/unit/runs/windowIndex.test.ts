/** The index kept beside a large rollout: a new visit uses it, and nothing that is not of the file is ever believed. */
import { describe, expect, it } from 'vitest';
import { rolloutLines } from '../../../src/core/formats/runs/rundir.ts';
import { indexWindows, type WindowLimits } from '../../../src/runs/episodeWindows.ts';
import { MemoryFileSystem } from '../../../src/runs/memoryFileSystem.ts';
import { EpisodeReader } from '../../../src/runs/storedRun.ts';
import { keptIndex } from '../../../src/runs/windowIndex.ts';
import { episode } from '../core/episode/records.ts';
import { seededRandom } from '../core/formats/helpers.ts';

const PATH = 'rollouts/3.jsonl';
const INDEX = 'rollouts/3.windows.json';
const FEW: WindowLimits = { whole: 100, lines: 50, bytes: 2 ** 20 };

const bytes = (text: string) => new TextEncoder().encode(text);
/** Long enough for beginning and end not to meet. */
const lines = (from: number, count: number): string => rolloutLines(Array.from({ length: count }, (_, at) => episode(3, from + at)));

/** A file system that counts what is read of the rollout. */
async function opened(text: string) {
  const fs = new MemoryFileSystem();
  await fs.write(PATH, bytes(text));
  const { readPart } = fs;
  let read = 0;
  fs.readPart = async (path, from, most) => {
    const part = await readPart.call(fs, path, from, most);
    if (path === PATH) read += part.length;
    return part;
  };
  const numbersOf = async (asked?: Parameters<EpisodeReader['read']>[3], limits = FEW) => {
    read = 0;
    const { episodes, window } = await new EpisodeReader(limits).read(fs, 'run', 3, asked);
    return { numbers: episodes.map((record) => record.episode), window, read };
  };
  return { fs, numbersOf };
}

const whole = lines(0, 500);

describe('a visit after the first', () => {
  it('reads the window alone, and both ends of the file to know it', async () => {
    const { fs, numbersOf } = await opened(whole);
    const first = await numbersOf({ episode: 312 });
    expect(first.read).toBeGreaterThan(whole.length);
    const again = await numbersOf({ episode: 312 });
    expect([again.numbers, again.window]).toEqual([first.numbers, first.window]);
    expect(again.numbers).toContain(312);
    expect(again.read).toBeLessThan(whole.length / 2);
    expect(await keptIndex(fs, PATH, whole.length, FEW)).toEqual(await indexWindows(fs, PATH, whole.length, FEW));
  });

  it('of a file that grew looks through what is new, and keeps that', async () => {
    const { fs, numbersOf } = await opened(whole);
    await numbersOf();
    await fs.append(PATH, bytes(lines(500, 20)));
    const grown = await numbersOf({ episode: 519 });
    expect(grown).toMatchObject({ window: { of: 520 } });
    expect(grown.numbers).toContain(519);
    expect(grown.read).toBeLessThan(whole.length);
    expect((await numbersOf({ episode: 519 })).read).toBeLessThan(grown.read);
  });
});

describe('an index that is not of the file', () => {
  const changed = {
    'a file of another beginning': (text: string) => text.replace('"episode":0,', '"episode":7,'),
    'a file of another end': (text: string) => `${text.slice(0, -2)} \n`,
    'a shorter file': (text: string) => text.slice(0, text.indexOf('\n', text.length / 2) + 1),
  };
  it.each(Object.entries(changed))('of %s: it is looked through anew', async (_, change) => {
    const { fs, numbersOf } = await opened(whole);
    await numbersOf();
    const other = change(whole);
    await fs.write(PATH, bytes(other));
    expect(await keptIndex(fs, PATH, other.length, FEW)).toBeNull();
    expect((await numbersOf({ window: 1 })).read).toBeGreaterThan(other.length);
    expect(await keptIndex(fs, PATH, other.length, FEW)).toEqual(await indexWindows(fs, PATH, other.length, FEW));
  });

  it('of a file that differs in its middle alone: noticed where that is read', async () => {
    const { fs, numbersOf } = await opened(whole);
    await numbersOf();
    const at = whole.indexOf('{"iteration":3,"episode":250,');
    await fs.write(PATH, bytes(`${whole.slice(0, at)}\n${whole.slice(at + 1)}`));
    const { numbers, window, read } = await numbersOf({ window: 5 });
    expect([numbers.includes(251), window?.of, read > whole.length]).toEqual([true, 501, true]);
  });

  it('of other limits, or another version', async () => {
    const { fs, numbersOf } = await opened(whole);
    await numbersOf();
    expect((await numbersOf({ window: 0 }, { ...FEW, lines: 20 })).window).toMatchObject({ windows: 25 });
    await numbersOf();
    const kept = new TextDecoder().decode((await fs.read(INDEX))!);
    await fs.write(INDEX, bytes(kept.replace(/"version": ?1/, '"version":2')));
    expect(await keptIndex(fs, PATH, whole.length, FEW)).toBeNull();
  });

  it('damaged in any way: it is right or absent, and the episodes are read', async () => {
    const { fs, numbersOf } = await opened(whole);
    await numbersOf();
    const kept = (await fs.read(INDEX))!;
    const right = await indexWindows(fs, PATH, whole.length, FEW);
    const random = seededRandom(4);
    for (let trial = 0; trial < 150; trial += 1) {
      const copy = random() < 0.2 ? kept.slice(0, Math.floor(random() * kept.length)) : kept.slice();
      // Digits for digits, so that it stays JSON.
      for (let change = 0; change < 3; change += 1) {
        const at = Math.floor(random() * copy.length);
        if (copy[at]! >= 48 && copy[at]! <= 57) copy[at] = 48 + Math.floor(random() * 10);
      }
      await fs.write(INDEX, copy);
      expect([null, right]).toContainEqual(await keptIndex(fs, PATH, whole.length, FEW));
      const { numbers } = await numbersOf({ window: 3 });
      expect(numbers.length, `trial ${trial}`).toBe(50);
    }
  });
});

it('where it cannot be written nothing is lost', async () => {
  const { fs, numbersOf } = await opened(whole);
  fs.write = () => Promise.reject(new Error('no room'));
  expect((await numbersOf({ episode: 499 })).numbers).toContain(499);
  expect(await fs.read(INDEX)).toBeNull();
});
