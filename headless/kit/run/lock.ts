/**
 * One process writes into a folder at a time: `run.lock` in it names the process and its host. A lock whose process is gone, on
 * this host, is taken over; of another host's process nothing can be known, so its lock is refused.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { fault, FaultError } from '../../../src/core/faults.ts';
import { PARTIAL } from '../../../src/runs/wholeFile.ts';
import { pathFaults } from '../../../src/words/words.ts';

export const LOCK = 'run.lock';
/** Held for the moment in which a lock is taken over, or two that find it stale would both have it. */
const TAKEOVER = `${LOCK}.takeover`;

/** A lock says by whom it is held microseconds after it is made; one still empty after this was left by a process killed in between, milliseconds. */
const EMPTY_FOR = 300;

const ownerSchema = z.object({ pid: z.int().positive(), host: z.string(), since: z.string() });
type Owner = z.infer<typeof ownerSchema>;

/** Locks of this process: a lock of its number that is none of them was left by an earlier process of that number. */
const held = new Set<string>();

type Notice = (code: string, message: string) => void;

/** Does `work` while nobody else writes into `folder`, which is made where it is not there; `notice` hears of a lock taken over. */
export async function withLock<T>(folder: string, notice: Notice, work: () => Promise<T>): Promise<T> {
  const made = mkdirSync(folder, { recursive: true });
  await take(folder, notice);
  const lock = join(folder, LOCK);
  held.add(lock);
  const release = () => {
    if (!held.delete(lock)) return;
    rmSync(lock, { force: true });
    // What could not begin leaves nothing behind.
    if (made !== undefined && readdirSync(folder).length === 0) rmdirSync(folder);
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function take(folder: string, notice: Notice): Promise<void> {
  const lock = join(folder, LOCK);
  const own = `${JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() } satisfies Owner)}\n`;
  if (create(lock, own)) return;
  await refuseWhileHeld(folder, lock);
  const takeover = join(folder, TAKEOVER);
  // One that was killed while it took the lock over holds it no more.
  if (isLeft(await ownerOf(takeover), takeover)) rmSync(takeover, { force: true });
  if (!create(takeover, own)) throw takeoverFault(folder);
  held.add(takeover);
  try {
    // Whoever was faster has it now.
    const stale = await refuseWhileHeld(folder, lock);
    if (!stale) {
      if (!create(lock, own)) throw takeoverFault(folder);
      return;
    }
    writeFileSync(lock + PARTIAL, own);
    renameSync(lock + PARTIAL, lock);
    notice(
      'lock_taken_over',
      stale === 'nobody'
        ? `A process that wrote into ${folder} was killed before its lock said which it was; the lock was taken over.`
        : `Process ${stale.pid}, which wrote into ${folder} since ${stale.since}, is gone; its lock was taken over.`,
    );
  } finally {
    held.delete(takeover);
    rmSync(takeover, { force: true });
  }
}

/** Makes a file that must not be there; false when it is. */
function create(path: string, contents: string): boolean {
  try {
    writeFileSync(path, contents, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Who left the lock; null where it went meanwhile. Throws where somebody may hold it. */
async function refuseWhileHeld(folder: string, lock: string): Promise<Owner | 'nobody' | null> {
  const owner = await ownerOf(lock);
  if (owner === null || owner === 'nobody') return owner;
  if (owner === 'unreadable') throw lockedFault({ folder, lock: LOCK, held: 'namelessly' });
  if (isLeft(owner, lock)) return owner;
  throw lockedFault({ folder, lock: LOCK, held: owner.host === hostname() ? 'here' : 'elsewhere', ...owner });
}

/** `nobody` where it stays empty, null where there is none. */
async function ownerOf(path: string): Promise<Owner | 'nobody' | 'unreadable' | null> {
  const read = (): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);
  let text = read();
  if (text === '') {
    await new Promise((resolve) => setTimeout(resolve, EMPTY_FOR));
    text = read();
  }
  if (text === null) return null;
  if (text === '') return 'nobody';
  try {
    return ownerSchema.parse(JSON.parse(text));
  } catch {
    return 'unreadable';
  }
}

/** Whether a lock's owner is known to be gone. */
function isLeft(owner: Owner | 'nobody' | 'unreadable' | null, path: string): boolean {
  if (owner === 'nobody') return true;
  if (owner === null || owner === 'unreadable' || owner.host !== hostname()) return false;
  return owner.pid === process.pid ? !held.has(path) : !isAlive(owner.pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Of another person it may not be signalled, and is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const lockedFault = (by: Parameters<typeof pathFaults.E_RUN_LOCKED>[0]): FaultError =>
  new FaultError(fault(pathFaults, 'E_RUN_LOCKED', by));

const takeoverFault = (folder: string): FaultError => lockedFault({ folder, lock: LOCK, held: 'takeover', takeover: TAKEOVER });
