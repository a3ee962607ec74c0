/** What the format tests share: golden files, a seeded generator, and how to name the fault a reader throws. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FaultError } from '../../../../src/core/faults.ts';

const golden = fileURLToPath(new URL('../../../golden/', import.meta.url));

/** The files of a golden folder, by name. */
export function goldenFolder(path: string): Record<string, Uint8Array> {
  const folder = join(golden, path);
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map(({ name }) => [name, new Uint8Array(readFileSync(join(folder, name)))]));
}

/** mulberry32: numbers in [0, 1), the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The code of the fault `work` throws; `none` if it returns, and the error itself if it is not one for people. */
export function faultCode(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof FaultError) return error.fault.code;
    throw error;
  }
  return 'none';
}
