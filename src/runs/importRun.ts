/**
 * Writes a run that something else trained as a run folder of ours, while it is read: no more than some megabytes of it lie in memory.
 * First it may be looked through, for a person to say who its agents are.
 */
import { rowSums } from '../core/formats/checksums.ts';
import { encodeJson } from '../core/formats/files.ts';
import { encodeJsonLine } from '../core/formats/jsonl.ts';
import { NO_LABELS, type StoredCard } from '../core/formats/runs/card.ts';
import { metricsLine } from '../core/formats/runs/rundir.ts';
import { RUN_PATHS } from '../core/formats/runPaths.ts';
import { Cast, type CastAgent } from '../core/formats/imports/run/cast.ts';
import { type ImportInfo, type Known, KnownCount } from '../core/formats/imports/run/info.ts';

import type { ImportedEpisode, ImportedPart, ImportSource } from '../core/formats/imports/importedRun.ts';
import type { RowMapping } from '../core/formats/imports/mapping.ts';
import { importedProject } from '../core/formats/imports/run/project.ts';
import { HeardEdges } from '../core/formats/imports/run/quotes.ts';
import type { GivenFile, RowColumns, RunReader } from '../core/formats/imports/reader.ts';
import { IMPORTED_BASE, importedLine, recordOf } from '../core/formats/imports/run/records.ts';
import { StepMetrics } from '../core/formats/imports/run/stepMetrics.ts';
import { ImportedVocabulary } from '../core/formats/imports/run/vocabulary.ts';
import type { Edge, ProjectDocument } from '../core/document/schema.ts';
import type { EpisodeRecord } from '../core/episode/records.ts';
import { importText } from '../words/words.ts';
import type { FileSystem } from './fileSystem.ts';
import type { SaidNotice } from './types.ts';

/** What is to be read, and what a person said of it. */
export interface ImportRequest {
  /** Of the run, for people. */
  readonly name: string;
  readonly files: readonly GivenFile[];
  readonly mapping: RowMapping | null;
  /** Roles by {@link CastAgent.key}. */
  readonly names: Readonly<Record<string, string>>;
  /** Who hears whom; null leaves it to what prompts quote. */
  readonly edges: readonly Edge[] | null;
}

/** What a look at the beginning of a run finds. */
export interface Survey {
  readonly source: ImportSource;
  readonly agents: readonly CastAgent[];
  readonly edges: readonly Edge[];
  readonly known: Known;
  /** Of rows of an unknown source, else null. */
  readonly rows: RowColumns | null;
  /** Names of metrics that were met, in the order in which they came. */
  readonly metrics: readonly string[];
  /** What a person should know of what was read, such as lines that were left out. */
  readonly notices: readonly string[];
  /** Whether all of it was looked through. */
  readonly whole: boolean;
  /** The first of its episodes, as they will be read. */
  readonly examples: readonly EpisodeRecord[];
}

/** How many parts of a run a look at it takes, and how many episodes it shows. */
const LOOKED_THROUGH = 2_000;
const EXAMPLES = 3;

/** Looks at the beginning of a run. Throws the faults of its files. */
export async function surveyRun(reader: RunReader, request: Omit<ImportRequest, 'name'>): Promise<Survey> {
  const run = new RunInParts(request);
  const metrics = new Set<string>();
  const examples: EpisodeRecord[] = [];
  const notices: string[] = [];
  let seen = 0;
  let whole = true;
  const rows = (await reader.columns?.(request.files)) ?? null;
  const mapping = request.mapping ?? rows?.mapping ?? null;
  // Nothing can be read until somebody says which column is what was said.
  const parts = rows && mapping?.completion === undefined ? [] : reader.read(request.files, mapping);
  for await (const part of parts) {
    if (part.kind === 'notice') notices.push(part.message);
    if (part.kind === 'metrics') for (const name of Object.keys(part.metrics.values)) metrics.add(name);
    if (part.kind === 'episode') {
      const record = run.add(part.episode);
      if (examples.length < EXAMPLES) examples.push(record);
    }
    seen += 1;
    if (seen < LOOKED_THROUGH) continue;
    whole = false;
    break;
  }
  return {
    source: reader.source,
    agents: run.cast.found,
    edges: run.edges,
    known: run.known,
    metrics: [...metrics],
    notices,
    whole,
    examples,
    rows,
  };
}

/** Text that is kept back before it is written, characters. */
const HELD_BACK = 4 * 2 ** 20;

export interface Imported {
  readonly document: ProjectDocument;
  readonly card: Omit<StoredCard, 'id' | 'began'>;
}

/** Told of as a run is read. */
export interface ImportProgress {
  readonly episodes: number;
  readonly messages: number;
}

export interface ImportHost {
  readonly tell?: (progress: ImportProgress) => void;
  /** Ends the reading between two parts, by its reason. */
  readonly signal?: AbortSignal;
}

