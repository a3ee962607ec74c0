/**
 * The runs that ship with the page, one a preset: a run folder (DESIGN §5) under `recorded/` with an index and the
 * vocabulary beside it, so that the first paint is alive before anything trains. It may be missing (a checkout that never
 * recorded one): then the page says so, and nothing else depends on it.
 */
import { z } from 'zod';
import { baseNames } from '../../../core/document/bases.ts';
import { parseDocument } from '../../../core/document/parse.ts';
import { PRESETS } from '../../../core/document/presets/presets.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import { unzipFiles } from '../../../core/formats/archive.ts';
import { decodeJson, type Files } from '../../../core/formats/files.ts';
import { RUN_PATHS } from '../../../core/formats/runPaths.ts';
import { BACKENDS, type BackendReport } from '../../../../workers/trainer/protocol.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { gunzip } from '../storage/gunzip.ts';
import { newRun, withEpisodes } from './reduce.ts';
import { parseEpisodes, parseRows } from '../../../core/formats/runs/rolloutFile.ts';
import { generalFaults, pageRunFaults } from '../../../words/words.ts';
import type { RunCheckpoint, RunSet, ShippedCheckpoint } from './types.ts';
import { runFileFaults } from '../../../words/words.ts';

/** Id of the default project's recorded run. */
export const RECORDED_ID = PRESETS.micro.recorded;

/** Whether `id` is made as those of recorded runs are: a folder below `recorded/`, and nothing that leads out of it. */
export const isRecorded = (id: string): boolean => /^recorded\/[a-z0-9]+(-[a-z0-9]+)*$/.test(id);

/** The bytes of one file of a folder; null when there is no such file. */
export type ReadFile = (path: string) => Promise<Uint8Array | null>;

