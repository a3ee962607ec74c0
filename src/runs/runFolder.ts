/**
 * One run on disk (DESIGN §5), written as it goes on, in page and terminal alike. Nothing here decides when: the writer does, or the
 * terminal's loop. What a crash or a full disk leaves is never mistaken for whole: lines end with a newline, a checkpoint's
 * `trainer_state.json` marks it as whole, and what is written over is written aside first.
 */
import { z } from 'zod';
import type { ProjectDocument } from '../core/document/schema.ts';
import type { EpisodeRecord } from '../core/episode/records.ts';
import { type Best, bestJson, readBest } from '../core/formats/runs/best.ts';
import { iterationOf, missingSums, rowSums } from '../core/formats/checksums.ts';
import { encodeJson, type Files, filesInto, filesUnder } from '../core/formats/files.ts';
import { encodeJsonLine, wholeLines } from '../core/formats/jsonl.ts';
import { linesUpTo, metricsLine, rolloutLines, type RunInfo, runJson, stateIn, timingLine } from '../core/formats/runs/rundir.ts';
import {
  checkpointsIn,
  iterationsIn,
  parseRunPath,
  pathsAfter,
  RUN_PATHS,
  START_ADAPTERS,
  TRAINER_STATE,
} from '../core/formats/runPaths.ts';
import { truncateEvents } from './eventFile.ts';
import { type FileSystem, filesBelow, readText } from './fileSystem.ts';
import { ADAPTERS_BUDGET, thinning } from './thinning.ts';
import type { SaidFault, SaidNotice } from './types.ts';
import { isWhole, partsAmong, readWhole, removeMarked, removeWhole, wholePath, writeFolderWhole, writeWhole } from './wholeFile.ts';
import { removeIndex } from './windowIndex.ts';

const passingSchema = z.array(z.int().min(0));

/** A notice or a fault as it lies on disk. */
export type SaidLine = SaidNotice | SaidFault;

/** Lines to be added to the files that grow. */
export interface Lines {
  readonly metrics: string;
  /** Checksums of the rows in `metrics`. */
  readonly checksums: string;
  readonly timing: string;
  readonly notices: string;
}

/** What a folder holds of what may be said again: newest iterations, -1 where there is none, and every line of what was said. */
export interface KnownLines {
  readonly metrics: number;
  readonly timing: number;
  readonly notices: ReadonlySet<string>;
  readonly episodes: number;
  readonly adapters: number;
}

export const NOTHING_KNOWN: KnownLines = { metrics: -1, timing: -1, notices: new Set(), episodes: -1, adapters: -1 };

export const NO_LINES: Lines = { metrics: '', checksums: '', timing: '', notices: '' };

type Row = Readonly<Record<string, number>>;

/** The lines of an iteration's row, without those that are known already. */
export function rowLines(iteration: number, metrics: Row, timing: Row, known = NOTHING_KNOWN): Lines {
  const line = iteration > known.metrics ? metricsLine(iteration, metrics) : '';
  const clock = iteration > known.timing ? timingLine(iteration, timing) : '';
  return { ...NO_LINES, metrics: line, checksums: rowSums(line), timing: clock };
}

