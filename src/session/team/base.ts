/** A base model in host memory: weights, config and tokenizer of one Hugging Face folder. */
import { look } from '../../core/at.ts';
import { baseNameOf } from '../../core/document/bases.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { type AdapterSpec, type AdapterReading, readAdapters } from '../../core/formats/models/adapters.ts';
import { baseFingerprint } from '../../core/formats/models/fingerprint.ts';
import type { Files } from '../../core/formats/files.ts';
import { loraModules, type ModelConfig, readModelFolder } from '../../core/formats/models/hf.ts';
import type { LoraWeights } from '../../core/formats/models/peft.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import { scopedWeights } from '../../engine/model/scope.ts';
import { type TextTokenizer, tokenizerFor } from '../../core/tokenizer/tokenizer.ts';

export interface BaseModel {
  readonly name: string;
  readonly config: ModelConfig;
  readonly weights: ReadonlyMap<string, HostTensor>;
  readonly tokenizer: TextTokenizer;
}

/** Reads a model folder; throws `E_MODEL_*`, `E_SAFETENSORS_*` or `E_TOKENIZER_*` naming the file and what to do. */
export function loadBase(name: string, files: Files): BaseModel {
  const { config, tensors, tokenizer } = readModelFolder(files, name);
  return {
    name,
    config,
    weights: tensors,
    tokenizer: tokenizerFor(tokenizer, config.vocabularySize, name),
  };
}

/** The same base as one of several on an engine: its config and its weights' names carry `scope`; '' leaves it as it is. */
export function scopedBase(base: BaseModel, scope: string): BaseModel {
  if (scope === '') return base;
  const config = { ...base.config, scope };
  return { ...base, config, weights: scopedWeights(config, base.weights) };
}

/** Adapters in `files` for the document's agents, by role. */
export async function adaptersFrom(
  document: ProjectDocument,
  bases: readonly BaseModel[],
  files: Files,
  reading: AdapterReading = {},
): Promise<ReadonlyMap<string, LoraWeights>> {
  return readAdapters(files, await knownSpecs(document, bases), reading);
}

/** The same as {@link adapterSpecs}, with what the bases are: adapters from elsewhere are held against it. */
export async function knownSpecs(document: ProjectDocument, bases: readonly BaseModel[]): Promise<AdapterSpec[]> {
  const known = new Map(
    await Promise.all(bases.map(async ({ name, config, weights }) => [name, await baseFingerprint(config, weights)] as const)),
  );
  return adapterSpecs(document, bases).map((spec) => ({ ...spec, baseFingerprint: known.get(spec.baseName) }));
}

/** What the adapter of each agent must be like. */
export function adapterSpecs({ team }: ProjectDocument, bases: readonly BaseModel[]): AdapterSpec[] {
  const modules = new Map(bases.map(({ name, config }) => [name, loraModules(config)]));
  return team.agents.map((agent) => {
    const baseName = baseNameOf({ team }, agent);
    const { rank, alpha, targets } = agent.adapter;
    return { role: agent.role, baseName, modules: look(modules, baseName, 'base'), rank, alpha, targets };
  });
}