/** Reads files below `root` over HTTP. A page served for any unknown address (as single-page servers do) counts as missing. */
export function httpFolder(root: string, get: typeof fetch = fetch): ReadFile {
  return async (path) => {
    const address = `${root}/${path}`;
    const response = await get(address).catch((error: unknown) => {
      throw new FaultError(fault(generalFaults, 'E_FETCH', { file: address.replace(/^\//, '') }, { detail: String(error) }));
    });
    if (response.status === 404) return null;
    if (!response.ok)
      throw new FaultError(fault(pageRunFaults, 'E_RUN_FETCH', { path, status: response.status }, { place: { subject: path } }));
    if (response.headers.get('content-type')?.startsWith('text/html')) return null;
    return new Uint8Array(await response.arrayBuffer());
  };
}

const indexSchema = z.object({
  rollouts: z.array(z.int().min(0)),
  /** Iterations after which the adapters alone were kept. */
  adapters: z.array(z.int().min(1)).default([]),
  /** Paths below `checkpoints/`. */
  checkpoint: z.array(z.string()).optional(),
});

const backendSchema = z.object({
  backend: z.enum(BACKENDS).exclude(['auto']),
  reason: z.string().default(''),
  device: z.string().default(''),
  workers: z.number().default(1),
});

const infoSchema = z.record(z.string(), z.json());

/**
 * The recorded run, or null when none was shipped. Throws a `FaultError` when one is there but broken. `onCurves` hears of it once its
 * curves and newest episodes are here, which is all that is shown at first, and says when to go on: over a slow link the other episodes take
 * longer. Of the checkpoint only the names are read.
 */
export async function readRecorded(
  read: ReadFile,
  id = RECORDED_ID,
  onCurves: (run: RunSet) => Promise<void> = async () => {},
): Promise<RunSet | null> {
  const indexBytes = await read('index.json');
  if (!indexBytes) return null;
  const index = checked(indexSchema, 'index.json', indexBytes);
  const text = async (path: string) => new TextDecoder().decode(await required(read, path));

  const last = index.rollouts.at(-1);
  const [project, info, metrics, timing, vocabulary, newest] = await Promise.all([
    text('project.json').then((json) => parseDocument(json)),
    required(read, 'run.json').then((bytes) => checked(infoSchema, 'run.json', bytes)),
    text('metrics.jsonl').then((lines) => parseRows(lines, 'metrics.jsonl')),
    text('timing.jsonl').then((lines) => parseRows(lines, 'timing.jsonl')),
    required(read, 'vocabulary.json').then((bytes) => checked(z.array(z.string()), 'vocabulary.json', bytes)),
    last === undefined ? [] : readRollout(read, last),
  ]);

  const iteration = metrics.at(-1)?.iteration ?? 0;
  const paths = (index.checkpoint ?? []).map((path) => `checkpoints/${path}`);
  const curves: RunSet = {
    ...newRun(id, project),
    origin: 'recorded',
    phase: 'finished',
    iteration,
    metrics,
    timing,
    vocabularies: { [baseNames(project)[0] ?? project.team.base]: vocabulary },
    info,
    backend: backendOf(info),
    adapters: index.adapters,
    ...(paths.length > 0 ? { shipped: { iteration, paths } } : {}),
  };
  const run = withEpisodes(curves, newest);
  await onCurves(run);
  const earlier = await Promise.all(index.rollouts.slice(0, -1).map((each) => readRollout(read, each)));
  return withEpisodes(run, earlier.flat());
}

/** The checkpoint of a recorded run, fetched when its adapters are to be taken away or trained further. */
export async function readShippedCheckpoint(read: ReadFile, { iteration, paths }: ShippedCheckpoint): Promise<RunCheckpoint> {
  const files = await Promise.all(paths.map(async (path) => [path, await required(read, path)] as const));
  return { iteration, files: Object.fromEntries(files) };
}

/** The files of the shipped run with this id. */
export const recordedFolder = (id: string): ReadFile => httpFolder(`${import.meta.env.BASE_URL}${id}`);

/** `run`, with the files of the checkpoint that it ships with. */
export async function withShipped(run: RunSet, read: ReadFile = recordedFolder(run.id)): Promise<RunSet> {
  return run.shipped ? { ...run, checkpoint: await readShippedCheckpoint(read, run.shipped) } : run;
}

async function readRollout(read: ReadFile, iteration: number): Promise<EpisodeRecord[]> {
  const path = RUN_PATHS.packedRollout(iteration);
  const bytes = await required(read, path);
  const text = await gunzip(bytes).catch((error: unknown) => {
    throw unreadable(path, error instanceof Error ? error.message : String(error));
  });
  return parseEpisodes(new TextDecoder().decode(text), path);
}

/** The adapters of a recorded run after an iteration, one PEFT folder per role, which are fetched when somebody is to speak with them. */
export async function readRecordedAdapters(read: ReadFile, iteration: number): Promise<Files> {
  const path = RUN_PATHS.adapters(iteration);
  const bytes = await required(read, path);
  return unzipFiles(bytes, undefined, path);
}

async function required(read: ReadFile, path: string): Promise<Uint8Array> {
  const bytes = await read(path);
  if (bytes) return bytes;
  throw new FaultError(fault(pageRunFaults, 'E_RUN_FILE_MISSING', { path }, { place: { subject: path } }));
}

function checked<T>(schema: z.ZodType<T>, file: string, bytes: Uint8Array): T {
  const result = schema.safeParse(decodeJson(bytes, file, runFileFaults, 'E_RUN_FILE'));
  if (result.success) return result.data;
  throw unreadable(file, z.prettifyError(result.error));
}

function unreadable(file: string, detail: string): FaultError {
  return new FaultError(fault(pageRunFaults, 'E_RUN_FILE', { file }, { place: { subject: file }, detail }));
}

/** The backend as `run.json` names it: by name, with device and reason beside it. */
export function backendOf(info: Readonly<Record<string, unknown>>): BackendReport | null {
  const report = backendSchema.safeParse(info);
  return report.success ? report.data : null;
}
