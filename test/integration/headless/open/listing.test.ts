/** What of a folder is handed over to the page, and what is not. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listHanded } from '../../../../headless/open/listing.ts';

/** Paths at which nothing is any more when they are looked at, though they were named a moment before. */
const gone = vi.hoisted(() => new Set<string>());
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const first = async (path: string): Promise<void> => {
    if (gone.has(path)) await real.rm(path, { recursive: true });
  };
  return {
    ...real,
    lstat: async (path: string, options: { bigint: true }) => (await first(path), real.lstat(path, options)),
    readdir: async (path: string, options: { withFileTypes: true }) => (await first(path), real.readdir(path, options)),
  };
});

let home = '';
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'listing-')));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

/** Writes files by their paths. */
function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}

describe('a folder', () => {
  it('is listed with all that lies in it, in the order of its paths, without links and hidden files', async () => {
    put({
      'run/b.jsonl': '{}\n',
      'run/a/2.jsonl': '12',
      'run/a/1.jsonl': '1',
      'run/.git/config': 'x',
      'run/.env': 'SECRET=1',
      'secret.txt': 's',
    });
    symlinkSync(join(home, 'secret.txt'), join(home, 'run/linked.jsonl'));
    symlinkSync(home, join(home, 'run/out'));
    const listing = await listHanded(join(home, 'run'));
    expect(listing.files.map(({ path, size }) => [path, size])).toEqual([
      ['a/1.jsonl', 1],
      ['a/2.jsonl', 2],
      ['b.jsonl', 3],
    ]);
    expect(listing).toMatchObject({ name: 'run', kind: 'folder', bytes: 6, left: { links: 2, hidden: 2, closed: 0 } });
  });

  it('may be named by a link, whose name it keeps, as a trainer calls its latest run', async () => {
    put({ 'run-7/a.jsonl': 'a' });
    symlinkSync(join(home, 'run-7'), join(home, 'latest'));
    const { name, files } = await listHanded(join(home, 'latest'));
    expect([name, files[0]?.real]).toEqual(['latest', join(home, 'run-7/a.jsonl')]);
  });

  it('that a trainer writes is listed without what it renames or removes meanwhile', async () => {
    put({ 'run/metrics.jsonl': '1', 'run/steps_2.partial/a': 'a', 'run/steps_4/a': 'a', 'run/run.json.partial': '{' });
    for (const path of ['run/steps_2.partial', 'run/steps_4/a', 'run/run.json.partial']) gone.add(join(home, path));
    const { files, left } = await listHanded(join(home, 'run'));
    expect(files.map(({ path }) => path)).toEqual(['metrics.jsonl']);
    expect(left).toEqual({ links: 0, hidden: 0, closed: 0 });
  });

  it('of more files than any run has is refused, with its name', async () => {
    put({ 'run/1': '1', 'run/2': '2', 'run/3': '3' });
    expect((await listHanded(join(home, 'run'), 3)).files).toHaveLength(3);
    await expect(listHanded(join(home, 'run'), 2)).rejects.toMatchObject({
      fault: { code: 'E_FOLDER_FILES', params: { folder: 'run', files: 2 } },
    });
  });
});

it('one file is listed alone, by its name', async () => {
  put({ 'run/rollouts.jsonl': '{}\n', 'run/other': 'x' });
  const { name, kind, files } = await listHanded(join(home, 'run/rollouts.jsonl'));
  expect([name, kind, files.map(({ path }) => path)]).toEqual(['rollouts.jsonl', 'file', ['rollouts.jsonl']]);
});

describe('is refused in a sentence', () => {
  const codeOf = (path: string) =>
    listHanded(join(home, path)).then(
      () => null,
      (error: unknown) => (error as { fault: { code: string; params: object } }).fault,
    );

  it('what is not there', async () => {
    expect(await codeOf('none')).toMatchObject({ code: 'E_FILE_MISSING' });
    put({ file: 'x' });
    expect(await codeOf('file/below')).toMatchObject({ code: 'E_FILE_MISSING' });
  });

  it('an empty folder, and one of which nothing is left', async () => {
    mkdirSync(join(home, 'empty'));
    expect(await codeOf('empty')).toMatchObject({ code: 'E_OPEN_NOTHING', params: { left: 0 } });
    put({ 'hidden/.a': 'x' });
    expect(await codeOf('hidden')).toMatchObject({ code: 'E_OPEN_NOTHING', params: { left: 1 } });
    put({ 'hollow/a': '' });
    expect(await codeOf('hollow')).toMatchObject({ code: 'E_OPEN_NOTHING', params: { left: 1 } });
  });

  it.skipIf(process.platform === 'win32')('a pipe', async () => {
    execFileSync('mkfifo', [join(home, 'pipe')]);
    expect(await codeOf('pipe')).toMatchObject({ code: 'E_OPEN_KIND' });
  });

  // Nothing is closed to root.
  it.skipIf(process.getuid?.() === 0)('what may not be read; a folder below is left out and told', async () => {
    put({ 'closed/a': 'x', 'run/closed/b': 'x', 'run/c': 'x' });
    for (const path of ['closed/a', 'run/closed']) chmodSync(join(home, path), 0);
    expect(await codeOf('closed')).toMatchObject({ code: 'E_OPEN_NOTHING' });
    expect(await listHanded(join(home, 'run'))).toMatchObject({ files: [{ path: 'c' }], left: { closed: 1 } });
    chmodSync(join(home, 'run/closed'), 0o700);
  });
});
