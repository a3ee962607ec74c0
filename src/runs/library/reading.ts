/** What a person looks into of a run that is kept. */
import { fault, FaultError } from '../../core/faults.ts';
import { unzipFiles, zipFiles } from '../../core/formats/archive.ts';
import { type Files, filesUnder } from '../../core/formats/files.ts';
import { encodePlayOn, type PlayOn } from '../../core/formats/imports/playOn/playOn.ts';
import { iterationsIn, parseRunPath, RUN_FOLDERS, RUN_PATHS, SPEAKING } from '../../core/formats/runPaths.ts';
import { readBest } from '../../core/formats/runs/best.ts';
import { projectChanges } from '../../core/formats/runs/trainedProject.ts';
import { type ComparedWeights, parseWeightDifference, weightDifferenceJson } from '../../core/formats/runs/weightDifference.ts';
import { runsFaults } from '../../words/words.ts';
import { type FileSystem, filesBelow } from '../fileSystem.ts';
import { RunFolder } from '../runFolder.ts';
import { judgeWithRows, rowsOf, soundCheckpoint } from '../soundCheckpoint.ts';
import { EpisodeReader, openRun, readCheckpointFiles, readKeptRun } from '../storedRun.ts';
import type { EpisodesRead, KeptRun, KeptWeights, WindowAsked } from '../types.ts';
import { isIndexPath } from '../windowIndex.ts';
import { readWhole, wholePath } from '../wholeFile.ts';
import { type Cards, ID } from './cards.ts';
import { otherProject, passedBy } from './decisions.ts';
import type { LiveRuns, TellOnce } from './liveRuns.ts';

