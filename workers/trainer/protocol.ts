/**
 * The whole contract between the page and the trainer worker: commands in, events out, plain data only.
 * The worker exposes {@link TrainerApi} through Comlink; nothing else is shared.
 */
import type { BackendChoice, BackendMeasurement, BackendReport } from '../../src/core/backend.ts';
import type { DataRow } from '../../src/core/dataset/rows.ts';
import type { KvCacheForm, WeightForm } from '../../src/core/weights/packed.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { AgentActivity } from '../../src/core/episode/activity.ts';
import type { IterationProgress } from '../../src/core/episode/iterationProgress.ts';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import type { Files, GivenFiles } from '../../src/core/formats/files.ts';
import type { Fault, Outcome } from '../../src/core/faults.ts';
import type { TeacherFiles } from '../../src/core/formats/models/teacherFiles.ts';
import type { ModelConfig } from '../../src/core/formats/models/model-config.ts';
import type { Best } from '../../src/core/formats/runs/best.ts';
import type { RunInfo } from '../../src/core/formats/runs/rundir.ts';
import type { Missed } from '../../src/core/health/warmStart.ts';
import type { ForwardedServer, FoundServer, ServerDoing } from '../../src/core/served.ts';
import type { WarmEnding, WarmEvaluation, WarmStep } from '../../src/core/warmStart.ts';
import type { RunEvent } from '../../src/runs/types.ts';

export { BACKENDS, type BackendChoice, type BackendMeasurement, type BackendReport } from '../../src/core/backend.ts';
export type { AgentActivity } from '../../src/core/episode/activity.ts';
export type { WarmEnding, WarmEvaluation, WarmStep } from '../../src/core/warmStart.ts';

export type { Files, GivenFiles } from '../../src/core/formats/files.ts';

/** Hugging Face folders of a person's own, by the name of the base. */
export type DroppedBases = Readonly<Record<string, GivenFiles>>;

/** Token strings by id, by the name of the base. */
export type Vocabularies = Readonly<Record<string, readonly string[]>>;

export type Phase = 'loading' | 'rollout' | 'credit' | 'update' | 'evaluate' | 'checkpoint' | 'paused' | 'finished' | 'stopped' | 'failed';

export type TrainerCommand =
  | {
      readonly type: 'start';
      readonly runId: string;
      readonly document: ProjectDocument;
      readonly backend: BackendChoice;
      /** Dropped HF folders by name, for bases that are not among the shipped ones. */
      readonly bases?: DroppedBases;
      /** All rows of the file the document's data set names. */
      readonly rows?: readonly DataRow[];
      /** PEFT folders by role of the runs that teach, by `teacherKey`. */
      readonly teachers?: TeacherFiles;
      /** `checkpoints/steps_<n>/…` to go on from. */
      readonly resume?: Files;
      /** Adapters to start from, one PEFT folder per role; roles without one start at the base. */
      readonly adapters?: Files;
      /** The adapters are those of a run this one was forked from: what does not fit the team any more is left out and told. */
      readonly forked?: boolean;
      /** What choices of a backend measured on this machine before. */
      readonly measured?: readonly BackendMeasurement[];
      /** The server that trains the policies, by way of the page's own; absent where this computer does. */
      readonly server?: ForwardedServer;
      /** Begin paused, so that the first `step` runs one iteration. */
      readonly paused?: boolean;
    }
  /** Warms the document's team up, as its `warmStart` says; `stop` ends it with what there is. */
  | {
      readonly type: 'warm_start';
      readonly runId: string;
      readonly document: ProjectDocument;
      readonly backend: BackendChoice;
      readonly bases?: DroppedBases;
      readonly rows?: readonly DataRow[];
      readonly measured?: readonly BackendMeasurement[];
      /** Name of the base that is made. */
      readonly name: string;
      readonly source: WarmSource;
    }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  /** Runs one iteration, then pauses. */
  | { readonly type: 'step' }
  | { readonly type: 'stop' };

