/** What the engine store holds and can do, and what it needs of the rest of the page. */
import type { DataRow } from '../../../core/dataset/rows.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { IterationProgress } from '../../../core/episode/iterationProgress.ts';
import type { Fault } from '../../../core/faults.ts';
import type { ForwardedServer, FoundServer, ServerDoing } from '../../../core/served.ts';
import type { ModelConfig } from '../../../core/formats/models/model-config.ts';
import type { RunLabels } from '../../../core/formats/runs/card.ts';
import type {
  AgentActivity,
  BackendChoice,
  BackendMeasurement,
  BackendReport,
  CostEstimate,
  DroppedBases,
  EstimateRequest,
  Files,
  GivenFiles,
  Judged,
  MemoryUse,
  Phase,
  ServerRequest,
  TrainerCommand,
  TrainerEvent,
  TrainerMessage,
  Vocabularies,
  WarmSource,
} from '../../../../workers/trainer/protocol.ts';
import type { BaseDatabase, KeptBase } from '../bases/baseDatabase.ts';
import type { RunOptions } from '../library/types.ts';
import type { InterruptedRun } from '../runs/interrupted.ts';
import type { WarmState } from './warmStart.ts';

/** A live trainer worker. */
export interface TrainerConnection {
  send(command: TrainerCommand): Promise<void>;
  estimate(request: EstimateRequest): Promise<CostEstimate | null>;
  judge(request: EstimateRequest, config: ModelConfig): Promise<Judged | null>;
  findServer(request: ServerRequest, anew: boolean): Promise<FoundServer | null>;
  vocabularies(): Promise<Vocabularies>;
  /** A new way to the library, which is told what the one before it had not kept; null where nothing is kept any more. */
  connectLibrary(port: MessagePort | null): Promise<void>;
  close(): void;
}

/** A run about to begin. */
export interface BegunRun {
  readonly id: string;
  readonly document: ProjectDocument;
  readonly bases: DroppedBases;
  /** What it starts from, where that is given. */
  readonly adapters?: Files;
  readonly labels: Partial<RunLabels>;
}

/** What the engine store needs of the rest of the page; tests give their own. */
export interface EngineHosts {
  /** Starts the workers. `onDeath` is called at most once, when one of them can no longer answer; `onSilence` when the trainer has not been heard for long, and when it is heard again. */
  connect(
    onEvent: (event: TrainerMessage) => void,
    onDeath: (fault: Fault) => void,
    onSilence: (silent: boolean) => void,
  ): Promise<TrainerConnection>;
  /** The document to train (`given`, or the one at hand), and everything that keeps it from being trained. */
  document(given?: ProjectDocument): { readonly document: ProjectDocument; readonly faults: readonly Fault[] };
  /** The rows of the document's data set; rejects where they are not here. */
  rows(document: ProjectDocument): Promise<readonly DataRow[] | undefined>;
  /** The adapters of a kept run after an iteration, one PEFT folder per role; rejects where they are not here. */
  teacher(run: string, iteration: number): Promise<Files>;
  /** Some of its training problems, as `reset` gets them; empty while they are not here. */
  problems(document: ProjectDocument): readonly DataRow[];
  begin(run: BegunRun): void;
  /** What a run that ended needs to go on from its last checkpoint, by `more` iterations than it was begun with; null when it cannot. */
  interrupted(runId: string, more: number): Promise<InterruptedRun | null>;
  /** The same for a run whose worker died in the middle of it. */
  left(runId: string): Promise<InterruptedRun | null>;
  /** It goes on after that checkpoint. Rejects where it must not, as when another tab trains it. */
  goOn(runId: string, run: InterruptedRun): Promise<void>;
  receive(event: TrainerEvent): void;
  /** What the page says of a run in its worker's stead. */
  receiveOwn(event: TrainerEvent): void;
  vocabularies(runId: string, vocabularies: Vocabularies): void;
  newRunId(): string;
  /** Bases that are kept across visits. */
  readonly bases: BaseDatabase;
}

