/**
 * `marft-workbench/core`: documents, credit, objectives, statistics and file formats as pure functions: no model, no device, no clock. The same
 * functions that a run of the workbench computes with, so its numbers and those of one's own trainer can be compared.
 */
import { BUILTIN_ENVIRONMENTS } from '../src/environments/index.ts';
import { environmentSource } from '../src/environments/source.node.ts';
import type { ProjectDocument } from '../src/core/document/schema.ts';
import type { PresetEnvironment } from '../src/core/document/preset.ts';
import { type PresetName, PRESETS } from '../src/core/document/presets/presets.ts';

/** The projects that ship with the workbench, in the order they are offered. */
export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[]; // keys of the literal

/** A shipped project, with its own environment or another one (`source`: a module as docs/environments.md describes it). */
export function presetDocument(name: PresetName, environment?: PresetEnvironment): ProjectDocument {
  const { environment: id, project } = PRESETS[name];
  const file = BUILTIN_ENVIRONMENTS.find((builtin) => builtin.id === id)?.file;
  return project(environment ?? { ...(file !== undefined && { file }), source: environmentSource(id) });
}

export type { PresetEnvironment, PresetName, ProjectDocument };
export type { TrainingSettings } from '../src/core/document/trainingSchema.ts';
export { parseDocument } from '../src/core/document/parse.ts';
export { type Fault, FaultError } from '../src/core/faults.ts';
export type { EpisodeRecord, MessageRecord } from '../src/core/episode/records.ts';

export {
  creditTrajectories,
  type Trajectory,
  type TrajectoryCredit,
  type TrajectoryMessage,
  type TrajectorySettings,
} from '../src/core/credit/trajectories.ts';
export { gae, type GaeInput } from '../src/core/credit/advantages/gae.ts';
export { compare, type Comparison } from '../src/core/credit/advantages/groups.ts';
export { creditBatch, type CreditOptions, type CreditSettings } from '../src/core/credit/advantages/creditBatch.ts';

export {
  policyObjective,
  type PolicyBatch,
  type PolicyMetrics,
  type PolicyResult,
  type PolicySettings,
} from '../src/core/objectives/policy.ts';
export { supervisedObjective, type SupervisedInput, type SupervisedResult } from '../src/core/objectives/supervised.ts';
export { valueObjective, type ValueInput, type ValueResult } from '../src/core/objectives/value.ts';
export { klEstimate, type KlEstimator, klSlope } from '../src/core/objectives/kl.ts';

export { type Interval, meanWithInterval, studentInterval, wilsonInterval } from '../src/core/statistics/intervals.ts';
export { bootstrapInterval } from '../src/core/statistics/bootstrap.ts';
export { keyFor, normals, permutation, uniformAt } from '../src/core/random/streams.ts';
export type { RandomKey } from '../src/core/random/threefry.ts';

export type { Files, ModelFiles } from '../src/core/formats/files.ts';
export {
  type FileTensor,
  type HostTensor,
  readSafetensors,
  writeSafetensors,
  type WrittenTensor,
} from '../src/core/formats/safetensors.ts';
export { type LoraWeights, type PeftAdapter, readPeft, writePeft } from '../src/core/formats/models/adapters/peft.ts';
export { unzipFiles, zipFiles } from '../src/core/formats/archive.ts';
