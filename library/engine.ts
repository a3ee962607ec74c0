/**
 * `marft-workbench/engine`: transformers of the Llama family with LoRA adapters, computed by WASM or WebGPU: scoring, gradients, optimiser steps
 * and generation. It knows no algorithm: a loss is a function of log-probabilities, such as those of `marft-workbench/core`.
 */
import type { BackendReport } from '../src/core/backend.ts';
import type { WeightForm } from '../src/core/weights/packed.ts';
import type { Engine } from '../src/engine/engine.ts';
import type { BaseSource } from '../src/session/open/bases.ts';
import { baseFiles } from '../src/session/open/openSession.ts';
import { backendOf, type Device } from '../src/session/open/platform.ts';
import { startEngine } from '../src/session/team/backend.ts';
import { type BaseModel, openBase } from '../src/session/team/base.ts';
import { PLATFORM } from './platform/node.ts';

export interface EngineOptions {
  /** What computes; `auto` when absent. */
  readonly device?: Device;
  /** Workers of the WASM engine; one processor is left free when absent, four at most. The numbers are the same with any. */
  readonly workers?: number;
  /** Take the build of the WASM kernels whose numbers are the same on every machine. */
  readonly reproducible?: boolean;
}

export interface OpenedEngine {
  readonly engine: Engine;
  /** What computes, and why that was chosen. */
  readonly device: BackendReport;
}

/** Starts an engine; `engine.dispose()` ends it. Throws `E_BACKEND` where the device is not there. */
export async function openEngine({ device = 'auto', ...options }: EngineOptions = {}): Promise<OpenedEngine> {
  const backend = backendOf(device);
  await PLATFORM.prepare(backend);
  const { engine, report } = await startEngine(backend, PLATFORM.files, options);
  return { engine, device: report };
}

/**
 * A base by its name: config, tokenizer, and weights in host memory, which `engine.setParameters(base.weights, true)` puts in place. `bases`
 * says where it lies (in Node the package's own when absent), `form` how its matrices are held (`f32` when absent; a base in fewer bits is
 * frozen). Throws faults that name the file where it is no model this engine runs.
 */
export async function loadBase(name: string, { bases, form = 'f32' }: { bases?: BaseSource; form?: WeightForm } = {}): Promise<BaseModel> {
  return openBase(name, await baseFiles(PLATFORM, bases, name), form).read();
}

export type { BackendReport, BaseModel, BaseSource, Device, Engine, WeightForm };
export type { HostTensor, Parameter } from '../src/engine/contracts/executor.ts';
export type { AdapterSlot } from '../src/engine/contracts/plan.ts';
export type { ModelConfig } from '../src/core/formats/models/hf.ts';
export { adapterSlot, initialAdapter, type LoraSettings } from '../src/engine/model/adapters.ts';
export { initialWeights } from '../src/engine/model/initialize.ts';
export { type AdamWSettings, AdamWState, clippedStep, type Stepped } from '../src/engine/train/adamw.ts';
export type { ScoredSequence } from '../src/engine/train/batches.ts';
export { type Differentiable, scoreForTraining, type Scores, scoreSequences } from '../src/engine/train/score.ts';
export type { GeneratedTokens, GenerationJob, GenerationService } from '../src/engine/generate/jobs.ts';
