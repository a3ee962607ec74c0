/** Resident memory of the page's renderer process, its workers included, by Linux's own count. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const ps = (...args: string[]): string => execFileSync('ps', args, { encoding: 'utf8' });

/** Of the largest renderer of the browser of this profile, MB: now, and at its highest so far. */
export async function rendererMemory(profile: string): Promise<{ readonly now: number; readonly most: number }> {
  const processes = ps('-eo', 'pid,pgid,args', '-ww').split('\n');
  // Renderers do not say their profile; the one of this page is the largest of the browser's children.
  const groupOf = (line: string): string => line.trim().split(/\s+/)[1] ?? '';
  const browser = processes.find((line) => line.includes(`--user-data-dir=${profile}`) && !line.includes('--type='));
  const group = browser === undefined ? null : groupOf(browser);
  const own = processes.filter((line) => line.includes('--type=renderer') && groupOf(line) === group);
  const status = await Promise.all(own.map((line) => readFile(`/proc/${parseInt(line, 10)}/status`, 'utf8')));
  const most = (field: string): number =>
    Math.round(Math.max(0, ...status.map((text) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024)));
  return { now: most('VmRSS'), most: most('VmHWM') };
}
