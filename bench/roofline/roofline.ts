/** What the machine gives our kernels, measured in the run that is held against it: as many processes as threads, at the same time. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { shown } from '../rows.ts';

/** Of all threads together. */
export interface Limits {
  /** The register kernel on data in the first cache. */
  readonly gflops: number;
  /** Memory read, GB/s. */
  readonly bandwidth: number;
  /** Weights made single-precision numbers of what lies in the first cache, 10⁹ a second. */
  readonly q8: number;
  readonly q4: number;
}

function limitsOfOne(): Promise<Limits> {
  return new Promise((resolve, reject) => {
    const args = ['--import', 'tsx', join(import.meta.dirname, 'rooflineThread.ts')];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (part) => {
      said += String(part);
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(JSON.parse(said) as Limits) : reject(new Error('a limit could not be measured'))));
  });
}

export async function measureLimits(threads: number): Promise<Limits> {
  const all = await Promise.all(Array.from({ length: threads }, limitsOfOne));
  const sum = (pick: (limits: Limits) => number) => all.reduce((total, limits) => total + pick(limits), 0);
  return { gflops: sum((one) => one.gflops), bandwidth: sum((one) => one.bandwidth), q8: sum((one) => one.q8), q4: sum((one) => one.q4) };
}

export const percent = (share: number): string => `${shown(100 * share)} %`;
