/**
 * One run on disk (DESIGN §5), written as it goes on. Nothing here decides when: the keeper does. What a crash or a full disk
 * leaves is never mistaken for whole: lines end with a newline, a checkpoint's `trainer_state.json` is written last and
 * removed first, and a card is written aside before it is written.
 */
import { z } from 'zod';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import type { Fault } from '../../src/core/faults.ts';
import { zipFiles } from '../../src/core/formats/archive.ts';
import { missingSums } from '../../src/core/formats/checksums.ts';
import { type Best, bestJson, readBest } from '../../src/core/formats/best.ts';
import { CARD, cardJson, parseCard, type StoredCard } from '../../src/core/formats/card.ts';
import { encodeJson, type Files, filesInto } from '../../src/core/formats/files.ts';
import { encodeJsonLine } from '../../src/core/formats/jsonl.ts';
import { linesUpTo, pathsAfter, rolloutLines, RUN_PATHS, type RunInfo, runJson, START_ADAPTERS } from '../../src/core/formats/rundir.ts';
import { type FileSystem, filesBelow } from './fileSystem.ts';
import { ADAPTERS_BUDGET, adaptersOf, rolloutOf, thinning } from './rollouts.ts';
import { isWhole, readWhole, readWholeLines, removeWhole, wholePath, writeWhole } from './wholeFile.ts';

/** Files of a kept run that a run folder elsewhere has not. */
export const KEPT_PATHS = {
  /** What was said of the run: notices and faults, one a line. */
  notices: 'notices.jsonl',
  /** Which checkpoints are there only to go on from after a crash, and make way for the next one. */
  passing: 'checkpoints/passing.json',
  /** Folder of what was tried with its episodes beside the recording, a file each. */
  branches: 'branches',
} as const;

const passingSchema = z.array(z.int().min(0));
const STATE = /^checkpoints\/steps_(\d+)\/trainer_state\.json$/;

/** A notice or a fault as it lies on disk. */
export type SaidLine =
  | { readonly iteration: number; readonly level: 'info' | 'warning'; readonly code: string; readonly message: string }
  | { readonly iteration: number; readonly fault: Fault };

/** Lines to be added to the files that grow. */
export interface Lines {
  readonly metrics: string;
  /** Of the rows in `metrics`. */
  readonly checksums: string;
  readonly timing: string;
  readonly notices: string;
}

/** What the files that grow hold: their newest iteration, -1 where there is none, and every line of what was said. */
export interface KnownLines {
  readonly metrics: number;
  readonly timing: number;
  readonly notices: ReadonlySet<string>;
}

export const NOTHING_KNOWN: KnownLines = { metrics: -1, timing: -1, notices: new Set() };