/** With what episodes and adapters begin: the brace of the first line, the P of a zip. */
const FIRST_BYTES = { rollout: 0x7b, adapters: 0x50 } as const;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export class RunFolder {
  /** Iterations that `passing.json` names; their checkpoints may be gone already. */
  #passing: readonly number[] = [];
  /** Files that may end with a part of what could not be added, or be a part of what could not be written. */
  readonly #torn = new Set<string>();

  private constructor(
    /** Its root is the run's folder. */
    private readonly fs: FileSystem,
    /** Bytes of every file, by its path. */
    private readonly sizes: Map<string, number>,
  ) {}

  /** A new run's folder, of which nothing is lost. `start`: one PEFT folder per role that begins with them. */
  static async create(fs: FileSystem, document: ProjectDocument, given: { info?: RunInfo; start?: Files } = {}): Promise<RunFolder> {
    const made = new RunFolder(fs, new Map());
    if (given.info) await made.#writeWhole(RUN_PATHS.run, runJson(given.info));
    // With its project it is a run that can be gone on with.
    await made.project(document);
    for (const [path, bytes] of Object.entries(filesInto(START_ADAPTERS, given.start ?? {}))) await made.#write(path, bytes);
    // Without checksums it would be taken for one of an earlier version.
    for (const path of [RUN_PATHS.metrics, RUN_PATHS.timing, RUN_PATHS.checksums]) await made.#write(path, new Uint8Array());
    return made;
  }

  static async open(fs: FileSystem): Promise<RunFolder> {
    const opened = new RunFolder(fs, await filesBelow(fs));
    const bytes = await readWhole(fs, RUN_PATHS.passing);
    if (bytes && isWhole(bytes)) opened.#passing = passingSchema.safeParse(JSON.parse(decode(bytes))).data ?? [];
    return opened;
  }

  /** What is being run; a run that goes on may have got more iterations. */
  project(document: ProjectDocument): Promise<void> {
    return this.#writeWhole(RUN_PATHS.project, encodeJson(document));
  }

  get bytes(): number {
    let sum = 0;
    for (const size of this.sizes.values()) sum += size;
    return sum;
  }

  get paths(): string[] {
    return [...this.sizes.keys()];
  }

  /** Iterations of the checkpoints that were written, ascending. */
  get checkpoints(): number[] {
    return checkpointsIn(this.paths);
  }

  /** Iterations whose rollouts are there, ascending. */
  get rollouts(): number[] {
    return iterationsIn(this.paths, 'rollout');
  }

  /** What it was begun on, which stays when it goes on on something else; what was cut off is written anew. */
  async info(info: RunInfo): Promise<void> {
    const there = await this.fs.read(RUN_PATHS.run);
    if (!there || !isWhole(there)) await this.#write(RUN_PATHS.run, runJson(info));
  }

  vocabularies(tokens: Readonly<Record<string, readonly string[]>>): Promise<void> {
    return this.#write(RUN_PATHS.vocabulary, encode(encodeJsonLine(tokens)));
  }

  /** Adds to the files that grow; `written` hears which of them are on disk, so that a failure repeats nothing. */
  async lines(lines: Lines, written: (name: keyof Lines) => void = () => undefined): Promise<void> {
    // A checksum follows its row: the other way round a crash would leave one whose row is missing.
    for (const name of ['metrics', 'checksums', 'timing', 'notices'] as const) {
      if (lines[name] !== '') await this.#append(RUN_PATHS[name], encode(lines[name]));
      written(name);
    }
  }

  /** Adds what is said of the run; not what it says already. */
  async say(line: SaidLine): Promise<void> {
    const text = encodeJsonLine(line);
    if (!(await this.#mended(RUN_PATHS.notices)).includes(text)) await this.#append(RUN_PATHS.notices, encode(text));
  }

  /** Takes away what failed attempts may have left. */
  async untear(): Promise<void> {
    for (const path of this.#torn) await this.#untear(path);
  }

  rollout(iteration: number, episodes: readonly EpisodeRecord[]): Promise<void> {
    return this.#writeOrNone(RUN_PATHS.rollout(iteration), encode(rolloutLines(episodes)));
  }

  /** Keeps the adapters after an iteration, zipped, with which its team can speak again. */
  adapters(iteration: number, zip: Uint8Array): Promise<void> {
    return this.#writeOrNone(RUN_PATHS.adapters(iteration), zip);
  }

  /** Removes adapters beyond `budget` bytes. */
  async thinAdapters(budget = ADAPTERS_BUDGET): Promise<void> {
    const sizes = this.#sizesOf('adapters');
    // Counted by the iteration that they play in, they stay for those whose rollouts stay.
    const played = new Map([...sizes].map(([after, size]) => [after + 1, size]));
    for (const iteration of thinning(played, 1, budget).gone) await this.#remove(RUN_PATHS.adapters(iteration - 1));
  }

  /** Removes rollouts beyond `budget` bytes; returns of how many iterations one is kept from now on. */
  async thinRollouts(every: number, budget?: number): Promise<number> {
    const plan = thinning(this.#sizesOf('rollout'), every, budget);
    for (const iteration of plan.gone) {
      await this.#remove(RUN_PATHS.rollout(iteration));
      await removeIndex(this.fs, RUN_PATHS.rollout(iteration));
    }
    return plan.every;
  }

  /** Keeps a branch, or takes it away (null). */
  branch(name: string, bytes: Uint8Array | null): Promise<void> {
    return bytes ? this.#writeWhole(RUN_PATHS.branch(name), bytes) : this.#removeWhole(RUN_PATHS.branch(name));
  }

  /**
   * Keeps what an imported run is played on with, or takes it away (null). Unless only what was found of it is new, what was brought
   * before goes with all that was tried with it; `adapters`: the new ones, by the iteration they are of.
   */
  async playOn(bytes: Uint8Array | null, adapters: { readonly after: number; readonly zip: Uint8Array } | 'same' | null): Promise<void> {
    if (adapters !== 'same') {
      // First what says that there is any: a crash in between leaves a run without equipment, not one with another's adapters.
      await this.#removeWhole(RUN_PATHS.playOn);
      for (const path of this.paths.map(wholePath)) {
        const kind = parseRunPath(path)?.kind;
        if (kind === 'branch') await this.#removeWhole(path);
        if (kind === 'adapters') await this.#remove(path);
      }
      if (adapters) await this.adapters(adapters.after, adapters.zip);
    }
    if (bytes) await this.#writeWhole(RUN_PATHS.playOn, bytes);
  }

  /** Keeps what holding its bases in fewer bits was found to change. */
  weightDifference(bytes: Uint8Array): Promise<void> {
    return this.#writeWhole(RUN_PATHS.weightDifference, bytes);
  }

  /**
   * Paths of `files` begin with `checkpoints/steps_<iteration>/`. A `passing` one makes way for the next; those before it go
   * once this one is whole.
   */
  async checkpoint(iteration: number, files: Files, passing = false): Promise<void> {
    const others = this.#passing.filter((held) => held !== iteration);
    // Said before it is written, or a crash would leave one that nobody takes away.
    if (passing || others.length < this.#passing.length) await this.#setPassing(passing ? [...others, iteration] : others);
    const folder = RUN_PATHS.checkpoint(iteration);
    await writeFolderWhole(this.fs, folder, filesUnder(files, folder), TRAINER_STATE);
    this.#forget(folder);
    for (const [path, bytes] of Object.entries(files)) this.sizes.set(path, bytes.byteLength);
    for (const older of others) await this.#dropCheckpoint(older);
    if (!passing && this.#passing.length > 0) await this.#setPassing([]);
    else this.#passing = passing ? [iteration] : [];
  }

  /** Takes away what a crash may have left: passing checkpoints that `newest`, which is whole, has made needless, and what was cut off. */
  async tidy(newest: number): Promise<void> {
    await this.#removeCutOff();
    for (const older of this.#passing) if (older !== newest) await this.#dropCheckpoint(older);
    if (this.#passing.length > 0 && !this.#passing.includes(newest)) await this.#setPassing([]);
  }

  /** Points at the best checkpoint, which has been written. */
  best(best: Best): Promise<void> {
    return this.#writeWhole(RUN_PATHS.best, bestJson(best));
  }

  /** Iterations of the checkpoints that were written to their end, ascending. */
  async wholeCheckpoints(): Promise<number[]> {
    const whole: number[] = [];
    for (const iteration of this.checkpoints) {
      const bytes = await this.fs.read(RUN_PATHS.trainerState(iteration));
      if (bytes && isWhole(bytes)) whole.push(iteration);
    }
    return whole;
  }

  /** Cuts off what a writer that ended in the middle left of a line, and removes what it left of a file; returns what the folder holds. */
  async mend(): Promise<KnownLines> {
    await this.#removeCutOff();
    const newest = (rows: readonly string[]): number => iterationOf(rows.at(-1) ?? '') ?? -1;
    const metrics = newest(await this.#mended(RUN_PATHS.metrics));
    await this.#mended(RUN_PATHS.checksums);
    await this.#sumRows();
    return {
      metrics,
      timing: newest(await this.#mended(RUN_PATHS.timing)),
      notices: new Set(await this.#mended(RUN_PATHS.notices)),
      episodes: this.rollouts.at(-1) ?? -1,
      adapters: iterationsIn(this.paths, 'adapters').at(-1) ?? -1,
    };
  }

  /**
   * Removes what came after `iteration`, so that the run goes on as if it had never gone further. `lastRow` is the newest row that
   * stays: -1 for one that begins again and says its row 0 anew. A crash in between leaves the rest to the next time. Throws, and
   * removes nothing, where what came after is a newer workbench's.
   */
  async truncate(iteration: number, lastRow = iteration): Promise<void> {
    for (const later of this.checkpoints.filter((held) => held > iteration)) await this.#requireKnown(later);
    const best = await readWhole(this.fs, RUN_PATHS.best);
    if (best && (readBest({ [RUN_PATHS.best]: best })?.iteration ?? 0) > iteration) await this.#remove(RUN_PATHS.best);
    await this.tidy(iteration);
    for (const path of await this.#branchesAfter(iteration)) await this.#removeWhole(path);
    const marks = (path: string): number => Number(path.endsWith(`/${TRAINER_STATE}`));
    for (const path of pathsAfter(this.paths, iteration).toSorted((a, b) => marks(b) - marks(a))) await this.#remove(path);
    if (this.fs.rename) for (const path of partsAmong(this.paths)) await this.#remove(path);
    for (const path of [RUN_PATHS.checksums, RUN_PATHS.metrics, RUN_PATHS.timing, RUN_PATHS.notices]) {
      const text = await readText(this.fs, path);
      if (text === null) continue;
      const kept = linesUpTo(text, lastRow);
      // Cut rather than written anew wherever that is the same: a crash in between must not lose a row.
      if (text.startsWith(kept)) await this.#cut(path, encode(kept).byteLength);
      else await this.#write(path, encode(kept));
    }
    await this.#sumRows();
    await truncateEvents(this.fs, this.paths, lastRow);
  }

  /**
   * Removes the newest episodes and adapters where a crash left a part of them: what comes with a checkpoint may be written after it,
   * and is not said again. Since they are written in order, those before them are whole.
   */
  async #removeCutOff(): Promise<void> {
    if (this.fs.rename) return;
    for (const kind of ['rollout', 'adapters'] as const) {
      const newest = iterationsIn(this.paths, kind).at(-1);
      if (newest === undefined) continue;
      const path = RUN_PATHS[kind](newest);
      const [first] = await this.fs.readPart(path, 0, 1);
      if (first !== FIRST_BYTES[kind]) await this.#remove(path);
    }
  }

  /** The lines of a file, without a last one that was cut off: from now on it ends before that. */
  async #mended(path: string): Promise<string[]> {
    const text = (await readText(this.fs, path)) ?? '';
    const whole = wholeLines(text);
    if (whole !== text) await this.#cut(path, encode(whole).byteLength);
    return whole.split(/(?<=\n)/);
  }

  /** Gives checksums to the rows that have none yet, as a crash and earlier versions left them. */
  async #sumRows(): Promise<void> {
    const checksums = await readText(this.fs, RUN_PATHS.checksums);
    const missing = missingSums((await readText(this.fs, RUN_PATHS.metrics)) ?? '', checksums);
    if (missing !== '') await this.#append(RUN_PATHS.checksums, encode(missing));
  }

  /** Branches of episodes of later iterations, which will be others. One that says of no iteration stays. */
  async #branchesAfter(iteration: number): Promise<string[]> {
    const later: string[] = [];
    for (const path of new Set(this.paths.map(wholePath).filter((name) => parseRunPath(name)?.kind === 'branch'))) {
      const bytes = await readWhole(this.fs, path);
      if (bytes && branchIteration(bytes) > iteration) later.push(path);
    }
    return later;
  }

  /** Throws `E_RUN_FUTURE` where a checkpoint is of a newer format; one that is damaged is none. */
  async #requireKnown(iteration: number): Promise<void> {
    const path = RUN_PATHS.trainerState(iteration);
    const bytes = await this.fs.read(path);
    if (bytes && isWhole(bytes)) stateIn(bytes, path);
  }

  async #setPassing(iterations: readonly number[]): Promise<void> {
    if (iterations.length === 0) await this.#remove(RUN_PATHS.passing);
    else await this.#writeWhole(RUN_PATHS.passing, encode(encodeJsonLine(iterations)));
    this.#passing = iterations;
  }

  async #dropCheckpoint(iteration: number): Promise<void> {
    const folder = RUN_PATHS.checkpoint(iteration);
    await removeMarked(this.fs, folder, TRAINER_STATE);
    this.#forget(folder);
  }

  /** Bytes by iteration. */
  #sizesOf(kind: 'rollout' | 'adapters'): Map<number, number> {
    return new Map(iterationsIn(this.paths, kind).map((iteration) => [iteration, this.sizes.get(RUN_PATHS[kind](iteration)) ?? 0]));
  }

  /** Whole where that costs nothing; elsewhere a crash leaves a part, which readers pass by or do without. */
  async #write(path: string, bytes: Uint8Array, firstByteLast = false): Promise<void> {
    if (this.fs.rename) await writeWhole(this.fs, path, bytes);
    else await this.fs.write(path, bytes, firstByteLast);
    this.sizes.set(path, bytes.byteLength);
  }

  /** The same of a file that is not written again: no part of it stays that would be taken for all of it. */
  async #writeOrNone(path: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.#write(path, bytes, true);
    } catch (error) {
      this.sizes.delete(path);
      this.#torn.add(path);
      await this.#untear(path).catch(() => undefined);
      throw error;
    }
  }

  async #writeWhole(path: string, bytes: Uint8Array): Promise<void> {
    await writeWhole(this.fs, path, bytes);
    this.sizes.set(path, bytes.byteLength);
  }

  async #append(path: string, bytes: Uint8Array): Promise<void> {
    if (this.#torn.has(path)) await this.#untear(path);
    try {
      await this.fs.append(path, bytes);
    } catch (error) {
      // Without the part that was still written, or the next line would be glued to it: now, or once the disk is well again.
      this.#torn.add(path);
      await this.#untear(path).catch(() => undefined);
      throw error;
    }
    this.sizes.set(path, (this.sizes.get(path) ?? 0) + bytes.byteLength);
  }

  /** Takes away what a failed attempt may have added. */
  async #untear(path: string): Promise<void> {
    const size = this.sizes.get(path);
    if (size === undefined) await this.fs.remove(path);
    else await this.fs.truncate(path, size);
    this.#torn.delete(path);
  }

  async #cut(path: string, size: number): Promise<void> {
    await this.fs.truncate(path, size);
    this.sizes.set(path, size);
  }

  async #remove(path: string): Promise<void> {
    await this.fs.remove(path);
    this.#forget(path);
  }

  async #removeWhole(path: string): Promise<void> {
    await removeWhole(this.fs, path);
    for (const name of this.sizes.keys()) if (wholePath(name) === path) this.sizes.delete(name);
  }

  #forget(path: string): void {
    for (const name of this.sizes.keys()) if (name === path || name.startsWith(`${path}/`)) this.sizes.delete(name);
  }
}

const branchSchema = z.object({ iteration: z.int().min(0) });

/** The iteration of the episode that a branch is of, by the first line of its file; -1 where that says none. */
function branchIteration(bytes: Uint8Array): number {
  try {
    return branchSchema.parse(JSON.parse(decode(bytes.subarray(0, bytes.indexOf(10) + 1)))).iteration;
  } catch {
    return -1;
  }
}
