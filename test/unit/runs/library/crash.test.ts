/**
 * The page is killed in the middle of every single change of the disk, one after the other. Whatever is left is listed
 * without a fault, its checkpoints are whole, and the run goes on to the very folder of one that was never interrupted.
 */
import { describe, expect, it } from 'vitest';
import { checkpointFiles, FailingFileSystem, ITERATIONS, libraryOn, newRun, play, RenamingFileSystem, said } from './support.ts';
import type { Library } from '../../../../src/runs/library/library.ts';
import type { MemoryFileSystem } from '../../../../src/runs/memoryFileSystem.ts';

async function wholeRun(fs = new FailingFileSystem()) {
  const { library } = libraryOn(fs);
  await library.begin(newRun());
  await play(library, said(0, ITERATIONS));
  return fs;
}

/** All but the card, which says how it came about. */
const contents = (fs: MemoryFileSystem) =>
  Object.fromEntries(
    [...fs.files]
      .filter(([path]) => !path.includes('/card.json'))
      .map(([path, bytes]): [string, string] => [path, new TextDecoder().decode(bytes)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Says all of an iteration before any of it is on the disk: its checkpoint is written first. */
async function lag(library: Library, from: number): Promise<void> {
  for (let iteration = from + 1; iteration <= ITERATIONS; iteration += 1) {
    const adapters = { 'planner/adapter_model.safetensors': new Uint8Array(40).fill(iteration) };
    for (const event of said(iteration - 1, iteration)) library.receive(event);
    library.receive({ type: 'adapters', runId: 'run1', iteration, files: adapters });
    await library.settled();
  }
}

async function begunAndLagging(fs: MemoryFileSystem): Promise<void> {
  const { library } = libraryOn(fs);
  await library.begin(newRun());
  await lag(library, 0);
}

const uninterrupted = await wholeRun();
const renamed = await wholeRun(new RenamingFileSystem());

it('a run has the same bytes where files are renamed and where they cannot be', () => {
  expect(contents(renamed)).toEqual(contents(uninterrupted));
});

it('does not write anew what is the same, which power that goes could tear', async () => {
  const fs = new FailingFileSystem();
  const { library } = libraryOn(fs);
  await library.begin(newRun());
  await play(library, said(0, 5));
  const project = fs.files.get('runs/run1/project.json');
  await libraryOn(fs).library.resume('run1', 3, newRun().document);
  expect(fs.files.get('runs/run1/project.json')).toBe(project);
  expect([...fs.files.keys()].filter((path) => path.includes('project.json'))).toEqual(['runs/run1/project.json']);
});

describe.each([
  [uninterrupted.changes, 'cannot rename', FailingFileSystem],
  [renamed.changes, 'renames', RenamingFileSystem],
])('a page that is killed in any of %i changes of a disk that %s', (changes, _, Disk) => {
  it('leaves a run that can be listed, read and continued to the same bytes', { timeout: 60_000 }, async () => {
    let continued = 0;
    for (let at = 0; at < changes; at += 1) {
      const fs = new Disk();
      fs.changesLeft = at;
      await wholeRun(fs);
      // The next visit.
      fs.changesLeft = Number.POSITIVE_INFINITY;
      const { library } = libraryOn(fs);
      const { cards, broken } = await library.list();
      expect(broken, `killed in change ${at}`).toEqual([]);
      const [card] = cards;
      if (!card) {
        expect(contents(fs), `killed in change ${at}: nothing was computed`).toEqual({});
        continue;
      }
      for (const iteration of card.checkpoints)
        expect(await library.checkpoint('run1', iteration), `killed in change ${at}`).toEqual(checkpointFiles(iteration));
      const { metrics } = await library.read('run1');
      expect(metrics.map((row) => row['iteration'])).toEqual(metrics.map((_, index) => index));
      const newest = card.checkpoints.at(-1);
      if (card.phase === 'finished') expect(contents(fs), `killed in change ${at}`).toEqual(contents(uninterrupted));
      if (newest === undefined || card.phase === 'finished') continue;
      await library.resume('run1', newest, newRun().document);
      await play(library, said(newest, ITERATIONS));
      expect(contents(fs), `killed in change ${at}, continued after ${newest}`).toEqual(contents(uninterrupted));
      expect((await library.list()).cards).toMatchObject([{ phase: 'finished', iteration: ITERATIONS, checkpoints: [3, 6] }]);
      continued += 1;
    }
    expect(continued).toBeGreaterThan(changes / 2);
  });

  it('has of episodes and adapters that were written behind their checkpoint all or nothing', { timeout: 60_000 }, async () => {
    const whole = new Disk();
    await begunAndLagging(whole);
    const wanted = contents(whole);
    const lacking = new Set<string>();
    for (let at = 0; at < whole.changes; at += 1) {
      const fs = new Disk();
      fs.changesLeft = at;
      await begunAndLagging(fs).catch(() => undefined);
      fs.changesLeft = Number.POSITIVE_INFINITY;
      const { library } = libraryOn(fs);
      const newest = (await library.list()).cards[0]?.checkpoints.at(-1);
      if (newest === undefined || newest === ITERATIONS) continue;
      await library.resume('run1', newest, newRun().document);
      await lag(library, newest);
      const found = contents(fs);
      for (const path of Object.keys(wanted)) if (!(path in found)) lacking.add(path.replaceAll(/.*run1\/|\d+.*/g, ''));
      expect(wanted, `killed in change ${at}, continued after ${newest}`).toMatchObject(found);
    }
    expect([...lacking].sort()).toEqual(['adapters/', 'rollouts/']);
  });

  it('and goes on in another library, which is killed while it is told again, has the episodes that the first one wrote', async () => {
    const whole = new Disk();
    await begunAndLagging(whole);
    const written = [...whole.files].filter(([path]) => !path.endsWith('/adapters/6.zip'));
    const episodes = (fs: MemoryFileSystem) => Object.entries(contents(fs)).filter(([path]) => path.includes('/rollouts/'));
    let killed = true;
    for (let at = 0; killed; at += 1) {
      const fs = new Disk();
      for (const [path, bytes] of written) fs.files.set(path, bytes);
      fs.changesLeft = at;
      const { library } = libraryOn(fs);
      await library.rejoin('run1', newRun()).catch(() => undefined);
      await lag(library, 0).catch(() => undefined);
      killed = fs.changesLeft < 0;
      fs.changesLeft = Number.POSITIVE_INFINITY;
      await libraryOn(fs).library.list();
      expect(episodes(fs), `killed in change ${at}`).toEqual(episodes(whole));
    }
  });

  it('has of what was tried all or nothing, and keeps what was there; what is deleted is gone', async () => {
    const lines = (name: string) => new TextEncoder().encode(`{"id":"${name}","iteration":2}\n{"n":1}\n{"n":2}\n`);
    const before = new Map(uninterrupted.files);
    const branches = async (fs: MemoryFileSystem) => libraryOn(fs).library.branches('run1');
    const inFolder = (fs: MemoryFileSystem) => [...fs.files.keys()].filter((path) => path.includes('/branches/'));
    let whole = 0;
    for (let at = 0; at < 24; at += 1) {
      const fs = new Disk();
      for (const [path, bytes] of before) fs.files.set(path, bytes);
      const { library } = libraryOn(fs);
      await library.setBranch('run1', 'first', lines('first'));
      // Kept, kept again as it is when it is brought back, and deleted.
      fs.changes = 0;
      fs.changesLeft = at;
      const done: string[] = [];
      const step = (name: string, work: Promise<void>) => work.then(() => void done.push(name)).catch(() => undefined);
      await step('kept', library.setBranch('run1', 'second', lines('second')));
      await step('again', library.setBranch('run1', 'second', lines('second')));
      await step('deleted', library.setBranch('run1', 'second', null));
      fs.changesLeft = Number.POSITIVE_INFINITY;
      const left = await branches(fs);
      expect(left['first'], `killed in change ${at}`).toEqual(lines('first'));
      if ('second' in left) expect(left['second'], `killed in change ${at}`).toEqual(lines('second'));
      if (done.includes('kept') && !done.includes('again')) expect(left, `killed in change ${at}`).toHaveProperty('second');
      if (done.includes('deleted')) expect(Object.keys(left)).toEqual(['first']);
      whole += 'second' in left ? 1 : 0;
      const later = libraryOn(fs).library;
      await later.setBranch('run1', 'second', null);
      expect(inFolder(fs), `killed in change ${at}`).toEqual(['runs/run1/branches/first.jsonl']);
    }
    expect(whole).toBeGreaterThan(8);
  });

  it('finds what was tried where a write was cut off at the end of a line', async () => {
    const bytes = new TextEncoder().encode('{"id":"a","iteration":2}\n{"n":1}\n{"n":2}\n');
    const cut = bytes.slice(0, bytes.indexOf(10, bytes.indexOf(10) + 1) + 1);
    for (const [own, aside] of [
      [cut, bytes],
      [bytes, cut],
    ] as const) {
      const fs = new Disk();
      for (const [path, held] of uninterrupted.files) fs.files.set(path, held);
      fs.files.set('runs/run1/branches/a.jsonl', own);
      fs.files.set('runs/run1/branches/a.jsonl.partial', aside);
      expect(await libraryOn(fs).library.branches('run1')).toEqual({ a: bytes });
    }
  });

  it('has its card, which was cut off at the end of a line that is JSON by itself, also where it is killed once more', async () => {
    const path = 'runs/run1/card.json';
    const card = uninterrupted.files.get(path)!;
    const lines = new TextDecoder().decode(card).split(/(?<=\n)/);
    const cut = new TextEncoder().encode(lines.slice(0, lines.indexOf('    6\n') + 1).join(''));
    for (let at = 0; at < 3; at += 1) {
      const fs = new Disk();
      for (const [name, bytes] of uninterrupted.files) fs.files.set(name, bytes);
      if (Disk === FailingFileSystem) fs.files.set(path, cut).set(`${path}.partial`, card);
      fs.changesLeft = at;
      await libraryOn(fs)
        .library.label('run1', { name: 'Mine' })
        .catch(() => undefined);
      fs.changesLeft = Number.POSITIVE_INFINITY;
      expect((await libraryOn(fs).library.list()).cards, `killed in change ${at}`).toMatchObject([{ began: 5 }]);
    }
  });

  it('and killed again while it is being continued, loses no checkpoint', { timeout: 60_000 }, async () => {
    const interrupted = new Disk();
    const first = libraryOn(interrupted);
    await first.library.begin(newRun());
    await play(first.library, said(0, 5));
    const before = new Map(interrupted.files);
    for (let at = 0; at < 40; at += 1) {
      const fs = new Disk();
      for (const [path, bytes] of before) fs.files.set(path, bytes);
      fs.changesLeft = at;
      const { library } = libraryOn(fs);
      await library.list().catch(() => undefined);
      await library.resume('run1', 3, newRun().document).catch(() => undefined);
      await play(library, said(3, ITERATIONS));
      fs.changesLeft = Number.POSITIVE_INFINITY;
      const again = libraryOn(fs).library;
      const { cards, broken } = await again.list();
      expect(broken).toEqual([]);
      expect(cards[0]?.checkpoints, `killed in change ${at}`).toContain(3);
      expect((await again.read('run1')).document.name, `killed in change ${at}`).toBe('planner → solver');
      if (cards[0]?.phase === 'finished') continue;
      await again.resume('run1', 3, newRun().document);
      await play(again, said(3, ITERATIONS));
      expect(contents(fs), `killed in change ${at}`).toEqual(contents(uninterrupted));
    }
  });
});
