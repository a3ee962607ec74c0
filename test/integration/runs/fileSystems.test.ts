/** What runs ask of a file system, of a disk and of memory alike; OPFS is tried by the end-to-end tests. */
import fs, { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { diskFileSystem, nodeFileSystem } from '../../../headless/kit/nodeFileSystem.ts';
import { below, type FileSystem, filesBelow, readText } from '../../../src/runs/fileSystem.ts';
import { MemoryFileSystem } from '../../../src/runs/memoryFileSystem.ts';
import { partsAmong, readWhole, writeFolderWhole, writeWhole } from '../../../src/runs/wholeFile.ts';
import { FailingFileSystem, RenamingFileSystem } from '../../unit/runs/library/support.ts';

const folders: string[] = [];
const temporary = (): string => {
  folders.push(mkdtempSync(join(tmpdir(), 'file-system-')));
  return folders.at(-1)!;
};
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const bytes = (text: string) => new TextEncoder().encode(text);
const paths = async (fs: FileSystem, folder = '') => [...(await filesBelow(fs, folder)).keys()].toSorted();

describe.each<[string, () => FileSystem]>([
  ['a disk', () => below(nodeFileSystem, temporary())],
  ['memory', () => new MemoryFileSystem()],
  ['a folder in memory', () => below(new MemoryFileSystem(), 'runs/a')],
  ['memory that renames', () => new RenamingFileSystem()],
])('%s', (_, open) => {
  it('holds what was written, appended and cut, in folders that come into being', async () => {
    const fs = open();
    await fs.write('a/b/c.txt', bytes('one'));
    await fs.append('a/b/c.txt', bytes(' two'));
    expect(await readText(fs, 'a/b/c.txt')).toBe('one two');
    expect(await fs.size('a/b/c.txt')).toBe(7);
    await fs.truncate('a/b/c.txt', 3);
    expect(await readText(fs, 'a/b/c.txt')).toBe('one');
    await fs.write('a/b/c.txt', bytes('x'));
    expect(await readText(fs, 'a/b/c.txt'), 'in place of what was there').toBe('x');
    await fs.write('a/d.txt', bytes(''));
    expect((await fs.list('a')).toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'b', kind: 'folder' },
      { name: 'd.txt', kind: 'file' },
    ]);
    expect(await fs.list('')).toEqual([{ name: 'a', kind: 'folder' }]);
    expect(await filesBelow(fs)).toEqual(
      new Map([
        ['a/b/c.txt', 1],
        ['a/d.txt', 0],
      ]),
    );
    expect(await paths(fs, 'a')).toEqual(['b/c.txt', 'd.txt']);
  });

  it('has nothing where nothing is, and removes what is there', async () => {
    const fs = open();
    expect([await fs.read('x'), await fs.size('x'), await fs.list('x')]).toEqual([null, null, []]);
    await fs.remove('x/y');
    await fs.write('a/b', bytes('1'));
    await fs.write('ab', bytes('2'));
    expect([await fs.read('a'), await fs.size('a')], 'a folder is no file').toEqual([null, null]);
    await fs.remove('a');
    expect(await paths(fs)).toEqual(['ab']);
  });

  it('writes files and folders whole, and leaves nothing aside', async () => {
    const fs = open();
    for (const text of ['{"a":1}\n', '{"a":2}\n']) await writeWhole(fs, 'run/card.json', bytes(text));
    expect(new TextDecoder().decode((await readWhole(fs, 'run/card.json'))!)).toBe('{"a":2}\n');
    await writeFolderWhole(fs, 'run/steps_1', { old: bytes('1'), mark: bytes('1') }, 'mark');
    await writeFolderWhole(fs, 'run/steps_1', { mark: bytes('2'), 'in/new': bytes('2') }, 'mark');
    expect(await paths(fs)).toEqual(['run/card.json', 'run/steps_1/in/new', 'run/steps_1/mark']);
    expect(await readText(fs, 'run/steps_1/mark')).toBe('2');
  });
});