/** Where the examples of a warm start come from; `threshold` is the least reward of a given episode, the best when null. */
export type WarmSource =
  | { readonly kind: 'environment' }
  | { readonly kind: 'file'; readonly name: string; readonly text: string; readonly threshold: number | null }
  | {
      readonly kind: 'run';
      readonly name: string;
      /** Document of the run, whose bases know what its tokens say; `bases` are the dropped ones. */
      readonly document: ProjectDocument;
      readonly bases: DroppedBases;
      readonly episodes: readonly EpisodeRecord[];
      readonly threshold: number | null;
    };

/** What a warm start left. */
export interface WarmResult {
  readonly trains: ProjectDocument['warmStart']['trains'];
  /** Name of the base that was made, or that the adapters stand on. */
  readonly name: string;
  /** A Hugging Face folder, or one PEFT folder per role. */
  readonly files: Files;
  readonly ended: WarmEnding;
  /** Why it ended below its target; null where it did not. */
  readonly missed: Missed | null;
}

export type WarmPhase = 'preparing' | 'training' | 'evaluating' | 'finished' | 'failed';

/** What a warm start says; `runId` is that of its command. */
export type WarmMessage = { readonly type: 'warm'; readonly runId: string } & (
  | { readonly what: 'phase'; readonly phase: WarmPhase }
  | { readonly what: 'backend'; readonly report: BackendReport }
  | { readonly what: 'step'; readonly step: WarmStep; readonly budget: number }
  | { readonly what: 'evaluation'; readonly evaluation: WarmEvaluation }
  | { readonly what: 'notice'; readonly message: string }
  | { readonly what: 'result'; readonly result: WarmResult }
  | { readonly what: 'fault'; readonly fault: Fault }
);

/** What one iteration of a document costs on the backend at hand, computed from its plans before anything runs. */
export interface CostEstimate {
  /** Numbers in the base model. */
  readonly parameters: number;
  /** Numbers that training changes: the adapters of agents that are not frozen, and the critic. */
  readonly trainable: number;
  /** What the weights of all bases take by the form they are held in, bytes in all workers together. */
  readonly weightBytes: Readonly<Record<WeightForm, number>>;
  /** What keys and values take at most by the form they are kept in, in all workers together. */
  readonly cacheBytes: Readonly<Record<KvCacheForm, number>>;
  /** Floating-point operations of rollout, scoring and updates, evaluations left out. */
  readonly flopsPerIteration: number;
  /** From the measured speed of the backend, in this visit; absent while that is not known. */
  readonly secondsPerIteration?: number;
  /** Numbers in the bases of the run that it was measured in. */
  readonly measuredOn?: number;
  /** Most memory the run holds at one time. */
  readonly memoryBytes: number;
  /** WebAssembly memories over which its layers lie, in one worker; absent where one is enough. */
  readonly memories?: number;
  /** GPU dispatches of one iteration; absent where there is no GPU. */
  readonly dispatches?: number;
  /** The same where an orchestrator calls, and an episode lasts, as long as it may; absent where that is not open. */
  readonly atMost?: Pick<CostEstimate, 'flopsPerIteration' | 'secondsPerIteration' | 'measuredOn' | 'memoryBytes' | 'dispatches'>;
}

/** What an iteration of a document would cost with its team on another model, of which only the configuration is here. */
export interface Judged extends Pick<CostEstimate, 'parameters' | 'flopsPerIteration' | 'secondsPerIteration' | 'measuredOn'> {
  /** Most memory held at one time, by the form of the weights; bytes in all workers together. */
  readonly memory: Readonly<Record<WeightForm, number>>;
  /** By the form of the weights too, over how many WebAssembly memories its layers lie: more than one in one worker only; null: too many. */
  readonly memories: Readonly<Record<WeightForm, number | null>>;
}

/** The most memory the engine has held so far: heap or GPU buffers, bytes. */
export interface MemoryUse {
  readonly measuredBytes: number;
  /** As computed from the run's plans; absent when they do not tell. */
  readonly predictedBytes?: number;
  /** Whether that is what is held at most, because nobody knows which way episodes go. */
  readonly isBound?: boolean;
}

