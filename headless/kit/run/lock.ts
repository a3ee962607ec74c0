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

const ownerSchema = z.object({ pid: z.int().positive(), host: z.string(), since: z.string() });
type Owner = z.infer<typeof ownerSchema>;

/** Locks of this process: a lock of its number that is none of them was left by an earlier process of that number. */
const held = new Set<string>();

/** Does `work` while nobody else writes into `folder`, which is made where it is not there; `notice` hears of a lock taken over. */
export async function withLock<T>(folder: string, notice: (code: string, message: string) => void, work: () => Promise<T>): Promise<T> {
  const made = mkdirSync(folder, { recursive: true });
  take(folder, notice);
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

function take(folder: string, notice: (code: string, message: string) => void): void {
  const lock = join(folder, LOCK);
  const own = `${JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() } satisfies Owner)}\n`;
  if (create(lock, own)) return;
  refuseWhileHeld(folder, lock);
  const takeover = join(folder, TAKEOVER);
  if (!create(takeover, own)) throw lockedFault({ folder, lock: LOCK, held: 'takeover', takeover: TAKEOVER });
  try {
    // Whoever was faster has it now.
    const stale = refuseWhileHeld(folder, lock);
    writeFileSync(lock + PARTIAL, own);
    renameSync(lock + PARTIAL, lock);
    if (stale)
      notice('lock_taken_over', `Process ${stale.pid}, which wrote into ${folder} since ${stale.since}, is gone; its lock was taken over.`);
  } finally {
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

/** The owner that is gone; null where its lock went meanwhile. */
function refuseWhileHeld(folder: string, lock: string): Owner | null {
  if (!existsSync(lock)) return null;
  const owner = ownerOf(lock);
  if (!owner) throw lockedFault({ folder, lock: LOCK, held: 'namelessly' });
  const { pid } = owner;
  if (owner.host !== hostname()) throw lockedFault({ folder, lock: LOCK, held: 'elsewhere', ...owner });
  if (pid === process.pid ? held.has(lock) : isAlive(pid)) throw lockedFault({ folder, lock: LOCK, held: 'here', ...owner });
  return owner;
}

function ownerOf(lock: string): Owner | null {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(lock, 'utf8')));
  } catch {
    return null;
  }
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
