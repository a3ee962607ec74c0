/** A base model in host memory: weights, config and tokenizer of one Hugging Face folder. */
import { look } from '../../core/at.ts';
import { baseNameOf } from '../../core/document/bases.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { type AdapterSpec, type AdapterReading, readAdapters } from '../../core/formats/models/adapters/adapters.ts';
import { baseFingerprint } from '../../core/formats/models/fingerprint.ts';
import type { Files, ModelFiles } from '../../core/formats/files.ts';
import {
  loraModules,
  type ModelConfig,
  modelTensorShapes,
  openModelFolder,
  readModelFolderAs,
  readPromptFiles,
} from '../../core/formats/models/hf.ts';
import type { LoraWeights } from '../../core/formats/models/adapters/peft.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import { isPacked, type KvCacheForm, type WeightForm, weightBytes } from '../../core/weights/packed.ts';
import type { Parameter } from '../../engine/contracts/executor.ts';
import { scopedWeights } from '../../engine/model/scope.ts';
import { type TextTokenizer, tokenizerFor } from '../../core/tokenizer/tokenizer.ts';

/** A base without its weights: what prompts and estimates need. */
export interface BaseOutline {
  readonly name: string;
  readonly config: ModelConfig;
  /** How its matrices are held. */
  readonly form: WeightForm;
  readonly tokenizer: TextTokenizer;
}

export interface BaseModel extends BaseOutline {
  readonly weights: ReadonlyMap<string, Parameter>;
  /**
   * Works out what its folder holds, where its matrices are held in another form: they do not tell it any more. All of the folder
   * is read once more for it, so only when somebody asks.
   */
  readonly fingerprint?: () => Promise<string>;
}

/** A base of which all but the weights has been read. */
export interface OpenBase extends BaseOutline {
  /** Reads the weights. */
  readonly read: () => BaseModel;
  /** What its folder holds, read through tensor by tensor and kept nowhere. */
  readonly fingerprint: () => Promise<string>;
}

/** Opens a model folder whose matrices are to be held in `form`; throws as {@link loadBase} does, but for weights that are no numbers. */
export function openBase(name: string, files: ModelFiles, form: WeightForm = 'f32'): OpenBase {
  const opened = openModelFolder(files, name);
  const { config } = opened;
  const outline: BaseOutline = { name, config, form, tokenizer: tokenizerFor(opened.tokenizer, config.vocabularySize, name) };
  let known: Promise<string> | undefined;
  const fingerprint = () => (known ??= baseFingerprint(config, opened.stored));
  return {
    ...outline,
    fingerprint,
    read: () => ({ ...outline, weights: readModelFolderAs(form, opened).tensors, ...(form !== 'f32' && { fingerprint }) }),
  };
}

/** A base of which only prompts are read here, since a server has its weights. */
export function openPrompts(name: string, files: ModelFiles, form: WeightForm = 'f32'): OpenBase {
  const outline = outlineBase(name, files as Files, form);
  const fingerprint = () => Promise.reject(new Error(`the weights of ${name} are not here`));
  return { ...outline, fingerprint, read: () => ({ ...outline, weights: new Map() }) };
}

/**
 * Reads a model folder, its matrices into `form`; throws `E_MODEL_*`, `E_SAFETENSORS_*` or `E_TOKENIZER_*` naming the file and
 * what to do.
 */
export const loadBase = (name: string, files: ModelFiles, form?: WeightForm): BaseModel => openBase(name, files, form).read();

/** Bytes of all weights, each once, as they lie on the host. */
export function bytesOfBases(bases: readonly Pick<BaseOutline, 'config' | 'form'>[]): number {
  const bytesIn = (form: WeightForm, shape: readonly number[]) => weightBytes(shape.length === 2 ? form : 'f32', shape);
  return bases.reduce(
    (sum, { config, form }) => [...modelTensorShapes(config).values()].reduce((all, shape) => all + bytesIn(form, shape), sum),
    0,
  );
}

