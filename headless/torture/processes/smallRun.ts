/** What a folder holds of the small run, and what it is when nothing happens to it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { iterationOf } from '../../../src/core/formats/checksums.ts';
import { tfeventsReader } from '../../../src/core/formats/imports/curves/tfevents.ts';
import { RUN_PATHS } from '../../../src/core/formats/runPaths.ts';
import { filePaths } from '../../kit/folders.ts';
import { codesOf } from '../runs/outcomes.ts';
import { beginning, type Ended, terminal } from './terminal.ts';

/** Does `work` with a folder of its own, which goes with all that stands beside it. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const own = mkdtempSync(join(tmpdir(), 'torture-'));
  try {
    return await work(join(own, 'run'));
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/**
 * What a run's folder holds by path, for comparison: bytes, but of what is by the clock only what is not. Of `timing.jsonl` those are the
 * iterations, of TensorBoard's event files, whose number and names differ, the curves that TensorBoard draws of all of them.
 */
export async function contentsOf(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const events: string[] = [];
  for (const path of filePaths(folder).sort()) {
    const bytes = readFileSync(join(folder, path));
    if (path.startsWith('events.')) events.push(path);
    else if (path === RUN_PATHS.timing) found.set(path, codesOf(bytes.toString('utf8').split('\n').slice(0, -1).map(iterationOf)));
    else found.set(path, bytes.toString('latin1'));
  }
  found.set('events', await curvesOf(folder, events));
  return found;
}

async function curvesOf(folder: string, paths: readonly string[]): Promise<string> {
  const files = paths.map((path) => {
    const bytes = new Uint8Array(readFileSync(join(folder, path)));
    return { path, size: bytes.byteLength, read: (start: number, end: number) => Promise.resolve(bytes.subarray(start, end)) };
  });
  const steps: unknown[] = [];
  for await (const part of tfeventsReader.read(files, null)) {
    if (part.kind === 'metrics') {
      const { step, values } = part.metrics;
      steps.push([step, Object.entries(values).filter(([name]) => !/^(timing_s|perf)\//.test(name))]);
    } else if (part.kind === 'notice' && part.code !== 'E_CURVES_RESTARTED') throw new Error(part.message);
  }
  return JSON.stringify(steps);
}

export interface Whole {
  readonly contents: ReadonlyMap<string, string>;
  /** That it took, from its start to its end. */
  readonly milliseconds: number;
}
let whole: Promise<Whole> | undefined;

/** The small run, trained once by a process that nothing happens to. */
export function wholeRun(): Promise<Whole> {
  return (whole ??= inFolder(async (folder) => {
    const ended = await terminal(beginning(folder)).ended;
    requireEnd(ended);
    return { contents: await contentsOf(folder), milliseconds: ended.milliseconds };
  }));
}

/** Throws where a process did not come to its end. */
export function requireEnd({ by, printed }: Ended): void {
  if (by !== 0) throw new Error(`it ended with ${by}: ${printed.slice(-400)}`);
}
