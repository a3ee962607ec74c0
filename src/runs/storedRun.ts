/**
 * Reads a run back. What lies in a browser or on a disk is as hostile as any file: it may be cut off, of another version or
 * edited. A torn last line is what a crash leaves and is passed over; anything else that is wrong is a fault.
 */
import { z } from 'zod';
import { parseDocument } from '../core/document/parse.ts';
import type { ProjectDocument } from '../core/document/schema.ts';
import type { Json } from '../core/json.ts';
import type { EpisodeRecord } from '../core/episode/records.ts';
import { fault, FaultError, faultFrom } from '../core/faults.ts';
import { runsFaults } from '../words/words.ts';
import { type Best, readBest } from '../core/formats/runs/best.ts';
import { agreeingRows, checkRows, type RowsReport } from '../core/formats/checksums.ts';
import type { StoredCard } from '../core/formats/runs/card.ts';
import { type PlayOn, parsePlayOn } from '../core/formats/imports/playOn/playOn.ts';
import { decodeJson, type Files } from '../core/formats/files.ts';
import { parseJsonLines, wholeLines } from '../core/formats/jsonl.ts';
import { parseEpisodes, parseRows } from '../core/formats/runs/rolloutFile.ts';
import { checkpointsIn, iterationsIn, parseRunPath, RUN_PATHS, START_ADAPTERS } from '../core/formats/runPaths.ts';
import { type FileSystem, filesBelow, readText } from './fileSystem.ts';
import { indexWindows, windowAt, WINDOW_LIMITS, type WindowIndex, type WindowLimits, windowsWith, windowText } from './episodeWindows.ts';
import type { EpisodesRead, KeptRun, SaidFault, SaidNotice, WindowAsked } from './types.ts';
import { isWhole, readWhole } from './wholeFile.ts';
import { keepIndex, keptIndex } from './windowIndex.ts';
import { runFileFaults } from '../words/words.ts';

/** A run as it lies on disk, of which nothing is read but what it is; its rollouts may take gigabytes. */
export interface StoredRun {
  /** Its root is the run's folder. */
  readonly files: FileSystem;
  readonly document: ProjectDocument;
  /** Paths of all its files. */
  readonly paths: readonly string[];
}

/** Opens a run; null where there is no project, without which a folder is no run. */
export async function openRun(files: FileSystem): Promise<StoredRun | null> {
  const project = await readWhole(files, RUN_PATHS.project);
  if (!project) return null;
  return { files, document: parseDocument(new TextDecoder().decode(project)), paths: [...(await filesBelow(files)).keys()] };
}

/** Which checkpoint its `best.json` points at; null without one. Throws `E_BEST` for one that says nothing. */
export async function bestOf({ files }: Pick<StoredRun, 'files'>): Promise<Best | null> {
  const bytes = await readWhole(files, RUN_PATHS.best);
  return bytes && readBest({ [RUN_PATHS.best]: bytes });
}

/** Most notices and faults that are read; the newest. */
const SAID_LIMIT = 200;

const infoSchema = z.record(z.string(), z.json());
const vocabularySchema = z.record(z.string(), z.array(z.string()));
const placeSchema = z.object({ subject: z.string().optional(), line: z.number().optional(), column: z.number().optional() });
const faultSchema = z.object({
  code: z.custom<`E_${string}`>((code) => typeof code === 'string' && code.startsWith('E_')),
  message: z.string(),
  hint: z.string().optional(),
  params: z.looseObject({}).optional(),
  place: placeSchema.optional(),
  detail: z.string().optional(),
  by: z.literal('environment').optional(),
});
const saidSchema = z.union([
  z.object({ iteration: z.number(), fault: faultSchema }),
  z.object({ iteration: z.number(), level: z.enum(['info', 'warning']), code: z.string(), message: z.string() }),
]);

