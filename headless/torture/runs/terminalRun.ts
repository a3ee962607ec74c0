/** The made-up run as the terminal writes it, begun or gone on with, and what somebody beside it was told is kept. */
import { codesOf } from './outcomes.ts';
import { eventsUpTo } from '../../../src/core/formats/tfevents.ts';
import { RUN_PATHS } from '../../../src/core/formats/runPaths.ts';
import { below, type FileSystem, filesBelow, readText } from '../../../src/runs/fileSystem.ts';
import { iterationOf } from '../../../src/core/formats/checksums.ts';
import { wholeLines } from '../../../src/core/formats/jsonl.ts';
import { readRun, resumePoint } from '../../kit/run/storedRun.ts';
import { diskFileSystem } from '../../kit/nodeFileSystem.ts';
import { nodeCalls } from '../disk/nodeCalls.ts';
import { SimulatedDisk } from '../disk/simulated.ts';
import { holdsNothing, truncateRun, WrittenRun } from '../../kit/run/writtenRun.ts';
import { BEST, checkpointAt, DOCUMENT, episodesAt, EVERY, INFO, ITERATIONS, metricsAt, timingAt } from './madeUp.ts';

export const FOLDER = '/runs/a';

/** The newest of each that resolved. */
export class Told {
  row = -1;
  checkpoint = -1;
  readonly rollouts = new Set<number>();
  /** Codes of what was said of damage, and iterations whose episodes it said are missing. */
  readonly codes = new Set<string>();
  readonly missing = new Set<number>();
}

/** Begins the run, or goes on with it, as `npm run train` does with `--resume`; throws what the disk throws, and for a promise that was broken. */
export async function trainMadeUp(disk: FileSystem, told: Told): Promise<void> {
  const notice = (code: string, message: string): void => {
    told.codes.add(code);
    if (code === 'rollout_missing') told.missing.add(Number(/rollouts\/(\d+)/.exec(message)?.[1]));
  };
  const names = (await disk.list(FOLDER)).map(({ name }) => name);
  let out: WrittenRun;
  let iteration = 0;
  const begin = async (): Promise<WrittenRun> => {
    const begun = await WrittenRun.begin(FOLDER, DOCUMENT, INFO, disk);
    await begun.folder.checkpoint(0, checkpointAt(0));
    told.checkpoint = Math.max(0, told.checkpoint);
    return begun;
  };
  if (holdsNothing(names)) {
    if (told.checkpoint >= 0) throw new Error(`the run is gone, of which checkpoint ${told.checkpoint} was told`);
    out = await begin();
  } else {
    const from = await resumePoint(await readRun(FOLDER, disk), 'latest', notice);
    if ((from?.iteration ?? -1) < told.checkpoint)
      throw new Error(`checkpoint ${told.checkpoint} was told, and ${from ? `${from.iteration} is the newest` : 'none is there'}`);
    await requireRows(disk, told);
    if (!from) {
      await truncateRun(FOLDER, 0, disk);
      out = await begin();
    } else {
      ({ iteration } = from);
      if (
        from.files[RUN_PATHS.trainerState(iteration)]?.byteLength !== checkpointAt(iteration)[RUN_PATHS.trainerState(iteration)]?.byteLength
      )
        throw new Error(`checkpoint ${iteration} is another one`);
      // What came after it is taken away and trained again; a run at iteration 0 says its first row anew.
      told.row = iteration === 0 ? -1 : Math.min(told.row, iteration);
      out = await WrittenRun.goOn(FOLDER, iteration, disk);
      if (iteration >= BEST.iteration) await out.folder.best(BEST);
      await out.folder.project(DOCUMENT);
    }
  }
  await out.folder.vocabularies({ micro: ['a', 'b'] });
  const tell = async (at: number): Promise<void> => {
    await out.row(metricsAt(at), timingAt(at));
    told.row = at;
  };
  if (iteration === 0) await tell(0);
  while (iteration < ITERATIONS) {
    iteration += 1;
    await tell(iteration);
    if (iteration % EVERY === 0) {
      await out.folder.checkpoint(iteration, checkpointAt(iteration));
      told.checkpoint = iteration;
    }
    if (iteration === BEST.iteration) await out.folder.best(BEST);
    await out.folder.rollout(iteration, episodesAt(iteration));
    told.rollouts.add(iteration);
  }
}

/** Throws where a row is not there that was told. */
async function requireRows(disk: FileSystem, told: Told): Promise<void> {
  const text = wholeLines((await readText(disk, `${FOLDER}/${RUN_PATHS.metrics}`)) ?? '');
  const rows = text.split('\n').slice(0, -1).map(iterationOf);
  for (let row = 0; row <= told.row; row += 1)
    if (!rows.includes(row)) throw new Error(`row ${row} was told and is gone; there are ${codesOf(rows)}`);
}

/** The bytes of the run's files but TensorBoard's, whose names are of the clock; throws where one of those is torn. */
export async function contentsOf(disk: FileSystem): Promise<Map<string, string>> {
  const own = below(disk, FOLDER);
  const found = new Map<string, string>();
  for (const path of [...(await filesBelow(own)).keys()].sort()) {
    const bytes = (await own.read(path)) ?? new Uint8Array();
    if (!path.startsWith('events.')) found.set(path, new TextDecoder('latin1').decode(bytes));
    else if (eventsUpTo(bytes, Number.MAX_SAFE_INTEGER).byteLength !== bytes.byteLength) throw new Error(`${path} is torn`);
  }
  return found;
}

interface Unharmed {
  readonly contents: ReadonlyMap<string, string>;
  readonly calls: number;
}
let whole: Promise<Unharmed> | undefined;

/** The run as it is when nothing happens to it, and how many calls of the disk it takes. */
export function unharmed(): Promise<Unharmed> {
  const make = async (): Promise<Unharmed> => {
    const disk = new SimulatedDisk();
    const files = diskFileSystem(nodeCalls(disk));
    await trainMadeUp(files, new Told());
    const { calls } = disk;
    return { contents: await contentsOf(files), calls };
  };
  return (whole ??= make());
}

/** What decides how the terminal writes and reads a run, for a row's `codeUnderTest`. */
export const WRITTEN_BY: readonly string[] = [
  'src/runs/fileSystem.ts',
  'src/runs/runFolder.ts',
  'src/runs/wholeFile.ts',
  'src/runs/eventFile.ts',
  'src/runs/soundCheckpoint.ts',
  'src/runs/storedRun.ts',
  'src/core/formats/checksums.ts',
  'headless/kit/ioFaults.ts',
  'headless/kit/nodeFileSystem.ts',
  'headless/kit/run/storedRun.ts',
  'headless/kit/run/writtenRun.ts',
  'headless/torture/disk',
  'headless/torture/runs',
];