it('a file that was cut off in its place outlasts a second write that is cut off, where nothing can be renamed', async () => {
  const whole = async (fs: FileSystem) => new TextDecoder().decode((await readWhole(fs, 'card.json'))!);
  for (const second of [0, 1, 2]) {
    const fs = new FailingFileSystem();
    await writeWhole(fs, 'card.json', bytes('{"a":1}\n'));
    // Cut off in the middle of its place: the whole one is aside.
    fs.changesLeft = 1;
    await expect(writeWhole(fs, 'card.json', bytes('{"a":2}\n'))).rejects.toThrow('killed');
    fs.changesLeft = second;
    await writeWhole(fs, 'card.json', bytes('{"a":3}\n')).catch(() => undefined);
    expect(await whole(fs), `killed again in change ${second}`).toMatch(/^\{"a":[23]\}\n$/);
    fs.changesLeft = Number.POSITIVE_INFINITY;
    await writeWhole(fs, 'card.json', bytes('{"a":4}\n'));
    expect(await whole(fs)).toBe('{"a":4}\n');
    expect(await paths(fs)).toEqual(['card.json']);
  }
});

it('a file that is read piece by piece is written so, the same bytes', async () => {
  const size = 9 * 2 ** 20 + 5;
  const byteAt = (index: number): number => (index * 2654435761) >>> 24;
  const pieces: number[] = [];
  const slice = (begin: number, end: number): Uint8Array => {
    pieces.push(end - begin);
    return Uint8Array.from({ length: end - begin }, (_, index) => byteAt(begin + index));
  };
  const fs = below(nodeFileSystem, temporary());
  await writeFolderWhole(fs, 'base', { 'model.safetensors': { size, slice }, 'config.json': bytes('{}'), empty: { size: 0, slice } });
  expect(await paths(fs)).toEqual(['base/config.json', 'base/empty', 'base/model.safetensors']);
  const written = (await fs.read('base/model.safetensors'))!;
  expect(written.byteLength).toBe(size);
  expect(written.every((byte, index) => byte === byteAt(index))).toBe(true);
  expect(Math.max(...pieces)).toBe(4 * 2 ** 20);
});

it('a disk takes folders that somebody has emptied, and no links', async () => {
  const folder = temporary();
  const fs = below(nodeFileSystem, folder);
  await fs.write('steps_1/a', bytes('1'));
  await fs.remove('steps_1/a');
  expect(existsSync(join(folder, 'steps_1')), 'the folder is left').toBe(true);
  await writeFolderWhole(fs, 'steps_1', { b: bytes('2') });
  writeFileSync(join(folder, 'elsewhere'), '');
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'link'));
  expect(await paths(fs)).toEqual(['elsewhere', 'steps_1/b']);
});

it('a disk that refuses says what and why', async () => {
  const fs = below(nodeFileSystem, temporary());
  await fs.write('rollouts', bytes(''));
  await expect(fs.write('rollouts/1.jsonl', bytes('1'))).rejects.toMatchObject({ code: 'EEXIST', syscall: 'mkdir' });
});

it('where things are renamed what is aside is never taken for newer', async () => {
  const fs = new RenamingFileSystem();
  // Edited by hand, without a last newline; the other was being written when the process was killed.
  fs.files.set('project.json', bytes('{"edited":true}'));
  fs.files.set('project.json.partial', bytes('{"edited":false}\n'));
  expect(new TextDecoder().decode((await readWhole(fs, 'project.json'))!)).toBe('{"edited":true}');
});

it('what is aside is found by the file or folder that it is of', () => {
  const left = ['a.json.partial', 'checkpoints/steps_3.partial/planner/x', 'checkpoints/steps_3.older.partial/y', 'b.json', 'c/d'];
  expect([...partsAmong(left)]).toEqual(['a.json.partial', 'checkpoints/steps_3.partial', 'checkpoints/steps_3.older.partial']);
});

it('what goes from a disk while it is looked at is not there, and other errors are told', async () => {
  const root = temporary();
  writeFileSync(join(root, 'a'), 'a');
  const failing = (code: string) => {
    const fail = () => {
      throw Object.assign(new Error(code), { code });
    };
    return below(diskFileSystem({ ...fs, openSync: fail, readdirSync: fail }), root);
  };
  const [gone, closed] = [failing('ENOENT'), failing('EACCES')];
  expect([await gone.list(''), await gone.read('a'), await gone.readPart('a', 0, 1)]).toEqual([[], null, new Uint8Array()]);
  for (const read of [closed.list(''), closed.read('a'), closed.readPart('a', 0, 1)]) await expect(read).rejects.toThrow('EACCES');
});
