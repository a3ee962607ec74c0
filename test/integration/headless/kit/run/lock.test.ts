/** A folder has one writer: a lock that is held, stale, another host's or unreadable. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LOCK, withLock } from '../../../../../headless/kit/run/lock.ts';

/** What happens right after somebody has looked whether a file is there. */
const meanwhile = vi.hoisted(() => ({ looked: (_path: string): boolean | undefined => undefined }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  return { ...real, existsSync: (path: string) => meanwhile.looked(path) ?? real.existsSync(path) };
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lock = () => join(folder, LOCK);
const nothing = () => undefined;
const put = (owner: object) => writeFileSync(lock(), JSON.stringify({ since: '2026-01-01T00:00:00.000Z', host: hostname(), ...owner }));
/** The number of a process that has ended. */
const gone = () => Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));

it('is held while the work goes on, names the process, and is released also when it fails', async () => {
  await withLock(folder, nothing, async () => {
    expect(JSON.parse(readFileSync(lock(), 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
    await expect(withLock(folder, nothing, async () => undefined)).rejects.toThrow(`process ${process.pid} has been writing to it since`);
    expect(existsSync(lock()), 'the refused one takes nothing away').toBe(true);
  });
  expect(readdirSync(folder)).toEqual([]);
  const failing = withLock(folder, nothing, async () => {
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  expect(readdirSync(folder)).toEqual([]);
});

it('a folder made for work that could not begin goes again, one with something in it stays', async () => {
  const made = join(folder, 'a', 'b');
  await withLock(made, nothing, async () => undefined);
  expect(existsSync(made)).toBe(false);
  await withLock(made, nothing, async () => writeFileSync(join(made, 'x'), ''));
  expect(readdirSync(made)).toEqual(['x']);
  mkdirSync(join(folder, 'own'));
  await withLock(join(folder, 'own'), nothing, async () => undefined);
  expect(existsSync(join(folder, 'own'))).toBe(true);
});

it('another living process is refused, and its lock stays', async () => {
  put({ pid: process.ppid });
  await expect(withLock(folder, nothing, async () => undefined)).rejects.toThrow(
    `process ${process.ppid} has been writing to it since 2026`,
  );
  expect(readdirSync(folder)).toEqual([LOCK]);
});

it('a lock of a process that is gone is taken over, and said', async () => {
  const pid = gone();
  put({ pid });
  const said: string[] = [];
  await withLock(
    folder,
    (code, message) => said.push(code, message),
    async () => {
      expect(JSON.parse(readFileSync(lock(), 'utf8'))).toMatchObject({ pid: process.pid });
    },
  );
  expect(said[0]).toBe('lock_taken_over');
  expect(said[1]).toContain(`Process ${pid}`);
  expect(readdirSync(folder)).toEqual([]);
});

it('an earlier process of the same number is gone, too: containers count from 1', async () => {
  put({ pid: process.pid });
  await withLock(folder, nothing, async () => undefined);
  expect(readdirSync(folder)).toEqual([]);
});

it('nothing is known of another host’s process: refused with what to do', async () => {
  put({ pid: gone(), host: 'elsewhere' });
  await expect(withLock(folder, nothing, async () => undefined)).rejects.toThrow(/on the host “elsewhere”.*delete run\.lock in it/);
});

it('a stale lock that goes while it is taken over is not written over where a third process made its own', async () => {
  const pid = gone();
  put({ pid });
  let looks = 0;
  meanwhile.looked = (path) => {
    if (path !== lock() || (looks += 1) !== 2) return undefined;
    put({ pid: process.ppid });
    return false; // it was gone a moment ago
  };
  const taken = withLock(folder, nothing, async () => undefined);
  await expect(taken).rejects.toThrow('another process is taking over its lock');
  meanwhile.looked = () => undefined;
  expect(JSON.parse(readFileSync(lock(), 'utf8'))).toMatchObject({ pid: process.ppid });
  expect(readdirSync(folder)).toEqual([LOCK]);
});

it('a lock that cannot be read, and one that is being taken over, are refused', async () => {
  writeFileSync(lock(), 'by hand');
  await expect(withLock(folder, nothing, async () => undefined)).rejects.toThrow('does not say by whom');
  put({ pid: gone() });
  writeFileSync(`${lock()}.takeover`, readFileSync(lock(), 'utf8').replace(/"pid":\d+/, `"pid":${process.ppid}`));
  await expect(withLock(folder, nothing, async () => undefined)).rejects.toThrow('another process is taking over its lock');
  expect(readdirSync(folder)).toEqual([LOCK, `${LOCK}.takeover`]);
});

it('a process killed before its lock said anything, or while it took one over, locks nobody out', async () => {
  for (const leave of [
    () => writeFileSync(lock(), ''),
    () => {
      put({ pid: gone() });
      writeFileSync(`${lock()}.partial`, '');
      writeFileSync(`${lock()}.takeover`, readFileSync(lock()));
    },
  ]) {
    leave();
    const said: string[] = [];
    await withLock(
      folder,
      (code) => said.push(code),
      async () => expect(JSON.parse(readFileSync(lock(), 'utf8'))).toMatchObject({ pid: process.pid }),
    );
    expect(said).toEqual(['lock_taken_over']);
    expect(readdirSync(folder)).toEqual([]);
  }
});
