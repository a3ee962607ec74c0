/** Somebody who looks into a run's folder while it is trained: what is shown is the run as it was at some moment. */
import { readFileSync } from 'node:fs';
import { FaultError } from '../../../src/core/faults.ts';
import { RUN_PATHS } from '../../../src/core/formats/runPaths.ts';
import { readGivenRun } from '../../../src/runs/takeIn.ts';
import { evaluationPoint, readRun } from '../../kit/run/storedRun.ts';
import { listHanded } from '../../open/listing.ts';

/** What is written anew while a run goes on, and so is no beginning of what it is in the end. */
const CHANGES = new Set<string>([RUN_PATHS.best, RUN_PATHS.timing]);

/** As `marft open` hands it to the page and the page reads it; false where a fault said that it cannot be read yet. */
export async function openedAsPage(folder: string, whole: ReadonlyMap<string, string>): Promise<boolean> {
  try {
    const files: Record<string, Uint8Array> = {};
    for (const { path, real, size } of (await listHanded(folder)).files) {
      const bytes = bytesAt(real);
      // The server says that it was changed, and the page opens nothing.
      if (!bytes) return false;
      files[path] = bytes.subarray(0, size);
    }
    const { files: taken } = readGivenRun(files);
    for (const [path, bytes] of Object.entries(taken)) {
      const text = new TextDecoder('latin1').decode(bytes);
      const end = whole.get(path);
      if (!CHANGES.has(path) && end?.startsWith(text) === false) throw new Error(`${path} was read as it never was`);
    }
    return true;
  } catch (error) {
    if (error instanceof FaultError) return false;
    throw error;
  }
}

/** Null where what was listed is gone. */
function bytesAt(path: string): Uint8Array | null {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** As `marft evaluate` and `marft export-run` choose a checkpoint; throws where damage is told of a run that has none. */
export async function chosenAsEvaluated(folder: string, whole: ReadonlyMap<string, string>): Promise<boolean> {
  try {
    const { iteration, files } = await evaluationPoint(await readRun(folder), 'latest', (code, message) => {
      throw new Error(`${code}: ${message}`);
    });
    for (const [path, bytes] of Object.entries(files))
      if (whole.get(path) !== new TextDecoder('latin1').decode(bytes))
        throw new Error(`${path} of checkpoint ${iteration} is not what was written`);
    return true;
  } catch (error) {
    if (error instanceof FaultError) return false;
    throw error;
  }
}
