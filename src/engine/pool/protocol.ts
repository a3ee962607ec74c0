/** What the engine and its lanes (workers with an engine each) say to each other. Calls are answered in any order. */
import type { ModelConfig } from '../../core/formats/models/hf.ts';
import type { Fault } from '../../core/faults.ts';
import type { HostInputs, MemoryUse } from '../contracts/executor.ts';
import type { GeneratedTokens, GenerationJob, GenerationUse } from '../generate/jobs.ts';
import type { AdapterSlot, Plan, Stage } from '../contracts/plan.ts';
import type { Block } from '../executors/wasm/memory/heap.ts';
import type { Loan, PlaceOf, Source, Wish } from '../executors/wasm/lending.ts';
import type { Bundle, ParameterBundle } from './bundle.ts';

/** What a lane does, by name; `run`, `plan` and `generator` are numbers the engine gives out. */
export interface LaneMethods {
  /** Starts the lane's engine; the first call. */
  open(options: LaneOptions): LaneOpened;
  setParameters(parameters: ParameterBundle): void;
  /** The engine lends these. */
  borrow(loans: readonly (readonly [string, Loan])[]): void;
  /** Makes something that the lane has wished for, for all lanes; it goes on with that. */
  makeForm(wish: Wish, source: Source): Block;
  /** Where something lies that it has wished for and another lane has made; null where it is lent no longer. */
  learnForm(place: PlaceOf | (Wish & { readonly place: null })): void;
  /** Frees what it made. */
  freeForm(place: Block): void;
  removeParameters(names: readonly string[]): void;
  /** Plans are sent once and known by their numbers from then on. */
  keepPlan(plan: number, value: Plan): void;
  start(run: number, plan: number, inputs: HostInputs): void;
  run(run: number, stage: Stage, inputs: HostInputs | undefined, times: number): Bundle;
  end(run: number): void;
  openGenerator(generator: number, config: ModelConfig, slots: readonly AdapterSlot[], ends: readonly number[]): void;
  /** `watch`: a number under which the growing message is told ({@link LaneProgress}); null where nobody asks. */
  submit(generator: number, job: GenerationJob, watch: number | null): GeneratedTokens;
  use(generator: number): GenerationUse;
  closeGenerator(generator: number): void;
}

export interface LaneOptions {
  readonly reproducible: boolean;
  /**
   * Where the lanes are to share a memory, if they can: the first opens it and sends it over ports to the others, which wait for
   * it. Empty for a lane that is alone; null where each has its own.
   */
  readonly memory: { readonly to: readonly MessagePort[] } | { readonly from: MessagePort } | null;
}

export interface LaneOpened {
  readonly device: string;
  /** Whether parameters can be lent to it: the lanes share a memory, or there are no others. */
  readonly borrows: boolean;
}

export type LaneMethod = keyof LaneMethods;
export type Arguments<M extends LaneMethod> = Parameters<LaneMethods[M]>;
export type Result<M extends LaneMethod> = ReturnType<LaneMethods[M]>;

export interface LaneCall {
  readonly call: number;
  readonly method: LaneMethod;
  readonly args: readonly unknown[];
}

/** `memory`: of the lane's engine, after the call. */
export type LaneAnswer = { readonly call: number; readonly memory: MemoryUse } & (
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: Fault }
);

/** The end of a message that grows, unasked, between the answers. */
export interface LaneProgress {
  readonly watch: number;
  readonly ids: readonly number[];
}

/** What a lane needs to know before it can go on, unasked, between the answers. */
export interface LaneWishes {
  readonly wishes: readonly Wish[];
}

/** One end of a connection; Node's and the browser's workers each have their own. */
export interface LanePort {
  /** Sends a copy of the message; what is in `handed` goes over itself and is gone here. */
  post(message: unknown, handed?: Handed[]): void;
  /** Messages from the other end. */
  onMessage(listen: (message: unknown) => void): void;
}

export type Handed = ArrayBuffer | MessagePort;

/** The engine's end: it started the worker and ends it. */
export interface LaneWorker extends LanePort {
  /** The worker died or could not start. */
  onFailure(listen: (message: string) => void): void;
  terminate(): void;
}