/** Reads all of a run into the folder `fs`. Throws the faults of its files, and of the folder; then the folder holds a part of it. */
export async function importRun(
  fs: FileSystem,
  reader: RunReader,
  request: ImportRequest,
  { tell = () => undefined, signal }: ImportHost = {},
): Promise<Imported> {
  const run = new RunInParts(request);
  const metrics = new StepMetrics();
  const notices: SaidNotice[] = [];
  const held = new HeldLines(fs);
  const mapping = request.mapping ?? (await reader.columns?.(request.files))?.mapping ?? null;
  for await (const part of reader.read(request.files, mapping)) {
    signal?.throwIfAborted();
    const record = take(part, run, metrics, notices);
    if (!record) continue;
    if (await held.add(RUN_PATHS.rollout(record.iteration), importedLine(record))) tell(run.known);
  }
  await held.write();
  if (run.known.episodes > run.known.ofEpisodes.step)
    notices.push(notice('no_step', importText.noStep(run.known.episodes - run.known.ofEpisodes.step)));
  if (run.cast.crowded) notices.push(notice('crowded', importText.crowded));
  const { rows, computed } = metrics.finish();
  const lines = rows.map(({ iteration, metrics: values }) => metricsLine(iteration, values)).join('');
  const document = importedProject(request.name, run.cast, run.edges, rows.at(-1)?.iteration ?? 0);
  const info: ImportInfo = {
    source: reader.source,
    files: request.files.map(({ path, size }) => ({ path, size })),
    known: run.known,
    computed,
    agents: run.cast.found.map(({ role, key, foundBy }) => ({ role, key, foundBy })),
    edges: request.edges ? 'given' : 'guessed',
  };
  const write = async (path: string, bytes: Uint8Array): Promise<void> => {
    await fs.write(path, bytes);
    held.written += bytes.byteLength;
  };
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  await write(RUN_PATHS.run, encodeJson({ imported: info }));
  await write(RUN_PATHS.metrics, encode(lines));
  await write(RUN_PATHS.checksums, encode(rowSums(lines)));
  await write(RUN_PATHS.vocabulary, encode(encodeJsonLine({ [IMPORTED_BASE]: run.vocabulary.words })));
  await write(RUN_PATHS.notices, encode(notices.map(encodeJsonLine).join('')));
  await write(RUN_PATHS.project, encodeJson(document));
  tell(run.known);
  const row = (at: number) => rows.at(at) ?? { iteration: 0, metrics: {} };
  const { iteration, metrics: last } = row(-1);
  return {
    document,
    card: {
      ...NO_LABELS,
      project: document.name,
      phase: 'finished',
      iteration,
      iterations: iteration,
      seed: null,
      imported: reader.source,
      first: row(0).iteration === 0 ? { iteration: 0, ...row(0).metrics } : null,
      last: { iteration, ...last },
      checkpoints: [],
      bytes: held.written,
      removed: null,
      every: 1,
    },
  };
}

const notice = (code: string, message: string): SaidNotice => ({ iteration: 0, level: 'warning', code, message });

/** The record of an episode; null for whatever else it is. */
function take(part: ImportedPart, run: RunInParts, metrics: StepMetrics, notices: SaidNotice[]): EpisodeRecord | null {
  if (part.kind === 'notice') notices.push(notice(part.code, part.message));
  if (part.kind === 'metrics') metrics.add(part.metrics);
  if (part.kind !== 'episode') return null;
  const record = run.add(part.episode);
  metrics.played(record);
  return record;
}

/** Puts episodes in their places as they come: their numbers, groups and agents. */
class RunInParts {
  readonly cast: Cast;
  readonly vocabulary = new ImportedVocabulary();
  readonly known = new KnownCount();
  readonly #heard = new HeardEdges();
  readonly #episodes = new Map<number, number>();
  readonly #groups = new Map<string, number>();

  constructor(private readonly request: Pick<ImportRequest, 'names' | 'edges'>) {
    this.cast = new Cast(request.names);
  }

  add(episode: ImportedEpisode): EpisodeRecord {
    this.known.add(episode);
    const iteration = episode.step ?? 0;
    const number = this.#episodes.get(iteration) ?? 0;
    this.#episodes.set(iteration, number + 1);
    // Where no group is known each episode is its own, as where nothing is compared.
    const key = episode.group === null ? null : `${iteration}\n${episode.group}`;
    const group = key === null ? number : (this.#groups.get(key) ?? number);
    if (key !== null) this.#groups.set(key, group);
    const record = recordOf(episode, { iteration, episode: number, group }, this);
    this.#heard.add(record.messages);
    return record;
  }

  get edges(): readonly Edge[] {
    return this.request.edges ?? this.#heard.edges;
  }
}

/** Lines on their way to the end of their files. */
class HeldLines {
  readonly #held = new Map<string, string[]>();
  #size = 0;
  /** Bytes that were written. */
  written = 0;

  constructor(private readonly fs: FileSystem) {}

  /** Whether anything was written. */
  async add(path: string, line: string): Promise<boolean> {
    const lines = this.#held.get(path);
    if (lines) lines.push(line);
    else this.#held.set(path, [line]);
    this.#size += line.length;
    if (this.#size < HELD_BACK) return false;
    await this.write();
    return true;
  }

  async write(): Promise<void> {
    for (const [path, lines] of this.#held) {
      const bytes = new TextEncoder().encode(lines.join(''));
      await this.fs.append(path, bytes);
      this.written += bytes.byteLength;
    }
    this.#held.clear();
    this.#size = 0;
  }
}
