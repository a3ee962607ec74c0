/** What the page holds of one run: the run folder of DESIGN §5 in memory, with its episodes thinned (`keep.ts`). */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Json } from '../../../core/json.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { NoticeValues } from '../../../core/notices.ts';
import type { Fault } from '../../../core/faults.ts';
import type { RunInfo } from '../../../core/formats/runs/rundir.ts';
import type { Best } from '../../../core/formats/runs/best.ts';
import type { PlayOn } from '../../../core/formats/imports/playOn/playOn.ts';
import type { MetricsRow } from '../../../core/metricsRow.ts';
import type { EpisodeWindow } from '../../../runs/types.ts';
import type { BackendReport, DroppedBases, Files, Phase, Vocabularies } from '../../../../workers/trainer/protocol.ts';

export type { MetricsRow } from '../../../core/metricsRow.ts';

/** Something skipped, clamped or ignored, and when. */
export interface RunNotice extends NoticeValues {
  readonly iteration: number;
  readonly level: 'info' | 'warning';
  readonly code: string;
  readonly message: string;
}

/** A fault and the iteration it came at. */
export interface RunFault {
  readonly iteration: number;
  readonly fault: Fault;
}

/** The newest complete checkpoint. */
export interface RunCheckpoint {
  readonly iteration: number;
  /** Paths begin with `checkpoints/steps_<n>/`. */
  readonly files: Files;
}

/** A checkpoint that ships with a recorded run, of which only the names are here: its files are fetched when somebody asks for them. */
export interface ShippedCheckpoint {
  readonly iteration: number;
  /** Paths begin with `checkpoints/steps_<n>/`. */
  readonly paths: readonly string[];
}

/** The checkpoint of the iteration after which the team was best, and by what. */
export type RunBest = RunCheckpoint & Pick<Best, 'metric' | 'value'>;

/** Kept episodes by the iteration that sampled them. */
export type KeptEpisodes = Readonly<Record<number, readonly EpisodeRecord[]>>;

export interface RunSet {
  readonly id: string;
  /** `kept`: of an earlier visit, read from this browser; it becomes `live` when it goes on. */
  readonly origin: 'recorded' | 'live' | 'kept';
  readonly document: ProjectDocument;
  /** When it began, milliseconds since 1970; absent for the recorded run, and where it is unknown. */
  readonly began?: number;
  /** Ascending by `iteration`; row 0, if any, is the untrained team. */
  readonly metrics: readonly MetricsRow[];
  readonly timing: readonly MetricsRow[];
  readonly episodes: KeptEpisodes;
  /** Iterations of which only a part is in `episodes`, as there are too many, and which part. */
  readonly windows?: Readonly<Record<number, EpisodeWindow>>;
  /** Iterations whose episodes arrived and were given up to bound memory. */
  readonly episodesDropped: number;
  /** Iterations whose episodes this browser keeps on disk, ascending: they are read when they are looked at. */
  readonly stored?: readonly number[];
  readonly backend: BackendReport | null;
  readonly phase: Phase;
  /** Completed iterations. */
  readonly iteration: number;
  readonly notices: readonly RunNotice[];
  readonly faults: readonly RunFault[];
  readonly checkpoint: RunCheckpoint | null;
  /** Often the newest one, and then the same files: no more than two checkpoints are held. */
  readonly best: RunBest | null;
  /** Empty until known. */
  readonly vocabularies: Vocabularies;
  /** The dropped HF folders this run's bases came from; those that are not here were shipped. */
  readonly bases: DroppedBases;
  /** Iterations after which a recorded run's adapters alone were kept, and can be fetched. */
  readonly adapters?: readonly number[];
  /** A recorded run's newest checkpoint, in place of `checkpoint`. */
  readonly shipped?: ShippedCheckpoint;
  /** The adapters it started from, one PEFT folder per role; absent where it began with fresh ones. */
  readonly startedFrom?: Files;
  /** What an imported run is played on with; null or absent where nothing was brought. */
  readonly playOn?: PlayOn | null;
  /** `run.json`, as this or an older version wrote it; absent until the run has begun. */
  readonly info?: Readonly<Record<string, Json>> | RunInfo;
}
