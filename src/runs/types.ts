/** Runs that are kept, as plain data: what is said to the library, and what it answers. */
import type { ProjectDocument } from '../core/document/schema.ts';
import type { Json } from '../core/json.ts';
import type { EpisodeRecord } from '../core/episode/records.ts';
import type { Fault } from '../core/faults.ts';
import type { Best } from '../core/formats/runs/best.ts';
import type { RunCard, RunLabels } from '../core/formats/runs/card.ts';
import type { Files } from '../core/formats/files.ts';
import type { PlayOn } from '../core/formats/imports/playOn/playOn.ts';
import type { ComparedWeights } from '../core/formats/runs/weightDifference.ts';
import type { WeightForm } from '../core/weights/packed.ts';
import type { MetricsRow } from '../core/metricsRow.ts';
import type { RunInfo } from '../core/formats/runs/rundir.ts';

/** Token strings by id, by the name of the base. */
type Vocabularies = Readonly<Record<string, readonly string[]>>;

/** A run about to begin. */
export interface NewRun {
  readonly id: string;
  readonly document: ProjectDocument;
  readonly labels: RunLabels;
  /** Milliseconds since 1970. */
  readonly began: number;
  /** One PEFT folder per role that begins with them. */
  readonly startedFrom?: Files;
}

export interface BrokenFolder {
  readonly id: string;
  readonly fault: Fault;
}

export interface Listing {
  /** Newest first; what was put away is not among them. */
  readonly cards: readonly RunCard[];
  readonly broken: readonly BrokenFolder[];
  /** Runs that another tab trains at this moment. */
  readonly elsewhere: readonly string[];
}

export interface SaidFault {
  readonly iteration: number;
  readonly fault: Fault;
}

export interface SaidNotice {
  readonly iteration: number;
  readonly level: 'info' | 'warning';
  readonly code: string;
  readonly message: string;
}

/** A run as its folder holds it, without episodes and weights. */
export interface KeptRun {
  readonly card: RunCard;
  readonly document: ProjectDocument;
  /** `run.json`; null where the run ended before it was written. */
  readonly info: Readonly<Record<string, Json>> | null;
  readonly metrics: readonly MetricsRow[];
  readonly timing: readonly MetricsRow[];
  readonly notices: readonly SaidNotice[];
  readonly faults: readonly SaidFault[];
  /** Iterations whose rollouts are there, ascending. */
  readonly rollouts: readonly number[];
  readonly best: Best | null;
  readonly vocabularies: Vocabularies;
  readonly startedFrom: Files | null;
  /** What an imported run is played on with; null where nothing was brought. */
  readonly playOn: PlayOn | null;
}

/** How the bases of a run are held, and what that changes. */
export interface KeptWeights {
  readonly form: WeightForm;
  /** Null until it was measured. */
  readonly compared: readonly ComparedWeights[] | null;
}

/** What is said of a run that is being kept; `iteration` is the number of completed iterations by then. */
export type RunEvent = { readonly runId: string; readonly iteration: number } & (
  | { readonly type: 'phase'; readonly phase: string }
  | { readonly type: 'info'; readonly info: RunInfo }
  | { readonly type: 'metrics'; readonly metrics: MetricsRow; readonly timing: MetricsRow }
  | { readonly type: 'episodes'; readonly episodes: readonly EpisodeRecord[] }
  /** The adapters after an iteration without a checkpoint, each role's PEFT folder, so that this very team can speak again. */
  | { readonly type: 'adapters'; readonly files: Files }
  | ({ readonly type: 'notice' } & Omit<SaidNotice, 'iteration'>)
  | { readonly type: 'fault'; readonly fault: Fault }
  /** A complete checkpoint; `best` says by what it is the run's best yet. */
  | { readonly type: 'checkpoint'; readonly files: Files; readonly best?: Pick<Best, 'metric' | 'value'> }
  /** A checkpoint to go on from after a crash; it makes way for the next one. */
  | { readonly type: 'safety'; readonly files: Files }
  /** Which checkpoint is the best so far, as a run that goes on knows it from the one it goes on from. */
  | { readonly type: 'best'; readonly best: Best }
  /** News of no use to the writer, but acknowledged in its turn. */
  | { readonly type: 'backend' | 'activity' | 'progress' | 'server' | 'memory' }
);

/** What a library has to say by itself. */
export type LibraryEvent =
  /** Card of a run that is being trained, at most about once a second, and whenever its phase changes. */
  | {
      readonly type: 'card';
      readonly card: RunCard;
      /** Iterations whose rollouts are on disk, ascending. */
      readonly rollouts: readonly number[];
    }
  /** Something about a run that is being kept. */
  | { readonly type: 'notice'; readonly runId: string; readonly notice: SaidNotice }
  /** Why it is not kept at the moment; null once it is again. */
  | { readonly type: 'keeping'; readonly runId: string; readonly fault: Fault | null };

/** Locks between those who may write into the same runs, such as the tabs of a page. */
export interface Locks {
  /** Takes `name` until the returned function is called; null while another has it. */
  hold(name: string): Promise<(() => void) | null>;
  /** Names that are held by anybody. */
  held(): Promise<ReadonlySet<string>>;
  /** Does `work` while nobody else does anything under `name`. */
  during<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Which episodes of an iteration: those of a window, or those of the window that a certain one lies in. */
export type WindowAsked = { readonly window: number } | { readonly episode: number };

/** A stretch of the episodes of an iteration too large to be read whole. Both numbers count from 0. */
export interface EpisodeWindow {
  readonly window: number;
  /** How many windows the iteration has. */
  readonly windows: number;
  /** How many episodes stand before it in the file. */
  readonly first: number;
  /** How many it has, readable or not, and the iteration. */
  readonly count: number;
  readonly of: number;
}

export interface EpisodesRead {
  readonly episodes: readonly EpisodeRecord[];
  /** Null where these are all of the iteration. */
  readonly window: EpisodeWindow | null;
}