/** All of a run that a page shows, with what there is to say of its damage; weights and episodes are read when they are needed. */
export async function readKeptRun(files: FileSystem, card: StoredCard): Promise<KeptRun> {
  const run = await openRun(files);
  if (!run)
    throw new FaultError(fault(runsFaults, 'E_RUN_FILE_MISSING', { file: RUN_PATHS.project }, { place: { subject: RUN_PATHS.project } }));
  const { document, paths } = run;
  const lines = async (path: string) => wholeLines((await readText(files, path)) ?? '');
  const [info, vocabulary, best, playOn] = await Promise.all([
    files.read(RUN_PATHS.run),
    files.read(RUN_PATHS.vocabulary),
    readWhole(files, RUN_PATHS.best),
    readWhole(files, RUN_PATHS.playOn),
  ]);
  const notices: SaidNotice[] = [];
  const faults: SaidFault[] = [];
  const left: SaidNotice[] = [];
  const written = await lines(RUN_PATHS.metrics);
  const sums = await readText(files, RUN_PATHS.checksums);
  left.push(...rowNotices(checkRows(written, sums, checkpointsIn(paths)), sums === null));
  const metrics = readLines(sums === null ? written : agreeingRows(written, sums), RUN_PATHS.metrics, parseRows, left);
  const timing = readLines(await lines(RUN_PATHS.timing), RUN_PATHS.timing, parseRows, left);
  for (const value of readLines(await lines(RUN_PATHS.notices), RUN_PATHS.notices, parseJsonLines, left).slice(-SAID_LIMIT)) {
    const said = saidSchema.safeParse(value).data;
    if (said && 'fault' in said) faults.push(said);
    else if (said) notices.push(said);
  }
  const equipped = playOn && playOnOf(playOn, left);
  return {
    card: publicCard(card),
    document,
    // Written in one go but not aside: cut off, they are as good as absent, and the run can be read without them.
    info: wholeJson(infoSchema, RUN_PATHS.run, info) as Readonly<Record<string, Json>> | null,
    vocabularies: wholeJson(vocabularySchema, RUN_PATHS.vocabulary, vocabulary) ?? {},
    metrics,
    timing,
    notices: [...notices, ...left],
    faults,
    rollouts: await rolloutsIn(files, paths),
    best: best && isWhole(best) ? readBest({ [RUN_PATHS.best]: best }) : null,
    startedFrom: await startOf(run),
    playOn: equipped,
  };
}

/** What it is played on with; where that cannot be read the run can be, and `told` hears of it. */
function playOnOf(bytes: Uint8Array, told: SaidNotice[]): PlayOn | null {
  try {
    return parsePlayOn(bytes, RUN_PATHS.playOn);
  } catch (error) {
    const { message, hint = '' } = faultFrom(error);
    told.push({ iteration: 0, level: 'warning', code: 'play_on_unreadable', message: `${message} ${hint}`.trim() });
    return null;
  }
}

/** Iterations whose episodes can be read: of the newest rollout a crash may have left not even one line. */
async function rolloutsIn(files: FileSystem, paths: StoredRun['paths']): Promise<number[]> {
  const found = [...iterationsIn(paths, 'rollout')];
  for (let newest = found.at(-1); newest !== undefined && !(await hasLine(files, RUN_PATHS.rollout(newest))); newest = found.at(-1))
    found.pop();
  return found;
}

/** Whether a file has a whole line; no more of it is read than it takes to know. */
async function hasLine(files: FileSystem, path: string): Promise<boolean> {
  for (let at = 0; ; at += LOOKED_AT) {
    const piece = await files.readPart(path, at, LOOKED_AT);
    if (piece.includes(10)) return true;
    if (piece.byteLength < LOOKED_AT) return false;
  }
}
const LOOKED_AT = 2 ** 16;

/** What there is to say of the rows of `metrics.jsonl`. */
function rowNotices({ damage, mixed, unchecked }: RowsReport, older: boolean): SaidNotice[] {
  const say = (code: string, message: string): SaidNotice => ({ iteration: 0, level: 'warning', code, message });
  const several = damage.length > 3 ? `; and ${damage.length - 3} more` : '';
  const shown = `${damage
    .slice(0, 3)
    .map(({ what }) => what)
    .join('; ')}${several}`;
  return [
    // That an earlier version wrote none is told where the run goes on.
    ...(unchecked !== null && !older ? [say('without_checksums', unchecked)] : []),
    ...(damage.length > 0
      ? [
          say(
            'rows_damaged',
            `${RUN_PATHS.metrics} is damaged: ${shown}. A row that is not what was written is left out; the others are shown.`,
          ),
        ]
      : []),
    ...(mixed.length > 0
      ? [
          say(
            'rows_mixed',
            `${RUN_PATHS.metrics} holds the rows of two runs: those of iteration ${mixed.join(', ')} stand twice or out of order.`,
          ),
        ]
      : []),
  ];
}

/** Reads the episodes of iterations; of those too large to be read whole a window, whose index it remembers and keeps. */
export class EpisodeReader {
  readonly #indices = new Map<string, WindowIndex>();

  constructor(private readonly limits: WindowLimits = WINDOW_LIMITS) {}

