/**
 * Reads a kept run back. What lies in the browser is as hostile as any file: it may be cut off, of another version or
 * edited. A torn last line is what a crash leaves and is passed over; anything else that is wrong is a fault.
 */
import { z } from 'zod';
import { parseDocument } from '../../src/core/document/parse.ts';
import type { Json } from '../../src/core/json.ts';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import { FaultError } from '../../src/core/faults.ts';
import { readBest } from '../../src/core/formats/best.ts';
import { agreeingRows, checkRows, type RowsReport } from '../../src/core/formats/checksums.ts';
import type { StoredCard } from '../../src/core/formats/card.ts';
import { decodeJson, type Files } from '../../src/core/formats/files.ts';
import { parseJsonLines } from '../../src/core/formats/jsonl.ts';
import { parseEpisodes, parseRows } from '../../src/core/formats/rolloutFile.ts';
import { checkpointsIn, RUN_PATHS, START_ADAPTERS } from '../../src/core/formats/rundir.ts';
import { type FileSystem, filesBelow } from './fileSystem.ts';
import type { KeptRun, SaidFault, SaidNotice } from './protocol.ts';
import { rolloutOf } from './rollouts.ts';
import { KEPT_PATHS } from './runFolder.ts';
import { isWhole, readWhole } from './wholeFile.ts';

/** Most notices and faults that are read; the newest. */
const SAID_LIMIT = 200;

const infoSchema = z.record(z.string(), z.json());
const vocabularySchema = z.record(z.string(), z.array(z.string()));
const placeSchema = z.object({ subject: z.string().optional(), line: z.number().optional(), column: z.number().optional() });
const faultSchema = z.object({
  code: z.custom<`E_${string}`>((code) => typeof code === 'string' && code.startsWith('E_')),
  message: z.string(),
  hint: z.string().optional(),
  place: placeSchema.optional(),
  detail: z.string().optional(),
  by: z.literal('environment').optional(),
});
const saidSchema = z.union([
  z.object({ iteration: z.number(), fault: faultSchema }),
  z.object({ iteration: z.number(), level: z.enum(['info', 'warning']), code: z.string(), message: z.string() }),
]);

/** Without a last line that was cut off. */
export function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

export async function readKeptRun(fs: FileSystem, folder: string, card: StoredCard): Promise<KeptRun> {
  const read = (path: string) => fs.read(`${folder}/${path}`);
  const lines = async (path: string) => wholeLines(new TextDecoder().decode((await read(path)) ?? new Uint8Array()));
  const project = await readWhole(fs, `${folder}/${RUN_PATHS.project}`);
  if (!project) throw missing(RUN_PATHS.project);
  const paths = [...(await filesBelow(fs, folder)).keys()];
  const [info, vocabulary, best] = await Promise.all([
    read(RUN_PATHS.run),
    read(RUN_PATHS.vocabulary),
    readWhole(fs, `${folder}/${RUN_PATHS.best}`),
  ]);
  const notices: SaidNotice[] = [];
  const faults: SaidFault[] = [];
  const left: SaidNotice[] = [];
  const written = await lines(RUN_PATHS.metrics);
  const checksums = await read(RUN_PATHS.checksums);
  const sums = checksums && new TextDecoder().decode(checksums);
  left.push(...rowNotices(checkRows(written, sums, checkpointsIn(paths)), sums === null));
  const metrics = readLines(sums === null ? written : agreeingRows(written, sums), RUN_PATHS.metrics, parseRows, left);
  const timing = readLines(await lines(RUN_PATHS.timing), RUN_PATHS.timing, parseRows, left);
  for (const value of readLines(await lines(KEPT_PATHS.notices), KEPT_PATHS.notices, parseJsonLines, left).slice(-SAID_LIMIT)) {
    const said = saidSchema.safeParse(value).data;
    if (said && 'fault' in said) faults.push(said);
    else if (said) notices.push(said);
  }
  return {
    card: publicCard(card),
    document: parseDocument(new TextDecoder().decode(project)),
    // Written in one go but not aside: cut off, they are as good as absent, and the run can be read without them.
    info: wholeJson(infoSchema, RUN_PATHS.run, info) as Readonly<Record<string, Json>> | null,
    vocabularies: wholeJson(vocabularySchema, RUN_PATHS.vocabulary, vocabulary) ?? {},
    metrics,
    timing,
    notices: [...notices, ...left],
    faults,
    rollouts: paths.flatMap((path) => rolloutOf(path) ?? []).sort((a, b) => a - b),
    best: best && isWhole(best) ? readBest({ [RUN_PATHS.best]: best }) : null,
    startedFrom: await startOf(fs, folder, paths),
  };
}

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

/** The episodes of one iteration that can be read; the first fault where none can. */
export async function readEpisodes(fs: FileSystem, folder: string, iteration: number): Promise<EpisodeRecord[]> {
  const path = RUN_PATHS.rollout(iteration);
  const bytes = await fs.read(`${folder}/${path}`);
  const text = wholeLines(new TextDecoder().decode(bytes ?? new Uint8Array()));
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

/** The files of some checkpoints; of each those whose path in it is `wanted`. */
export async function readCheckpoints(fs: FileSystem, folder: string, iterations: readonly number[], wanted = /^/): Promise<Files> {
  const files: Record<string, Uint8Array> = {};
  for (const iteration of iterations) {
    const below = RUN_PATHS.checkpoint(iteration);
    for (const path of (await filesBelow(fs, `${folder}/${below}`)).keys()) {
      const bytes = wanted.test(path) ? await fs.read(`${folder}/${below}/${path}`) : null;
      if (bytes) files[`${below}/${path}`] = bytes;
    }
  }
  return files;
}

/** A card without what is only for the keeper. */
export function publicCard({ removed: _removed, every: _every, ...card }: StoredCard): KeptRun['card'] {
  return card;
}

async function startOf(fs: FileSystem, folder: string, paths: readonly string[]): Promise<Files | null> {
  const files: Record<string, Uint8Array> = {};
  for (const path of paths.filter((name) => name.startsWith(`${START_ADAPTERS}/`))) {
    const bytes = await fs.read(`${folder}/${path}`);
    if (bytes) files[path.slice(START_ADAPTERS.length + 1)] = bytes;
  }
  return Object.keys(files).length > 0 ? files : null;
}

function wholeJson<T>(schema: z.ZodType<T>, file: string, bytes: Uint8Array | null): T | null {
  if (!bytes || !isWhole(bytes)) return null;
  return schema.safeParse(decodeJson(bytes, file, 'E_RUN_FILE')).data ?? null;
}

function missing(file: string): FaultError {
  return new FaultError({
    code: 'E_RUN_FILE_MISSING',
    message: `This run cannot be opened: its folder has no ${file}.`,
    hint: 'Download the folder to look into it, or delete the run.',
    place: { subject: file },
  });
}
