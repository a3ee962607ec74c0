/**
 * What runs plans. One interface for the executors of engine/executors: the TensorFlow.js reference (`tfjs/`), the
 * AssemblyScript kernels (`wasm/`) and the WGSL ones (`webgpu/`); model, objectives and trainer see nothing else.
 */
import type { HostTensor } from '../../core/formats/safetensors.ts';
import type { PackedMatrix } from '../../core/weights/packed.ts';
import type { BufferName, Plan, Stage } from './plan.ts';

export type { HostTensor };
/** A parameter as an executor is given it; what is packed is frozen. */
export type Parameter = HostTensor | PackedMatrix;
export type HostInput = Float32Array | Int32Array;
export type HostInputs = Readonly<Record<string, HostInput>>;
export type HostOutputs = Readonly<Record<string, Float32Array>>;

/**
 * Keys and values of sequences being generated: `slots`, each with room for `capacity` tokens. A slot is used again
 * by writing from position 0.
 */
export interface KvCache {
  readonly slots: number;
  readonly capacity: number;
  /** The first `tokens` positions of slot `from` become those of slot `to`: a prompt's beginning that is known already. */
  copy(from: number, to: number, tokens: number): void;
  /** What lies there is of no more use; memory may be given back or kept for what comes. */
  clear(): void;
  /** Frees it; using it afterwards is a programmer's mistake. */
  dispose(): void;
}

/** For leak tests and the memory meter. */
export interface MemoryUse {
  /** Live tensors, or buffers. */
  readonly tensors: number;
  readonly bytes: number;
  /** Most bytes that were live at one time so far. */
  readonly peakBytes: number;
}

/** AdamW's moments by parameter. */
export interface Moments {
  readonly m: ReadonlyMap<string, Float32Array>;
  readonly v: ReadonlyMap<string, Float32Array>;
}

/** Moments that a step has left on a device: of use until the next step of their set. */
export interface DeviceMoments {
  read(): Promise<Moments>;
}

/** One step of one parameter set, such as an adapter; the names of its parameters are its own on this executor. */
export interface SetStep {
  readonly parameters: ReadonlyMap<string, HostTensor>;
  /** Gradients of every parameter, as many numbers as it has. */
  readonly gradients: ReadonlyMap<string, Float32Array>;
  /** Where the step before left them; empty before the first. */
  readonly moments: Moments | DeviceMoments;
  /** In the order of the plan's OPTIMIZER_SCALARS. */
  readonly scalars: Float32Array;
}

export interface SteppedSet {
  /** Norm of the gradients, before it was limited; where it is not finite, nothing has changed. */
  readonly norm: number;
  readonly parameters: ReadonlyMap<string, HostTensor>;
  readonly moments: Moments | DeviceMoments;
}

/** The optimiser of an executor whose memory is not the host's: moments stay there from step to step. */
export interface DeviceOptimizer {
  /** Steps all sets in one pass; answers in their order. */
  step(sets: readonly SetStep[]): Promise<SteppedSet[]>;
}

/** What scoring and training need: something that runs plans. */
export interface Runner {
  /** Only where the host's memory is far from the executor's; elsewhere the optimiser is a plan over host arrays. */
  readonly optimizer?: DeviceOptimizer;
  /** Whether it runs plans whose backward stage computes activations again. */
  readonly recomputes?: boolean;
  /** Runs that make progress at the same time. */
  readonly lanes: number;
  /** Begins a run with the forward stage's inputs; they may fill the plan's capacities in part (model/live.ts). */
  start(plan: Plan, inputs: HostInputs): Execution;
}

/** A plan being run: what `forward` computed stays until `backward` has used it or `dispose` is called. */
export interface Execution {
  /**
   * Runs a stage and reads its outputs, rows in use only. With `times` > 1 a plan with feedback is run that often in a
   * row, and each output holds the repetitions one after the other.
   */
  run(stage: Stage, inputs?: HostInputs, times?: number): Promise<HostOutputs>;
  dispose(): void;
}

export interface Executor extends Runner {
  /** `--backend` name. */
  readonly backend: string;
  /** Device or build it runs on, for people. */
  readonly device: string;
  /** Puts parameters in place, or replaces them; the arrays are the caller's and must not change until replaced. */
  setParameters(parameters: Iterable<readonly [BufferName, Parameter]>): void;
  removeParameters(names: Iterable<BufferName>): void;
  createCache(slots: number, capacity: number): KvCache;
  start(plan: Plan, inputs: HostInputs, cache?: KvCache): Execution;
  /** Decoding steps worth running before the host looks: 1 where looking is free, more where a read-back costs a step's time. */
  readonly stepsAtOnce: number;
  memory(): MemoryUse;
  dispose(): void;
}

/** The usual case: forward once, read, free. */
export async function evaluatePlan(runner: Runner, plan: Plan, inputs: HostInputs): Promise<HostOutputs>;
/** With keys and values in a cache, `times` in a row. */
export async function evaluatePlan(
  executor: Executor,
  plan: Plan,
  inputs: HostInputs,
  cache: KvCache | undefined,
  times?: number,
): Promise<HostOutputs>;
export async function evaluatePlan(
  runner: Runner | Executor,
  plan: Plan,
  inputs: HostInputs,
  cache?: KvCache,
  times = 1,
): Promise<HostOutputs> {
  const execution = cache && 'createCache' in runner ? runner.start(plan, inputs, cache) : runner.start(plan, inputs);
  try {
    return await execution.run('forward', undefined, times);
  } finally {
    execution.dispose();
  }
}