  /**
   * Those that can be read of the iteration or of the window asked for; the first fault where none can. Of an episode that is nowhere the
   * first window. `name` tells run from run.
   */
  async read(run: FileSystem, name: string, iteration: number, asked: WindowAsked = { window: 0 }): Promise<EpisodesRead> {
    const path = RUN_PATHS.rollout(iteration);
    const size = (await run.size(path)) ?? 0;
    if (size <= this.limits.whole) return { episodes: parsedEpisodes(wholeLines((await readText(run, path)) ?? ''), path), window: null };
    const key = `${name}/${path}`;
    const read = async (index: WindowIndex): Promise<EpisodesRead | null> => {
      const last = Math.max(0, index.windows.length - 1);
      const windows = 'window' in asked ? [Math.min(asked.window, last)] : windowsWith(index, asked.episode);
      for (const window of windows) {
        const text = await windowText(run, path, index, window);
        if (text === null) return null;
        if ('window' in asked) return { episodes: parsedEpisodes(text, path), window: windowAt(index, window) };
        const episodes = readLines(text, path, parseEpisodes, []);
        if (episodes.some(({ episode }) => episode === asked.episode)) return { episodes, window: windowAt(index, window) };
      }
      const text = await windowText(run, path, index, 0);
      return text === null ? null : { episodes: parsedEpisodes(text, path), window: windowAt(index, 0) };
    };
    const found = await read(await this.#index(run, path, key, size));
    if (found) return found;
    // It was written anew.
    const again = await read(await this.#lookThrough(run, path, key, (await run.size(path)) ?? 0, null));
    if (again) return again;
    throw new FaultError(fault(runFileFaults, 'E_RUN_FILE_CHANGES', { subject: path }));
  }

  async #index(run: FileSystem, path: string, key: string, size: number): Promise<WindowIndex> {
    const known = this.#indices.get(key);
    if (known?.size === size) return known;
    const kept = known ?? (await keptIndex(run, path, size, this.limits));
    if (kept?.size !== size) return this.#lookThrough(run, path, key, size, kept);
    this.#indices.set(key, kept);
    return kept;
  }

  /** `known`: the index of the file before it grew. */
  async #lookThrough(run: FileSystem, path: string, key: string, size: number, known: WindowIndex | null): Promise<WindowIndex> {
    const index = await indexWindows(run, path, size, this.limits, known);
    this.#indices.set(key, index);
    await keepIndex(run, path, index, this.limits);
    return index;
  }
}

/** The episodes of whole lines that can be read; the first fault where none can. */
function parsedEpisodes(text: string, path: string): EpisodeRecord[] {
  const episodes = readLines(text, path, parseEpisodes, []);
  return episodes.length > 0 ? [...episodes] : parseEpisodes(text, path);
}

/** The values of a file's lines. Where one cannot be read the others can: it is left out, and `told` hears of it. */
function readLines<T>(text: string, path: string, parse: (text: string, path: string) => readonly T[], told: SaidNotice[]): readonly T[] {
  try {
    return parse(text, path);
  } catch {
    const bad: number[] = [];
    const values = text.split('\n').flatMap((line, index) => {
      try {
        return parse(line, path);
      } catch {
        bad.push(index + 1);
        return [];
      }
    });
    const shown = `${bad.slice(0, 5).join(', ')}${bad.length > 5 ? ` and ${bad.length - 5} more` : ''}`;
    const message = `Of ${path} line ${shown} cannot be read and is left out; the others are shown.`;
    told.push({ iteration: 0, level: 'warning', code: 'row_unreadable', message });
    return values;
  }
}

/** The files of some checkpoints as they are, whole or not; of each those whose path in it is `wanted`. */
export async function readCheckpointFiles(run: FileSystem, iterations: readonly number[], wanted = /^/): Promise<Files> {
  const files: Record<string, Uint8Array> = {};
  for (const iteration of iterations) {
    const folder = RUN_PATHS.checkpoint(iteration);
    for (const path of (await filesBelow(run, folder)).keys()) {
      const bytes = wanted.test(path) ? await run.read(`${folder}/${path}`) : null;
      if (bytes) files[`${folder}/${path}`] = bytes;
    }
  }
  return files;
}

/** A card without what is only for its writer. */
export function publicCard({ removed: _removed, every: _every, ...card }: StoredCard): KeptRun['card'] {
  return card;
}

async function startOf(run: StoredRun): Promise<Files | null> {
  const files: Record<string, Uint8Array> = {};
  for (const path of run.paths.filter((name) => parseRunPath(name)?.kind === 'start')) {
    const bytes = await run.files.read(path);
    if (bytes) files[path.slice(START_ADAPTERS.length + 1)] = bytes;
  }
  return Object.keys(files).length > 0 ? files : null;
}

function wholeJson<T>(schema: z.ZodType<T>, file: string, bytes: Uint8Array | null): T | null {
  if (!bytes || !isWhole(bytes)) return null;
  return schema.safeParse(decodeJson(bytes, file, runFileFaults, 'E_RUN_FILE')).data ?? null;
}