export interface EngineState {
  readonly backend: BackendChoice;
  /** The server that trains the policies of runs that are begun, kept across visits; null where this computer does. */
  readonly server: ForwardedServer | null;
  /** The one that trains the newest run's. */
  readonly trainedBy: ForwardedServer | null;
  /** What it is doing; null while it says nothing, and between two iterations. */
  readonly doing: ServerDoing | null;
  /** Whether it is being asked what it refuses, before a run begins. */
  readonly asking: boolean;
  /** `idle` before the first run. */
  readonly phase: Phase | 'idle';
  /** The newest run; events of others are dropped. */
  readonly runId: string | null;
  /** Completed iterations of the run, of `iterations` in all. */
  readonly iteration: number;
  readonly iterations: number;
  readonly report: BackendReport | null;
  /** What choices of a backend measured on this machine so far; empty while nothing was to be measured. */
  readonly measurements: readonly BackendMeasurement[];
  /** Memory use of the newest run, also after its end; null while nothing is known. */
  readonly memory: MemoryUse | null;
  /** What a run of the document as it is would cost; null while that is not known. */
  readonly cost: CostEstimate | null;
  /** What is wrong with a base model the document names, as far as was seen; null when nothing is. */
  readonly baseFault: Fault | null;
  readonly tokensPerSecond: number | null;
  readonly activity: Readonly<Record<string, AgentActivity>>;
  /** How far the iteration under way is; null between two, and at rest. */
  readonly progress: IterationProgress | null;
  /** HF folders of a person's own by name, as far as they are in memory; the team's base or an agent's may be one. */
  readonly bases: DroppedBases;
  /** Those that this browser keeps; their files are read when they are needed. */
  readonly kept: readonly KeptBase[];
  /** Why a base could not be kept, read or deleted; null when nothing is wrong. */
  readonly keepFault: Fault | null;
  /** The newest warm start; null before there is any. */
  readonly warm: WarmState | null;
  /** Why the last attempt to train did not become a run. */
  readonly faults: readonly Fault[];
  /** Whether they are those of the document at hand, so that putting it right ends them. */
  readonly faultsAtHand: boolean;
  /** Whether the worker has said nothing for long although a run is under way: it computes one long step, or hangs. */
  readonly silent: boolean;
  /** The run that is about to go on, while its checkpoint is looked for. */
  readonly continuing: string | null;
  /** Starts the workers ahead of the first run, and asks what a run of the document as it is would cost. Never rejects. */
  prepare(): Promise<void>;
  /** What an iteration of the document would cost with its team on a model like `config`; null while that cannot be told. Never rejects. */
  judge(config: ModelConfig): Promise<Judged | null>;
  /** Starts a run, of the document as it is unless `options` say otherwise. Its id once it has begun; null when it did not. */
  train(options?: RunOptions): Promise<string | null>;
  /**
   * Goes on with a stopped or failed run, of its own document, from its last checkpoint; with `more` also with a finished one,
   * by so many iterations.
   */
  continueRun(runId: string, more?: number): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Runs one iteration of the paused run, or of a new one. */
  step(options?: RunOptions): Promise<void>;
  stop(): Promise<void>;
  /** Ends a worker that says nothing, and goes on with its run in a new one from the last checkpoint. */
  restart(): void;
  /** The library was replaced: the trainer tells the new one what the last had not kept; null where nothing is kept any more. */
  reconnectLibrary(port: MessagePort | null): Promise<void>;
  chooseBackend(backend: BackendChoice): void;
  chooseServer(server: ForwardedServer | null): void;
  /** What the chosen server can, and what it refuses of the document at hand; null where none is chosen, or a run is under way. */
  findServer(anew: boolean): Promise<FoundServer | null>;
  /** Takes a base of a person's own, and keeps it in this browser. Resolves when it is kept, or `keepFault` says why not. */
  addBase(name: string, files: GivenFiles): Promise<void>;
  /** Forgets a base of a person's own. */
  deleteBase(name: string): Promise<void>;
  /** Reads which bases this browser keeps. */
  listKept(): Promise<void>;
  /** Warms the team of the document as it is up; `name` is that of the base that is made. */
  warmUp(name: string, source: WarmSource): Promise<void>;
  closeFault(fault: Fault): void;
}