export const NO_LINES: Lines = { metrics: '', checksums: '', timing: '', notices: '' };

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export class RunFolder {
  /** Bytes of every file, by its path in the folder. */
  readonly #sizes: Map<string, number>;
  /** Iterations that `passing.json` names; their checkpoints may be gone already. */
  #passing: readonly number[] = [];

  private constructor(
    private readonly fs: FileSystem,
    readonly folder: string,
    sizes: Map<string, number>,
  ) {
    this.#sizes = sizes;
  }

  /** A new run's folder; the card comes last, since a folder with one is a run. */
  static async create(fs: FileSystem, folder: string, document: ProjectDocument, card: StoredCard, start?: Files): Promise<RunFolder> {
    const made = new RunFolder(fs, folder, new Map());
    await made.#write(RUN_PATHS.project, encodeJson(document));
    for (const [path, bytes] of Object.entries(filesInto(START_ADAPTERS, start ?? {}))) await made.#write(path, bytes);
    await saveCard(fs, folder, card);
    return made;
  }

  static async open(fs: FileSystem, folder: string): Promise<RunFolder> {
    const opened = new RunFolder(fs, folder, await filesBelow(fs, folder));
    const bytes = await readWhole(fs, `${folder}/${KEPT_PATHS.passing}`);
    if (bytes && isWhole(bytes)) opened.#passing = passingSchema.safeParse(JSON.parse(decode(bytes))).data ?? [];
    return opened;
  }

  /** The document it goes on with, in place of the one it was begun with. */
  async project(document: ProjectDocument): Promise<void> {
    await this.#writeWhole(RUN_PATHS.project, encodeJson(document));
  }

  get bytes(): number {
    let sum = 0;
    for (const size of this.#sizes.values()) sum += size;
    return sum;
  }

  get paths(): string[] {
    return [...this.#sizes.keys()];
  }

  /** Iterations of the checkpoints that were written, ascending. */
  get checkpoints(): number[] {
    return this.paths
      .flatMap((path) => STATE.exec(path)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b);
  }

  /** Iterations whose rollouts are there, ascending. */
  get rollouts(): number[] {
    return this.paths.flatMap((path) => rolloutOf(path) ?? []).sort((a, b) => a - b);
  }

  /** What it was begun on, which stays when it goes on on something else. */
  async info(info: RunInfo): Promise<void> {
    if (!this.#sizes.has(RUN_PATHS.run)) await this.#write(RUN_PATHS.run, runJson(info));
  }

  vocabularies(tokens: Readonly<Record<string, readonly string[]>>): Promise<void> {
    return this.#write(RUN_PATHS.vocabulary, encode(encodeJsonLine(tokens)));
  }

  /** Adds to the files that grow; `written` hears which of them are on disk, so that a failure repeats nothing. */
  async lines(lines: Lines, written: (name: keyof Lines) => void): Promise<void> {
    const { metrics, checksums, timing } = RUN_PATHS;
    const paths = { metrics, checksums, timing, notices: KEPT_PATHS.notices };
    // A checksum follows its row: the other way round a crash would leave one whose row is missing.
    for (const name of ['metrics', 'checksums', 'timing', 'notices'] as const) {
      if (lines[name] !== '') await this.#append(paths[name], encode(lines[name]));
      written(name);
    }
  }

  rollout(iteration: number, episodes: readonly EpisodeRecord[]): Promise<void> {
    return this.#write(RUN_PATHS.rollout(iteration), encode(rolloutLines(episodes)));
  }

  /** Keeps the adapters after an iteration, and of those kept before as many as stay within `budget` bytes. */
  async adapters(iteration: number, files: Files, budget?: number): Promise<void> {
    await this.#write(RUN_PATHS.adapters(iteration), zipFiles(files, { stored: true }));
    const sizes = new Map<number, number>();
    for (const [path, size] of this.#sizes) {
      const after = adaptersOf(path);
      // Counted by the iteration that they play in, they stay for those whose rollouts stay.
      if (after !== null) sizes.set(after + 1, size);
    }
    for (const played of thinning(sizes, 1, budget ?? ADAPTERS_BUDGET).gone) await this.#remove(RUN_PATHS.adapters(played - 1));
  }

  /** Keeps a branch, or takes it away (null). */
  branch(name: string, bytes: Uint8Array | null): Promise<void> {
    const path = `${KEPT_PATHS.branches}/${name}.jsonl`;
    return bytes ? this.#writeWhole(path, bytes) : this.#removeWhole(path);
  }

  /** Removes rollouts beyond the budget; returns of how many iterations one is kept from now on. */
  async thin(every: number, budget?: number): Promise<number> {
    const sizes = new Map<number, number>();
    for (const [path, size] of this.#sizes) {
      const iteration = rolloutOf(path);
      if (iteration !== null) sizes.set(iteration, size);
    }
    const plan = thinning(sizes, every, budget);
    for (const iteration of plan.gone) await this.#remove(RUN_PATHS.rollout(iteration));
    return plan.every;
  }

  /**
   * Paths of `files` begin with `checkpoints/steps_<iteration>/`. A `passing` one makes way for the next; those before it go
   * once this one is whole.
   */
  async checkpoint(iteration: number, files: Files, passing: boolean): Promise<void> {
    const others = this.#passing.filter((held) => held !== iteration);
    // Said before it is written, or a crash would leave one that nobody takes away.
    if (passing || others.length < this.#passing.length) await this.#setPassing(passing ? [...others, iteration] : others);
    await this.#dropCheckpoint(iteration);
    const marksLast = Object.entries(files).sort(([a], [b]) => Number(STATE.test(a)) - Number(STATE.test(b)));
    for (const [path, bytes] of marksLast) await this.#write(path, bytes);
    for (const older of others) await this.#dropCheckpoint(older);
    if (!passing && this.#passing.length > 0) await this.#setPassing([]);
    else this.#passing = passing ? [iteration] : [];
  }

  /** Takes passing checkpoints away that `newest`, which is whole, has made needless: a crash may have left them. */
  async tidy(newest: number): Promise<void> {
    for (const older of this.#passing) if (older !== newest) await this.#dropCheckpoint(older);
    if (this.#passing.length > 0 && !this.#passing.includes(newest)) await this.#setPassing([]);
  }

  async #setPassing(iterations: readonly number[]): Promise<void> {
    if (iterations.length === 0) await this.#remove(KEPT_PATHS.passing);
    else await this.#writeWhole(KEPT_PATHS.passing, encode(encodeJsonLine(iterations)));
    this.#passing = iterations;
  }

  async #dropCheckpoint(iteration: number): Promise<void> {
    const folder = RUN_PATHS.checkpoint(iteration);
    await this.#remove(`${folder}/trainer_state.json`);
    await this.#remove(folder);
  }

  /** Points at the best checkpoint, which has been written. */
  best(best: Best): Promise<void> {
    return this.#writeWhole(RUN_PATHS.best, bestJson(best));
  }

  /** Iterations of the checkpoints that are whole, ascending. */
  async wholeCheckpoints(): Promise<number[]> {
    const whole: number[] = [];
    for (const iteration of this.checkpoints) {
      const bytes = await this.fs.read(`${this.folder}/${RUN_PATHS.checkpoint(iteration)}/trainer_state.json`);
      if (bytes && isWhole(bytes)) whole.push(iteration);
    }
    return whole;
  }

  /** Cuts off what a writer that ended in the middle left of a line; returns what the files hold. */
  async mend(): Promise<KnownLines> {
    const lines = async (path: string): Promise<string[]> => {
      const text = decode((await this.fs.read(`${this.folder}/${path}`)) ?? new Uint8Array());
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      if (whole !== text) await this.#cut(path, encode(whole).byteLength);
      return whole.split(/(?<=\n)/);
    };
    const newest = (rows: readonly string[]): number => Number(/^\{"iteration":(\d+)/.exec(rows.at(-1) ?? '')?.[1] ?? -1);
    const metrics = newest(await lines(RUN_PATHS.metrics));
    await lines(RUN_PATHS.checksums);
    await this.#sumRows();
    return {
      metrics,
      timing: newest(await lines(RUN_PATHS.timing)),
      notices: new Set(await lines(KEPT_PATHS.notices)),
    };
  }

  /** Removes what came after `iteration`, so that the run goes on as if it had never gone further. */
  async truncate(iteration: number): Promise<void> {
    const best = await readWhole(this.fs, `${this.folder}/${RUN_PATHS.best}`);
    if (best && (readBest({ [RUN_PATHS.best]: best })?.iteration ?? 0) > iteration) await this.#remove(RUN_PATHS.best);
    await this.tidy(iteration);
    for (const path of await this.#branchesAfter(iteration)) await this.#removeWhole(path);
    const marks = (path: string): number => Number(STATE.test(path));
    for (const path of pathsAfter(this.paths, iteration).toSorted((a, b) => marks(b) - marks(a))) await this.#remove(path);
    for (const path of [RUN_PATHS.checksums, RUN_PATHS.metrics, RUN_PATHS.timing, KEPT_PATHS.notices]) {
      const bytes = await this.fs.read(`${this.folder}/${path}`);
      if (!bytes) continue;
      const text = decode(bytes);
      const kept = linesUpTo(text, iteration);
      // Cut rather than written anew wherever that is the same: a crash in between must not lose a row.
      if (text.startsWith(kept)) await this.#cut(path, encode(kept).byteLength);
      else await this.#write(path, encode(kept));
    }
    await this.#sumRows();
  }

  /** Gives checksums to the rows that have none yet, as a crash and earlier versions left them. */
  async #sumRows(): Promise<void> {
    const text = async (path: string): Promise<string | null> => {
      const bytes = await this.fs.read(`${this.folder}/${path}`);
      return bytes && decode(bytes);
    };
    const missing = missingSums((await text(RUN_PATHS.metrics)) ?? '', await text(RUN_PATHS.checksums));
    if (missing !== '') await this.#append(RUN_PATHS.checksums, encode(missing));
  }

  /** Branches of episodes of later iterations, which will be others. One that says of no iteration stays. */
  async #branchesAfter(iteration: number): Promise<string[]> {
    const later: string[] = [];
    for (const path of new Set(this.paths.filter((name) => name.startsWith(`${KEPT_PATHS.branches}/`)).map(wholePath))) {
      const bytes = await readWholeLines(this.fs, `${this.folder}/${path}`);
      if (bytes && branchIteration(bytes) > iteration) later.push(path);
    }
    return later;
  }

  async #write(path: string, bytes: Uint8Array): Promise<void> {
    await this.fs.write(`${this.folder}/${path}`, bytes);
    this.#sizes.set(path, bytes.byteLength);
  }

  async #writeWhole(path: string, bytes: Uint8Array): Promise<void> {
    await writeWhole(this.fs, `${this.folder}/${path}`, bytes);
    this.#sizes.set(path, bytes.byteLength);
  }

  async #removeWhole(path: string): Promise<void> {
    await removeWhole(this.fs, `${this.folder}/${path}`);
    for (const name of this.#sizes.keys()) if (wholePath(name) === path) this.#sizes.delete(name);
  }

  async #append(path: string, bytes: Uint8Array): Promise<void> {
    const at = this.#sizes.get(path) ?? 0;
    try {
      await this.fs.append(`${this.folder}/${path}`, bytes);
    } catch (error) {
      // Without the part that was still written, or the next line would be glued to it.
      await this.fs.truncate(`${this.folder}/${path}`, at).catch(() => undefined);
      throw error;
    }
    this.#sizes.set(path, at + bytes.byteLength);
  }

  async #cut(path: string, size: number): Promise<void> {
    await this.fs.truncate(`${this.folder}/${path}`, size);
    this.#sizes.set(path, size);
  }

  async #remove(path: string): Promise<void> {
    await this.fs.remove(`${this.folder}/${path}`);
    for (const name of this.#sizes.keys()) if (name === path || name.startsWith(`${path}/`)) this.#sizes.delete(name);
  }
}

const branchSchema = z.object({ iteration: z.int().min(0) });

/** Of the episode that a branch is of, by the first line of its file; -1 where that says none. */
function branchIteration(bytes: Uint8Array): number {
  try {
    return branchSchema.parse(JSON.parse(decode(bytes.subarray(0, bytes.indexOf(10) + 1)))).iteration;
  } catch {
    return -1;
  }
}

/** Writes a card so that a crash leaves the older or the newer one. */
export function saveCard(fs: FileSystem, folder: string, card: StoredCard): Promise<void> {
  return writeWhole(fs, `${folder}/${CARD}`, cardJson(card));
}

/** The card of a folder; null where it has none. Throws `E_CARD` where it has one that is none. */
export async function readCard(fs: FileSystem, folder: string): Promise<StoredCard | null> {
  const bytes = await readWhole(fs, `${folder}/${CARD}`);
  return bytes && parseCard(bytes);
}
