/**
 * What runs plans. One interface for the TensorFlow.js reference (`tfjs/`) and, later, the fused WGSL and WASM
 * executors; model, objectives and trainer see nothing else.
 */
import type { HostTensor } from '../../core/formats/safetensors.ts';
import type { BufferName, Plan, Stage } from '../model/plan.ts';

export type { HostTensor };
export type HostInput = Float32Array | Int32Array;
export type HostInputs = Readonly<Record<string, HostInput>>;
export type HostOutputs = Readonly<Record<string, Float32Array>>;

/** Keys and values of one batch while it is being generated; rows stay in place. */
export interface KvCache {
  /** Frees it; using it afterwards is a programmer's mistake. */
  dispose(): void;
}

/** A plan being run: what `forward` computed stays until `backward` has used it or `dispose` is called. */
export interface Execution {
  run(stage: Stage, inputs?: HostInputs): Promise<HostOutputs>;
  dispose(): void;
}

export interface Executor {
  /** `--backend` name. */
  readonly backend: string;
  /** Device or build it runs on, for people. */
  readonly device: string;
  /** Puts parameters in place, or replaces them; the arrays are the caller's and must not change until replaced. */
  setParameters(parameters: Iterable<readonly [BufferName, HostTensor]>): void;
  removeParameters(names: Iterable<BufferName>): void;
  /**
   * Keys and values for `rows` sequences. `promptLengths` are the true lengths of the right-padded prompts that the
   * first run with it will bring; `capacity` is the most tokens any row will hold in the end.
   */
  createCache(promptLengths: readonly number[], capacity: number): KvCache;
  /** Begins a run with the forward stage's inputs. */
  start(plan: Plan, inputs: HostInputs, cache?: KvCache): Execution;
  /** Live tensors (or buffers) and their bytes, for leak tests and the memory meter. */
  memory(): { readonly tensors: number; readonly bytes: number };
  dispose(): void;
}

/** The usual case: forward once, read, free. */
export async function evaluatePlan(executor: Executor, plan: Plan, inputs: HostInputs, cache?: KvCache): Promise<HostOutputs> {
  const execution = executor.start(plan, inputs, cache);
  try {
    return await execution.run('forward');
  } finally {
    execution.dispose();
  }
}