/** Reads a model folder but for its weights, which may be missing. */
export function outlineBase(name: string, files: ModelFiles, form: WeightForm = 'f32'): BaseOutline {
  const { config, tokenizer } = readPromptFiles(files, name);
  return { name, config, form, tokenizer: tokenizerFor(tokenizer, config.vocabularySize, name) };
}

/** What the base is, in whatever form it is held ({@link baseFingerprint}). */
export function fingerprintOf(base: BaseModel | OpenBase): Promise<string> {
  if ('read' in base) return base.fingerprint();
  return base.fingerprint?.() ?? baseFingerprint(base.config, trainableWeights(base.weights));
}

/** A base's weights where training may change them; those in fewer bits are frozen. */
export function trainableWeights(weights: BaseModel['weights']): ReadonlyMap<string, HostTensor> {
  return new Map(
    [...weights].map(([name, tensor]) => {
      if (isPacked(tensor)) throw new Error(`${name} is held in ${tensor.form}, which cannot be trained`);
      return [name, tensor];
    }),
  );
}

/** What a document asks of thoughts that nothing in these bases heeds, a sentence each: only their tokenizers and templates tell. */
export function unheededThinking({ team, training }: ProjectDocument, bases: readonly BaseModel[]): (string | null)[] {
  const tokens = bases.map(({ name, tokenizer }) => ({ name, ...tokenizer.tokensFor(team.template, team.thinking) }));
  const deaf = team.thinking === 'default' ? [] : tokens.filter(({ conversation }) => conversation && !conversation.readsThinking);
  const mindless = training.trainThoughts || tokens.some(({ thought }) => thought);
  return [...deaf.map(({ name }) => name), ...(mindless ? [] : [null])];
}

/** The scope of a base on an engine: the only one keeps its names, of several each has its own. */
export const scopeAmong = (names: readonly string[], name: string): string => (names.length > 1 ? `${name}:` : '');

/**
 * A base as `document` puts it on an engine: its config says how keys and values are kept, and, where it is one of several, its config
 * and its weights' names carry `scope`; '' leaves those as they are.
 */
export function baseOnEngine(base: BaseModel, { team }: ProjectDocument, scope: string): BaseModel {
  const cached = cachedIn(base.config, team.kvCache);
  if (scope === '') return cached === base.config ? base : { ...base, config: cached };
  const config = { ...cached, scope };
  return { ...base, config, weights: scopedWeights(config, base.weights) };
}

/** Configs by the ones they were made from: plans are shared by the very config. */
const halved = new WeakMap<ModelConfig, ModelConfig>();

/** The config of a base whose keys and values are kept in `form`. */
export function cachedIn(config: ModelConfig, form: KvCacheForm): ModelConfig {
  if (form === 'f32') return config;
  let made = halved.get(config);
  if (!made) halved.set(config, (made = { ...config, kvCache: form }));
  return made;
}

/** Adapters in `files` for the document's agents, by role. */
export async function adaptersFrom(
  document: ProjectDocument,
  bases: readonly (BaseModel | OpenBase)[],
  files: Files,
  reading: AdapterReading = {},
): Promise<ReadonlyMap<string, LoraWeights>> {
  return readAdapters(files, await knownSpecs(document, bases), reading);
}

/** The same as {@link adapterSpecs}, with what the bases are: adapters from elsewhere are held against it. */
export async function knownSpecs(document: ProjectDocument, bases: readonly (BaseModel | OpenBase)[]): Promise<AdapterSpec[]> {
  const known = new Map(await Promise.all(bases.map(async (base) => [base.name, await fingerprintOf(base)] as const)));
  return adapterSpecs(document, bases).map((spec) => ({ ...spec, baseFingerprint: known.get(spec.baseName) }));
}

/** What the adapter of each agent must be like. */
export function adapterSpecs({ team }: ProjectDocument, bases: readonly BaseOutline[]): AdapterSpec[] {
  const modules = new Map(bases.map(({ name, config }) => [name, loraModules(config)]));
  return team.agents.map((agent) => {
    const baseName = baseNameOf({ team }, agent);
    const { rank, alpha, targets } = agent.adapter;
    return { role: agent.role, baseName, modules: look(modules, baseName, 'base'), rank, alpha, targets };
  });
}