export function createReading(cards: Cards, live: LiveRuns, tellOnce: TellOnce) {
  const episodes = new EpisodeReader();

  /** The newest checkpoint that is whole, as are all rows up to it; that others were passed by is told. */
  const newest = async (id: string, checkpoints: readonly number[]): Promise<Files> => {
    const files = cards.folder(id);
    const rows = await rowsOf(files, checkpoints);
    if (rows.mixed.length > 0) throw new FaultError(fault(runsFaults, 'E_RUN_MIXED', { iterations: rows.mixed }));
    const { found, damage } = await soundCheckpoint(files, checkpoints, judgeWithRows(rows));
    if (!found) throw new FaultError(fault(runsFaults, 'E_RUN_DAMAGED', { damage }));
    if (damage !== null) tellOnce(id, passedBy(found.iteration, damage));
    const run = await openRun(files);
    const changed = run ? projectChanges(run.document, filesUnder(found.files, RUN_PATHS.checkpoint(found.iteration))) : [];
    if (changed.length > 0) tellOnce(id, otherProject(found.iteration, changed));
    return found.files;
  };

  const versions = async (id: string): Promise<number[]> => {
    const { checkpoints } = await live.settledCard(id);
    const names = (await cards.folder(id).list(RUN_FOLDERS.adapters)).map(({ name }) => `${RUN_FOLDERS.adapters}/${name}`);
    return [...new Set([...checkpoints, ...iterationsIn(names, 'adapters')])].sort((a, b) => a - b);
  };

  /** Writes something that does not come from the trainer into a run's folder, whether it goes on or not. */
  const writeBeside = async (id: string, write: (folder: RunFolder) => Promise<void>): Promise<void> => {
    const files = cards.folder(id);
    const here = live.going(id);
    if (here) return write(here.writer.folder);
    await live.card(id);
    const folder = await RunFolder.open(files);
    const before = folder.bytes;
    await write(folder);
    await cards.change(id, (card) => ({ ...card, bytes: card.bytes + folder.bytes - before }));
  };

  return {
    read: async (id: string): Promise<KeptRun> => {
      const card = await live.settledCard(id);
      return readKeptRun(cards.folder(id), card);
    },
    /** Of an iteration too large to be read whole, the window asked for. */
    episodes: (id: string, iteration: number, asked?: WindowAsked): Promise<EpisodesRead> =>
      episodes.read(cards.folder(id), id, iteration, asked),
    /** `checkpoints/steps_<iteration>/…`; for null of the newest that is whole, as are all rows up to it. */
    checkpoint: async (id: string, iteration: number | null): Promise<Files> => {
      const { checkpoints } = await live.settledCard(id);
      const missing = iteration === null ? checkpoints.length === 0 : !checkpoints.includes(iteration);
      if (missing) throw noCheckpoint(iteration, checkpoints);
      return iteration === null ? newest(id, checkpoints) : readCheckpointFiles(cards.folder(id), [iteration]);
    },
    /** All of them as they lie there, or the newest and the best alone, with `best.json` and the checksums of the rows. */
    checkpoints: async (id: string, which: 'all' | 'newest and best' = 'all'): Promise<Files> => {
      const { checkpoints } = await live.settledCard(id);
      const files = cards.folder(id);
      const best = await readWhole(files, RUN_PATHS.best);
      const checksums = await files.read(RUN_PATHS.checksums);
      const told = { ...(best ? { [RUN_PATHS.best]: best } : {}), ...(checksums ? { [RUN_PATHS.checksums]: checksums } : {}) };
      const ends = which === 'all' ? checkpoints : [checkpoints.at(-1), readBest(told)?.iteration];
      return {
        ...(await readCheckpointFiles(
          files,
          checkpoints.filter((iteration) => ends.includes(iteration)),
        )),
        ...told,
      };
    },
    /** Iterations whose team can speak again, ascending. */
    versions,
    /** The adapters after an iteration, one PEFT folder per role, with `trainer_state.json`. */
    adapters: async (id: string, iteration: number): Promise<Files> => {
      const { checkpoints } = await live.settledCard(id);
      const files = cards.folder(id);
      if (checkpoints.includes(iteration))
        return filesUnder(await readCheckpointFiles(files, [iteration], SPEAKING), RUN_PATHS.checkpoint(iteration));
      const zipped = await files.read(RUN_PATHS.adapters(iteration));
      if (!zipped) throw noCheckpoint(iteration, await versions(id));
      return unzipFiles(zipped, undefined, RUN_PATHS.adapters(iteration));
    },
    /** What was tried with a run's episodes beside the recording, by name. */
    branches: async (id: string): Promise<Files> => readBranches(cards.folder(id)),
    /** Keeps a branch, or takes it away (null). */
    setBranch: async (id: string, name: string, bytes: Uint8Array | null): Promise<void> => {
      if (!ID.test(name)) throw new Error(`"${name}" is no name of a branch`);
      await writeBeside(id, (folder) => folder.branch(name, bytes));
    },
    /** Keeps what an imported run is played on with, or takes it away (null); `adapters` are those it comes with, or stay as they are. */
    setPlayOn: async (id: string, playOn: PlayOn | null, adapters: Files | 'same' | null): Promise<void> => {
      const after = playOn?.adapters?.after ?? 0;
      const brought = adapters === null || adapters === 'same' ? adapters : { after, zip: zipFiles(adapters) };
      await writeBeside(id, (folder) => folder.playOn(playOn && encodePlayOn(playOn), brought));
    },
    /** How its bases are held, and what that was found to change. */
    weights: async (id: string): Promise<KeptWeights> => {
      const files = cards.folder(id);
      const run = await openRun(files);
      const bytes = await readWhole(files, RUN_PATHS.weightDifference);
      if (!run) throw new FaultError(fault(runsFaults, 'E_RUN_FILE_MISSING', { file: RUN_PATHS.project }));
      return { form: run.document.team.weights, compared: bytes && parseWeightDifference(bytes) };
    },
    setWeightDifference: (id: string, compared: readonly ComparedWeights[]): Promise<void> =>
      writeBeside(id, (folder) => folder.weightDifference(weightDifferenceJson(compared))),
    /** The whole folder as it lies there; also of a broken one. */
    folder: async (id: string): Promise<Readonly<Record<string, Blob>>> => {
      await live.get(id)?.writer.settled();
      const folder = cards.folder(id);
      const files: Record<string, Blob> = {};
      for (const [path, size] of await filesBelow(folder)) if (!isIndexPath(path)) files[path] = await blobOf(folder, path, size);
      return files;
    },
  };
}

/** Bytes of a file that are held at once on their way into a blob, which is not on the heap. */
const PIECE = 16 * 2 ** 20;

async function blobOf(folder: FileSystem, path: string, size: number): Promise<Blob> {
  const pieces: Blob[] = [];
  for (let at = 0; at < size; at += PIECE)
    pieces.push(new Blob([new Uint8Array(await folder.readPart(path, at, Math.min(PIECE, size - at)))]));
  return new Blob(pieces);
}

async function readBranches(run: FileSystem): Promise<Files> {
  const files: Record<string, Uint8Array> = {};
  const paths = new Set((await run.list(RUN_FOLDERS.branches)).map(({ name }) => `${RUN_FOLDERS.branches}/${wholePath(name)}`));
  for (const path of paths) {
    const branch = parseRunPath(path);
    const bytes = branch?.kind === 'branch' && (await readWhole(run, path));
    if (branch?.kind === 'branch' && bytes) files[branch.name] = bytes;
  }
  return files;
}

const noCheckpoint = (iteration: number | null, have: readonly number[]): FaultError =>
  new FaultError(fault(runsFaults, 'E_CHECKPOINT_MISSING', { iteration, have }));