/** `iteration` is the number of completed iterations when the event was sent. */
export type TrainerEvent = { readonly runId: string; readonly iteration: number } & (
  | { readonly type: 'phase'; readonly phase: Phase }
  | { readonly type: 'backend'; readonly report: BackendReport }
  /** What `run.json` says. */
  | { readonly type: 'info'; readonly info: RunInfo }
  /** Sent when it has changed, about once an iteration. */
  | { readonly type: 'memory'; readonly memory: MemoryUse }
  | { readonly type: 'activity'; readonly agents: readonly AgentActivity[] }
  /** How far the iteration under way is. */
  | { readonly type: 'progress'; readonly progress: IterationProgress }
  /** What the server is doing, where one trains. */
  | { readonly type: 'server'; readonly doing: ServerDoing }
  /** One line of `metrics.jsonl` and of `timing.jsonl`; names as in docs/metrics.md. Row 0 is the untrained team. */
  | { readonly type: 'metrics'; readonly metrics: Readonly<Record<string, number>>; readonly timing: Readonly<Record<string, number>> }
  | { readonly type: 'episodes'; readonly episodes: readonly EpisodeRecord[] }
  /** Something skipped, clamped or ignored (DESIGN §8: nothing is silent). */
  | { readonly type: 'notice'; readonly level: 'info' | 'warning'; readonly code: string; readonly message: string }
  /** A complete checkpoint; paths begin with `checkpoints/steps_<n>/`. `best` says by what it is the run's best yet. */
  | { readonly type: 'checkpoint'; readonly files: Files; readonly best?: Pick<Best, 'metric' | 'value'> }
  | { readonly type: 'fault'; readonly fault: Fault }
);

/** A sign of life: about every two seconds at rest, and between the plans of a run, so that silence means that nothing moves. */
export interface TrainerBeat {
  readonly type: 'beat';
}

/** All that the trainer says. */
export type TrainerMessage = TrainerEvent | WarmMessage | TrainerBeat;

/** What an estimate is asked for: the same as a `start` would get, but only some problems of a data set. */
export type EstimateRequest = Pick<Extract<TrainerCommand, { type: 'start' }>, 'document' | 'backend' | 'bases'> & {
  readonly problems?: readonly DataRow[];
};

/** What a server is asked for: the same as a `start` would get. */
export type ServerRequest = Pick<Extract<TrainerCommand, { type: 'start' }>, 'document' | 'bases'> & { readonly server: ForwardedServer };

export interface TrainerApi {
  /** The environment worker's end of a message channel; must be given before `start`. */
  connectEnvironment(port: MessagePort): Promise<void>;
  /**
   * The library's end of a message channel: it hears what the page hears, and what only the writer of a run needs; a later one, what the one
   * before had not kept. Null where nothing is kept any more.
   */
  connectLibrary(port: MessagePort | null): Promise<void>;
  subscribe(listener: (event: TrainerMessage) => void): Promise<void>;
  send(command: TrainerCommand): Promise<void>;
  /** What a run of `document` would cost; null while that cannot be told. Not to be asked while a run is under way. */
  estimate(request: EstimateRequest): Promise<Outcome<CostEstimate | null>>;
  /** The same for a team on a model like `config`; null while that cannot be told. */
  judge(request: EstimateRequest, config: ModelConfig): Promise<Outcome<Judged | null>>;
  /**
   * What the server can, tried with adapters of its own, and what it refuses of `document`; `anew`: whatever was found before. Null while
   * a run is under way, which trying would disturb.
   */
  findServer(request: ServerRequest, anew: boolean): Promise<Outcome<FoundServer | null>>;
  /** Token strings of the running bases, by base name, for showing single tokens; index = id. */
  vocabularies(): Promise<Vocabularies>;
}

/** What the trainer tells the library: all it tells the page, and what only the writer of a run needs. */
export type WriterEvent = TrainerEvent | Extract<RunEvent, { readonly type: 'best' | 'safety' | 'adapters' }>;

/** What goes from the trainer to the library; numbers ascend, also over libraries that follow one another. */
export interface Numbered {
  readonly seq: number;
  readonly event: WriterEvent;
}

/** What comes back: the newest number of which all that could be done was done, and the newest up to which all rows are on disk. */
export interface KeptUpTo {
  readonly seen: number;
  readonly kept: number;
}
